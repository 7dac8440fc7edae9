/** Whether the place for a board is wider than high. The server is told by a cookie, so that the first picture fits already. */

const REM = 16;
const beside = matchMedia("(min-aspect-ratio: 11/10)"); // as in stage.css

/** The shape of the place that stage.css leaves for a board. @param {number} width of the window @param {number} height */
export function isWidePlace(width, height, isBeside = beside.matches) {
  if (!isBeside) return width > height - 10 * REM;
  return width - Math.max(13.5 * REM, Math.min(0.32 * width, 21 * REM)) > height;
}

export const isWide = () => isWidePlace(innerWidth, innerHeight);

let last = isWide();

/** @param {() => void} changed called when the place becomes wide or narrow */
export function onTurn(changed) {
  turned.push(changed);
}

/** @type {(() => void)[]} */
const turned = [remember];

function remember() {
  document.cookie = `wide=${Number(last)}; path=/; max-age=31536000; samesite=lax`;
}

addEventListener("resize", () => {
  if (isWide() === last) return;
  last = !last;
  for (const changed of turned) changed();
});

remember();
