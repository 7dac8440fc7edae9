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

/** Where an element is seen now, also in the middle of a movement. @param {SVGElement} element */
export function seenTransform(element) {
  const isMoved = element.style.transform || element.getAnimations().length > 0;
  return isMoved ? getComputedStyle(element).transform : cssTransform(element.getAttribute("transform"));
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

/** The element's own place, then something done around its middle. @param {SVGElement} element @param {string} what */
export function around(element, what) {
  const [x, y] = middle(element);
  const place = cssTransform(element.getAttribute("transform"));
  return `${place} translate(${x}px, ${y}px) ${what} translate(${-x}px, ${-y}px)`;
}

/** A piece turns over: the old face narrows, then the new one widens. `face` is how it looked.
 * @param {SVGElement} element @param {SVGElement} face @param {number} ms */
export function flip(element, face, ms) {
  const shut = around(element, "scaleX(0.02)");
  const open = around(element, "scaleX(1)");
  animate(element, [{ transform: shut }, { transform: shut, offset: 0.5 }, { transform: open }], ms);
  face.setAttribute("transform", element.getAttribute("transform") ?? "");
  const frames = [{ transform: open }, { transform: shut, offset: 0.5 }, { transform: shut, opacity: 0 }];
  leaveGhost(face, /** @type {Element} */ (element.parentNode), element, ms, frames);
}
