/** Whether there is room beside the board. The server is told by a cookie, so that the first picture fits already. */

const room = matchMedia("(min-width: 56rem)"); // as in table.css

export const isWide = () => room.matches;

/** @param {() => void} changed called when a window becomes wide or narrow */
export function onTurn(changed) {
  room.addEventListener("change", changed);
}

function remember() {
  document.cookie = `wide=${Number(room.matches)}; path=/; max-age=31536000; samesite=lax`;
}

remember();
onTurn(remember);
