/** Movements of pieces: short, and none for people who asked for none. */

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const EASE = "cubic-bezier(.3,.7,.3,1)";

/** An SVG transform as CSS writes it, always with the same parts, so that one goes smoothly into another.
 * @param {string | null} attribute */
export function cssTransform(attribute) {
  const [, x = "0", y = "0"] = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(attribute ?? "") ?? [];
  const [, turn = "0"] = /rotate\(([-\d.]+)\)/.exec(attribute ?? "") ?? [];
  return `translate(${x}px, ${y}px) rotate(${turn}deg)`;
}

/** Where elements are seen now, by their ids, also in the middle of a movement, which ends here. First everything is
 * read and then changed: the other way round, the browser would have to lay the picture out again for each one.
 * @param {SVGSVGElement} svg @returns {Map<string, string>} */
export function seenTransforms(svg) {
  const movements = svg.getAnimations({ subtree: true });
  const moving = new Set(movements.map((movement) => /** @type {KeyframeEffect} */ (movement.effect).target));
  const seen = [...svg.querySelectorAll("g[id]")].map((g) => {
    const isMoved = moving.has(g) || g.hasAttribute("style");
    const transform = isMoved ? getComputedStyle(g).transform : cssTransform(g.getAttribute("transform"));
    return /** @type {[string, string]} */ ([g.id, transform]);
  });
  for (const movement of movements) movement.cancel();
  return new Map(seen);
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} ms */
export function animate(element, frames, ms) {
  return isStill() || ms <= 0 ? null : element.animate(frames, { duration: ms, easing: EASE });
}

/** @param {SVGElement} element @param {string} from @param {number} ms */
export function glide(element, from, ms) {
  return animate(element, [{ transform: from }, { transform: cssTransform(element.getAttribute("transform")) }], ms);
}

/** @param {Element} element @param {number} ms @param {number} [from] */
export const fadeIn = (element, ms, from = 0) => animate(element, [{ opacity: from }, { opacity: 1 }], ms);

/** Something that is gone stays for a moment and fades. @param {Element} ghost @param {Element} parent
 * @param {Node | null} before @param {number} ms @param {Keyframe[]} [frames] */
export function leaveGhost(ghost, parent, before, ms, frames = [{ opacity: 1 }, { opacity: 0 }]) {
  for (const element of [ghost, ...ghost.querySelectorAll("[id]")]) element.removeAttribute("id");
  ghost.removeAttribute("aria-label");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  parent.insertBefore(ghost, before);
  const movement = animate(ghost, frames, ms);
  if (movement) movement.onfinish = movement.oncancel = () => ghost.remove();
  else ghost.remove();
}

/** The middle of an element in its own coordinates: pieces are drawn around it, cells anywhere.
 * @param {SVGElement} element */
export function middle(element) {
  const box = /** @type {SVGGraphicsElement} */ (element).getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The element's own place, then something done around its middle. @param {SVGElement} element */
export function around(element) {
  const [x, y] = middle(element);
  const place = cssTransform(element.getAttribute("transform"));
  return (/** @type {string} */ what) => `${place} translate(${x}px, ${y}px) ${what} translate(${-x}px, ${-y}px)`;
}

/** A piece turns over: the old face narrows, then the new one widens. `face` is how it looked. Measures at once, moves
 * when it is called. @param {SVGElement} element @param {SVGElement} face @param {number} ms */
export function flip(element, face, ms) {
  const [shut, open] = ["scaleX(0.02)", "scaleX(1)"].map(around(element));
  const frames = [{ transform: open }, { transform: shut, offset: 0.5 }, { transform: shut, opacity: 0 }];
  return () => {
    animate(element, [{ transform: shut }, { transform: shut, offset: 0.5 }, { transform: open }], ms);
    face.setAttribute("transform", element.getAttribute("transform") ?? "");
    leaveGhost(face, /** @type {Element} */ (element.parentNode), element, ms, frames);
  };
}
