/** Finding a word in a text, whatever its accents and capitals. */

/** Every character as one plain small letter, so that places in both texts are the same. @param {string} text */
export function fold(text) {
  return [...text].map(plain).join("");
}

/** @param {string} character */
function plain(character) {
  const [first] = character.normalize("NFD").toLowerCase();
  return /\s/.test(character) ? " " : first.length === character.length ? first : character;
}

/** Where a word stands in a text. @param {string} text @param {string} word @returns {number[]} */
export function placesOf(text, word) {
  const [where, what] = [fold(text), fold(word)];
  const found = [];
  for (let at = where.indexOf(what); what && at >= 0; at = where.indexOf(what, at + what.length)) found.push(at);
  return found;
}

/** Marks a word wherever it stands below an element; says whether it does. @param {Element} element @param {string} word */
export function markIn(element, word) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  return texts.map((text) => markText(text, word)).includes(true);
}

/** From the end, so that the places before stay right. @param {Text} text @param {string} word */
function markText(text, word) {
  const found = placesOf(text.data, word).reverse();
  for (const at of found) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    range.surroundContents(document.createElement("mark"));
  }
  return found.length > 0;
}

/** @param {Element} element */
export function unmark(element) {
  for (const mark of element.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  element.normalize();
}
