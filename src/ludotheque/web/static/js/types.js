/**
 * What the server sends, as types. Nothing here runs.
 *
 * @typedef {{seat: number, label: string, name: string, kind: "person" | "computer" | "free", level: number | null,
 *   me: boolean, here: boolean, score: number | null, result: number | null}} Seat
 * @typedef {{kind: string, seat: number, sentence: string, mine: boolean, asked_by_me?: boolean}} Request
 * @typedef {{number: number, at: number, kind: string, seat: number | null, text: string, sentence: string,
 *   position: number, by_me: boolean}} Entry
 * @typedef {Record<string, Record<string, string[]>>} Clicks  seat -> text of a choice -> ids to touch, in order
 * @typedef {{number: number, position: number, svg?: string, status: string, over: boolean,
 *   phase: "waiting" | "running" | "over", actors: number[], mine: number[], clicks: Clicks,
 *   seats: Seat[], can: string[], request: Request | null, thinking: number[],
 *   last: {kind: string, seat: number | null, text: string, sentence: string} | null, side: number | null,
 *   rolled: boolean, final?: boolean, rematch?: string | null, invite_url: string | null}} View
 * @typedef {{modulo?: number, least: number, most: number, form: number}} PluralRow
 * @typedef {{table: string, game: string, title?: string, lang: string, words: Record<string, string>, live: string,
 *   plural: PluralRow[], view: View, entries: Entry[], share: Share}} TableBoot
 * @typedef {{record: string, n: number, total: number, sentences: string[], words: Record<string, string>,
 *   lang: string, wide?: boolean, svg?: string, chance?: number[], status?: string, seats?: string[], names?: string[],
 *   plural: PluralRow[], share: Share}} ReplayBoot
 * @typedef {{origin: string, reach: "open" | "closed" | "offline", command: string | null}} Share  how far a link reaches
 * @typedef {{seat: number, text: string, path: string[], sentence?: string}} Choice
 * @typedef {{do: string, id: string, seat?: number, text?: string, at?: number}} Deed
 * @typedef {{welcome?: {last: number, you: {seats: number[], name: string}, fresh: boolean}, entry?: Entry, view?: View,
 *   ack?: string, number?: number, table?: string, refused?: string | null, why?: string, thinking?: number[], here?: number[], warming?: number | null, pong?: number,
 *   gone?: string}} Message
 */
export {};
