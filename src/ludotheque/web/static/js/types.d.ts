/** What goes over the wire, and the named parts of the pages. Made by docs/contract.py from web/wire.py and
 * web/templates: do not edit it here. */

export interface PlayerName {
  /** what others see */
  name?: string;
}

export interface SeatRequest {
  /** `here`: another person at this screen */
  who: "me" | "here" | "friend" | "computer";
  name?: string;
  /** of a computer */
  level?: number;
  /** of `me` and `here`, for the dice: 32 hexadecimal digits; needs a `commitment` */
  nonce?: string;
}

export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string>;
  seats: Array<SeatRequest>;
  /** a diagram to begin with */
  position?: string | null;
  /** to the dice, as `/api/dice` told it before */
  commitment?: string | null;
  /** a match of two: `rematch` after this game is its second leg, with sides changed, same dice */
  duplicate?: boolean;
  /** your name for this request: asking twice opens one table */
  key?: string | null;
}

export interface JoinRequest {
  /** the last part of `invite_url` */
  invite: string;
  seat?: number | null;
  name?: string;
  /** for the dice: 32 hexadecimal digits of your own making */
  nonce?: string;
}

/** Something to do at a table. */
export interface CommandMessage {
  do: "choose" | "undo" | "ask-undo" | "ask-draw" | "ask-hints" | "hint" | "yes" | "no" | "resign" | "abandon" | "hand-over" | "say" | "fill" | "leave" | "rematch";
  /** your name for this request: twice is harmless */
  id?: string | null;
  /** for which of your seats; if you do not say, the one to act */
  seat?: number | null;
  /** of `choose`: the event; of `say`: the words; of `fill` and `hand-over`: the computer's level; of `rematch`: `swap` to change sides, `level N` for computers of another level; of `hint`: `look`, `choice`, `why`, or `check` and an event */
  text?: string;
  /** the number of the last entry you have seen; refused if it is too old */
  at?: number | null;
}

/** Every refusal. */
export interface Problem {
  /** why, in a sentence */
  error: string;
}

export interface Game {
  name: string;
  title: string;
  /** what it is about, in a sentence */
  line: string;
  /** the possible numbers of players */
  seats: Array<number>;
  minutes: number;
  author: string;
  publisher: string;
  year: number;
  /** of the rules, as records say it */
  edition: number;
}

export interface Option {
  name: string;
  text: string;
  /** all that are allowed; none where any whole number is */
  values: Array<boolean | number | string>;
  /** each value in words */
  texts: Record<string, string>;
  /** `null`: it depends on other options */
  default: boolean | number | string | null;
  /** whether it is a whole number */
  whole: boolean;
}

export interface GameWithOptions extends Game {
  options: Array<Option>;
  /** whether all of it is compiled; it can be played before */
  ready: boolean;
}

export interface NewPlayer {
  player: string;
  /** to send with every request; whoever has it is that player */
  token: string;
}

export interface Me {
  player: string;
  name: string;
}

export interface MyTable {
  id: string;
  game: string;
  status: "waiting" | "running" | "over";
  my_turn: boolean;
  /** events of the game that stand */
  moves: number;
  /** milliseconds since 1970 */
  changed: number;
}

export interface OpenedTable {
  id: string;
  url: string;
  /** a path for those who are to take the free seats */
  invite_url: string | null;
}

export interface JoinedTable {
  id: string;
  url: string;
  /** yours */
  seats: Array<number>;
}

export interface EntryAdded {
  /** of the entry that did it, which is on disk */
  number: number;
}

export interface RematchOpened {
  /** the new table; who asks second gets the same */
  table: string;
}

export interface Sentence {
  sentence: string;
}

export interface KeptRecord {
  id: string;
  url: string;
  events: number;
}

/** What a hint tells. An entry that allows hints, by agreement, has none. */
export interface Hint {
  /** `check`: a warning before a choice that gives away much */
  stage: "look" | "choice" | "why" | "check";
  /** the choice that is advised, or warned of; `null` at the stage `look` */
  event: string | null;
  /** what to look at on the picture; of a check, what the expected reply touches */
  glow: Array<string>;
  /** what is said, a sentence each */
  words: Array<string>;
}

/** One thing that happened at a table. */
export interface Entry {
  /** counts from 0, without holes */
  number: number;
  /** milliseconds since 1970 */
  at: number;
  /** `choice` and `chance` are events of the game; `undo` takes some of them back */
  kind: "sit" | "rise" | "choice" | "chance" | "undo" | "ask" | "answer" | "end" | "say" | "rematch" | "hint" | "reveal";
  /** whose it is; `null`: nobody's, as a draw of chance */
  seat: number | null;
  /** of `choice` and `chance`: the event, as in records; of `say`: the words; of `sit`: the name; of `ask`, `answer` and `end`: what; of `rematch`: the new table; of `hint`: its stage, or `allowed`; of `reveal`: the secret of the dice. What players must remember is not in it before the game is over */
  text: string;
  /** all of it in words */
  sentence: string;
  /** to be said now and not kept: what `sentence` leaves to memory */
  aloud?: string;
  /** how many events of the game stand after it */
  position: number;
  /** whether you did it */
  by_me: boolean;
  /** of kind `hint` */
  hint?: Hint;
}

export interface Seat {
  seat: number;
  /** what the game calls it, as a colour */
  label: string;
  /** that it plays, by the names of their CSS variables */
  colours: Array<string>;
  /** the side it plays for; `null`: its own */
  team: number | null;
  /** of who sits there; may be empty */
  name: string;
  kind: "free" | "person" | "computer";
  /** of a computer */
  level: number | null;
  /** whether you act for it */
  me: boolean;
  /** whether its player looks at the table now */
  here: boolean;
  /** where the game counts points */
  score: number | null;
  /** when it is over; the most is best */
  result: number | null;
}

/** Something that the others must agree to. */
export interface PendingRequest {
  kind: "undo" | "draw" | "hints";
  /** who asks */
  seat: number;
  sentence: string;
  /** whether you are to answer, by `yes` or `no` */
  mine: boolean;
  /** then `no` takes it back */
  asked_by_me: boolean;
}

/** The dice of a table, whose draws can be checked: see `fair-dice.md`. */
export interface Dice {
  /** the SHA-256 of their secret */
  commitment: string;
  /** what each seat adds; `null`: nothing */
  nonces: Array<string | null>;
  /** revealed when the game is over */
  secret: string | null;
  /** how many there were */
  draws: number;
}

/** How a table stands for one person. */
export interface View {
  /** of the last entry */
  number: number;
  /** how many events of the game stand */
  position: number;
  /** whose turn it is, or how it ended, in words */
  status: string;
  /** the section of the guide that fits the moment, by its anchor */
  topic: string;
  phase: "waiting" | "running" | "over";
  over: boolean;
  /** the seats that are to act */
  actors: Array<number>;
  /** those of them that you act for */
  mine: Array<number>;
  /** for each of `mine`: every legal event text, and what is touched for it on the picture */
  clicks: Record<string, Record<string, Array<string>>>;
  seats: Array<Seat>;
  /** what you may do besides choosing */
  can: Array<"undo" | "ask-undo" | "ask-draw" | "ask-hints" | "hint" | "resign" | "abandon" | "leave" | "rematch" | "say" | "hand-over" | "invite" | "fill">;
  /** what somebody has asked for and the others have not agreed to */
  request: PendingRequest | null;
  /** seats whose computer thinks */
  thinking: Array<number>;
  /** the last event of the game, or what took it back */
  last: Entry | null;
  /** from which seat you look */
  side: number | null;
  /** whether the last event was chance */
  rolled: boolean;
  /** the next table of the same people */
  rematch: string | null;
  /** when it is over */
  ending: Ending | null;
  /** while seats are free, for those who sit there */
  invite_url: string | null;
  /** where chance plays; `null` also at tables of older versions */
  dice: Dice | null;
  /** whose daily game it is, as 2026-11-18: its dice are revealed after it */
  day: string | null;
  /** if it is a leg of a duplicate match */
  match: Match | null;
}

/** What a program asks for at any time. */
export interface TableView extends View {
  id: string;
  game: string;
  options: Record<string, boolean | number | string>;
  /** for each of `mine`: every event text that is legal now */
  choices: Record<string, Array<string>>;
  /** the picture, with `draw` */
  svg?: string;
}

/** What the live channel sends after a change. */
export interface LiveView extends View {
  svg: string;
  /** false: a position on the way, where nothing can be chosen */
  final: boolean;
}

/** The same, for who asked for `parts`: joined by line breaks they are the picture. */
export interface Redraw extends View {
  /** new ones, and ranges `[from, to]` of those of the picture before */
  parts: Array<string | Array<number>>;
  final: boolean;
}

export interface You {
  /** those that you act for */
  seats: Array<number>;
}

export interface Welcome {
  /** the number of the table's last entry; −1: there is none */
  last: number;
  you: You;
  /** true: the number you said is not known here; forget all, every entry comes again */
  fresh: boolean;
}

/** The answer to `hello`. Entries follow, from the one after `seen` on. */
export interface WelcomeMessage {
  welcome: Welcome;
}

/** Something happened. */
export interface EntryMessage {
  entry: Entry;
}

/** How it stands now; only with `draw`. */
export interface ViewMessage {
  view: LiveView;
}

/** How it stands now; only with `draw` and `parts`. */
export interface RedrawMessage {
  redraw: Redraw;
}

/** The seats whose player looks at the table, when that changed. */
export interface HereMessage {
  here: Array<number>;
}

/** The seats whose computer thinks, when that changed. */
export interface ThinkingMessage {
  thinking: Array<number>;
}

/** How much of the computers' search is compiled, on a new machine, when that changed. */
export interface WarmingMessage {
  /** percent; `null`: all of it */
  warming: number | null;
}

/** A command is done. */
export interface AckMessage {
  /** the command's `id` */
  ack: string | null;
  /** of the entry that did it, which is on disk */
  number: number;
}

/** The answer to `rematch`. */
export interface RematchAckMessage {
  /** the command's `id` */
  ack: string | null;
  /** the new table; who asks second gets the same */
  table: string;
}

/** A command is not done. */
export interface RefusedMessage {
  /** the command's `id`; `null` where the message was not understood */
  refused: string | null;
  /** a sentence */
  why: string;
}

/** The answer to `ping`, with what came with it. */
export interface PongMessage {
  pong: unknown;
}

/** There is no such table, in a sentence; the channel closes. */
export interface GoneMessage {
  gone: string;
}

/** The server cannot serve anybody just now; the channel closes with code 1013. Come back in a moment, and send
again under the same `id` what was not acknowledged. */
export interface LaterMessage {
  /** a sentence */
  later: string;
}

export interface Hello {
  /** the last number you saw; −1, or left out: none */
  seen?: number;
  /** whether you want views */
  draw?: boolean;
  /** whether you put pictures together from parts: less is sent */
  parts?: boolean;
  /** the language of sentences, as `en` */
  lang?: string;
  /** from which seat to look; your own if you do not say */
  seat?: number | null;
  /** whether the picture is for a wide place */
  wide?: boolean;
}

/** The first message, and any time again: where you stand, and how you want to see the table. */
export interface HelloMessage {
  hello: Hello;
}

/** Asks whether the line still works, with anything. */
export interface PingMessage {
  ping: unknown;
}

/** The beginning of a link that is given to others, and how far it reaches. */
export interface Share {
  origin: string;
  reach: "open" | "closed" | "offline";
  /** how to open a closed server, for who started it */
  command: string | null;
}

/** Numbers that take one form; the first row that fits counts, and the last form where none does. */
export interface PluralRow {
  /** only what remains is looked at */
  modulo?: number;
  least: number;
  most: number;
  form: number;
}

/** What a script needs to speak. */
export interface Speech {
  lang: string;
  /** sentences by key */
  words: Record<string, string>;
  plural: Array<PluralRow>;
}

export interface ScorePart {
  label: string;
  points: number;
}

export interface SeatScore {
  seat: number;
  /** what adds up to `total` */
  parts: Array<ScorePart>;
  total: number;
}

export interface HighScore {
  name: string;
  points: number;
  /** whether it is this game's */
  mine: boolean;
}

/** How a game ended, as it is told to one person. */
export interface Ending {
  /** for you; `over` for who watches, plays alone, or for both sides */
  outcome: "won" | "lost" | "drawn" | "over";
  /** who won, in a few words */
  headline: string;
  /** what decided it, in a sentence or two */
  why: string;
  /** where the game counts points */
  scores: Array<SeatScore>;
  /** alone: the rulebook's list with this game in its place */
  high_scores: Array<HighScore>;
  /** what that place means, in a sentence */
  place: string;
  /** of the computer, for `rematch` with `level N` */
  next_level: number | null;
}

/** A duplicate match: two legs with the same dice, sides changed. */
export interface Match {
  /** 1 or 2 */
  leg: number;
  /** which leg it is, in a sentence */
  about: string;
  /** whether the second leg is next: `rematch` leads there */
  due: boolean;
  /** in the second leg: the table of the first */
  first: string | null;
  /** when both are over: how the match ended, how far the draws were the same */
  sentences: Array<string>;
}

export interface TriedEvent {
  /** −1: chance */
  seat: number;
  /** the event, as in records */
  text: string;
}

/** A position: of a record or of a table that is over, the first one of a lesson, or one that is drawn as a diagram;
and what was tried since. With `game` alone, a new game. */
export interface AnalysedPosition {
  /** the id of a record, or of a table that is over */
  record?: string | null;
  /** of a record: after so many events */
  at?: number;
  game?: string | null;
  /** the name of a lesson of `game` */
  lesson?: string | null;
  /** a diagram of `game` */
  position?: string | null;
  /** tried since, in order */
  events?: Array<TriedEvent>;
}

export interface PositionRequest extends AnalysedPosition {
  /** from which seat to look */
  side?: number | null;
  /** whether the picture is for a wide place */
  wide?: boolean;
  /** the picture as the next one would see it if nothing were done now */
  threats?: boolean;
}

export interface LinesRequest extends AnalysedPosition {
  /** whose choice, where several seats may choose */
  seat?: number | null;
  /** what the next one would do if nothing were done now */
  threats?: boolean;
  /** how many lines are wanted */
  lines?: number;
}

export interface StudyNode {
  /** the number of the node before; −1 for the start */
  parent: number;
  seat?: number;
  text?: string;
  comment?: string;
}

/** A start (without `events`), and all that was tried. */
export interface NewStudy extends AnalysedPosition {
  /** the first one is the start */
  nodes: Array<StudyNode>;
}

export interface PossibleDraw {
  text: string;
  sentence: string;
  /** how likely it is, from 0 to 1 */
  share: number;
}

/** A position of the analysis board. */
export interface AnalysisView {
  svg: string;
  /** what led to it; empty at the beginning */
  sentence: string;
  status: string;
  /** the section of the guide that fits */
  topic: string;
  /** whether the last event was chance */
  rolled: boolean;
  over: boolean;
  /** the seats that may choose */
  actors: Array<number>;
  /** by seat: every legal event, and what is touched for it */
  clicks: Record<string, Record<string, Array<string>>>;
  /** all possible outcomes, where chance is to act */
  draws: Array<PossibleDraw>;
  /** from which seat it is drawn */
  side: number | null;
  /** whether it makes sense to ask what the next one threatens */
  threatens: boolean;
  /** the position as text; a table can begin with it */
  diagram: string;
  options: Record<string, boolean | number | string>;
  result: Array<number> | null;
}

export interface LineEvent {
  seat: number;
  text: string;
}

/** A choice, or an outcome of a draw, and what is expected to follow. */
export interface AnalysisLine {
  /** this one first */
  events: Array<LineEvent>;
  /** the first one in words */
  sentence: string;
  /** what is touched for it on the picture; nothing for an outcome */
  path: Array<string>;
  /** what each seat can expect: its result, alone its points */
  values: Array<number>;
  /** the standard error of each */
  errors: Array<number>;
  /** whether that is certain */
  proven: boolean;
  /** of an outcome: how likely it is */
  share: number;
}

/** How far an analysis has come: each is sent when it is known, and replaces the one before. */
export interface AnalysisLines {
  /** whose choice; −1: chance */
  seat: number;
  values: Array<number>;
  errors: Array<number>;
  /** the best first; of a draw all outcomes in their order */
  lines: Array<AnalysisLine>;
  simulations: number;
  /** whether thinking on changes nothing */
  final: boolean;
  /** how much of the search is compiled, in percent; no lines yet */
  warming?: number;
}

export interface KeptStudy {
  id: string;
  url: string;
  /** where the record with its variations is downloaded */
  file: string;
}

export interface AnalysisSeat {
  label: string;
  name: string;
  colours: Array<string>;
}

export interface AnalysisNode {
  parent: number;
  seat: number;
  text: string;
  comment: string;
  /** its number in the record, if it belongs to its main line */
  at: number | null;
}

/** Where all begins, to be sent with every request. */
export interface AnalysisStart {
  record?: string;
  game?: string;
  lesson?: string;
  position?: string;
}

export interface AnalysisBoot extends Speech {
  game: string;
  title: string;
  start: AnalysisStart;
  nodes: Array<AnalysisNode>;
  /** the one that is shown first */
  node: number;
  view: AnalysisView;
  seats: Array<AnalysisSeat>;
  /** whether everybody has a sheet of their own */
  sheets: boolean;
  /** whether values are points: somebody plays alone */
  points: boolean;
  asks: Record<string, string>;
  wide: boolean;
  share: Share;
}

export interface DiceRequest {
  game: string;
}

export interface DailyRequest {
  game: string;
  /** of UTC, as 2026-11-18; today if you do not say */
  day?: string | null;
  /** your one try that counts: the same, however often you ask */
  counts?: boolean;
}

export interface NewDice {
  /** the SHA-256 of their secret; `null` in a game without chance */
  commitment: string | null;
}

/** A sketch of a position, and one thing to do with it: put or take away a piece, begin a moment, other options,
clear it all. With none of these it is only looked at. */
export interface Edit {
  game: string;
  /** the sketch, a diagram; without it, a new game */
  position?: string | null;
  /** whose sheet, where everybody has one */
  seat?: number;
  place?: string | null;
  /** what is put on `place`; empty: what lies there is taken away */
  piece?: string;
  moment?: string | null;
  seats?: number | null;
  options?: Record<string, boolean | number | string> | null;
  clear?: boolean;
}

export interface EditorPiece {
  name: string;
  label: string;
  colours: Array<string>;
}

export interface EditorPlace {
  name: string;
  label: string;
}

export interface EditorMoment {
  name: string;
  label: string;
}

/** A position that somebody puts together, whether it can be or not. */
export interface Sketch {
  /** the sketch as a diagram, to be sent with the next edit */
  position: string;
  /** with an element `place-NAME` for every place */
  svg: string;
  /** why it cannot be; `null`: it can */
  reason: string | null;
  status: string;
  pieces: Array<EditorPiece>;
  places: Array<EditorPlace>;
  /** that of `moments` which it is; empty if none */
  moment: string;
  moments: Array<EditorMoment>;
  /** how many play */
  seats: number;
  options: Record<string, boolean | number | string>;
}

export interface EditorBoot extends Speech {
  game: string;
  title: string;
  sketch: Sketch;
  /** the possible numbers of players */
  numbers: Array<number>;
  options: Array<Option>;
  /** of the seats */
  names: Array<string>;
  /** whether everybody has a sheet of their own */
  sheets: boolean;
  share: Share;
}

export interface LessonTry {
  /** your choices so far, from the first position on */
  choices?: Array<string>;
  /** whether the pictures are for a wide place */
  wide?: boolean;
}

export interface Lesson {
  name: string;
  title: string;
  /** what to do, in a sentence */
  task: string;
  /** in so many choices */
  within: number;
  /** where its position can be analysed */
  analysis: string;
}

/** A position of a lesson. */
export interface LessonFrame {
  svg: string;
  /** what led to it; empty at the beginning */
  sentence: string;
  /** whether that was chance */
  rolled: boolean;
}

/** Where your choices in a lesson lead. */
export interface LessonView {
  outcome: "open" | "reached" | "missed";
  /** the task while it is open, then what was learned, or a help */
  sentence: string;
  /** how many choices are left */
  left: number;
  /** yours */
  seat: number;
  /** every legal event text, and what is touched for it on the picture */
  clicks: Record<string, Array<string>>;
  /** all positions since your last choice; the last one is how it stands */
  frames: Array<LessonFrame>;
}

export interface LessonSolution {
  /** a way to the goal, from the first position on */
  choices: Array<string>;
}

export interface LessonBoot extends Speech {
  game: string;
  /** the path of the pages, before the name of a lesson */
  pages: string;
  /** the path of the requests, before the name of a lesson */
  calls: string;
  /** under this name the browser keeps which of them are done */
  kept: string;
  lessons: Array<Lesson>;
  /** the name of the one that is shown first */
  lesson: string;
  wide: boolean;
  asks: Record<string, string>;
  view: LessonView;
}

export interface TableBoot extends Speech {
  table: string;
  game: string;
  title: string;
  /** the path of the live channel */
  live: string;
  share: Share;
  /** what comes next, by the kinds of what was touched: `plate.spot` */
  asks: Record<string, string>;
  view: View;
  entries: Array<Entry>;
  /** whether draws are dice */
  rolls: boolean;
}

export interface ReplayBoot extends Speech {
  record: string;
  /** the position that is shown first */
  n: number;
  /** how many events there are */
  total: number;
  game: string;
  title: string;
  names: Array<string>;
  seats: Array<string>;
  result: Array<number> | null;
  status: string;
  /** what each event says */
  sentences: Array<string>;
  /** the section of the guide that fits each position */
  topics: Array<string>;
  /** which events were drawn, counted from 0 */
  chance: Array<number>;
  wide: boolean;
  svg: string;
  share: Share;
}

export interface PuzzleTry {
  /** what you choose, as an event text */
  choice: string;
  /** whether the pictures are for a wide place */
  wide?: boolean;
}

export interface PuzzleAsk {
  /** whether the pictures are for a wide place */
  wide?: boolean;
}

/** A puzzle in a list. */
export interface PuzzleName {
  id: string;
  /** 1 very easy to 5 very hard */
  grade: number;
  themes: Array<string>;
}

/** How you stand in the puzzles of a game. */
export interface PuzzleStanding {
  rating: number;
  /** puzzles that you have tried */
  tries: number;
  /** so many in a row you solved at the first try */
  streak: number;
  /** your longest row */
  best: number;
  solved: number;
  /** all puzzles of the game */
  total: number;
}

/** A puzzle to solve. */
export interface PuzzleView {
  id: string;
  /** its heading: the puzzle of the day, or how hard it is */
  name: string;
  /** 1 very easy to 5 very hard */
  grade: number;
  grade_name: string;
  /** in words; told only when it is solved or shown, else empty */
  themes: Array<string>;
  rating: number;
  /** what to find, in a sentence */
  task: string;
  /** yours */
  seat: number;
  /** whether it is the puzzle of the day */
  today: boolean;
  /** whether you have solved it before */
  solved: boolean;
  /** every legal event text, and what is touched for it on the picture */
  clicks: Record<string, Array<string>>;
  frame: LessonFrame;
  standing: PuzzleStanding;
}

/** What a choice leads to. */
export interface PuzzleAnswer {
  passed: boolean;
  /** why it is right, or a kind word */
  sentence: string;
  themes: Array<string>;
  /** the position after your choice, and what follows from it */
  frames: Array<LessonFrame>;
  standing: PuzzleStanding;
}

export interface PuzzleSolution {
  answer: string;
  /** why */
  sentence: string;
  /** what is tempting and weaker; may be empty */
  trap: string;
  themes: Array<string>;
  /** the first position, then the answer and what is expected after it */
  frames: Array<LessonFrame>;
  standing: PuzzleStanding;
}

export interface PuzzleBoot extends Speech {
  game: string;
  wide: boolean;
  theme: string;
  grade: string;
  asks: Record<string, string>;
  view: PuzzleView;
}

/** How far the report on a game is. */
export interface ReportStanding {
  /** `none`: nobody has asked for it yet */
  state: "none" | "waiting" | "working" | "done" | "failed";
  /** events that are judged */
  done: number;
  /** of so many */
  total: number;
  /** other reports that come first */
  ahead: number;
}

export type ClientMessage = HelloMessage | PingMessage | CommandMessage;

export type ServerMessage = WelcomeMessage | EntryMessage | ViewMessage | RedrawMessage | HereMessage | ThinkingMessage | WarmingMessage | AckMessage | RematchAckMessage | RefusedMessage | PongMessage | GoneMessage | LaterMessage;

export interface Calls {
  "GET /api/games/{name}/lessons": { body: null; answer: Array<Lesson> };
  "POST /api/games/{name}/lessons/{lesson}": { body: LessonTry; answer: LessonView };
  "GET /api/games/{name}/lessons/{lesson}/solution": { body: null; answer: LessonSolution };
  "POST /api/dice": { body: DiceRequest; answer: NewDice };
  "POST /api/daily": { body: DailyRequest; answer: OpenedTable };
  "PUT /api/records/{id}/report": { body: null; answer: ReportStanding };
  "GET /api/records/{id}/report": { body: null; answer: ReportStanding };
  "GET /api/records/{id}/report.json": { body: null; answer: string };
  "POST /api/analysis/position": { body: PositionRequest; answer: AnalysisView };
  "POST /api/analysis/draw": { body: AnalysedPosition; answer: LineEvent };
  "POST /api/analysis/lines": { body: LinesRequest; answer: string };
  "POST /api/analysis/studies": { body: NewStudy; answer: KeptStudy };
  "POST /api/editor": { body: Edit; answer: Sketch };
  "GET /api/games/{name}/puzzles": { body: null; answer: Array<PuzzleName> };
  "GET /api/games/{name}/puzzles/next": { body: null; answer: PuzzleView };
  "GET /api/games/{name}/puzzles/today": { body: null; answer: PuzzleView };
  "GET /api/games/{name}/puzzles/{puzzle}": { body: null; answer: PuzzleView };
  "POST /api/games/{name}/puzzles/{puzzle}": { body: PuzzleTry; answer: PuzzleAnswer };
  "POST /api/games/{name}/puzzles/{puzzle}/solution": { body: PuzzleAsk; answer: PuzzleSolution };
  "GET /api/records/{id}/exercises/{seat}": { body: null; answer: Array<Lesson> };
  "POST /api/records/{id}/exercises/{seat}/{number}": { body: LessonTry; answer: LessonView };
  "GET /api/records/{id}/exercises/{seat}/{number}/solution": { body: null; answer: LessonSolution };
  "GET /api/games": { body: null; answer: Array<Game> };
  "GET /api/games/{name}": { body: null; answer: GameWithOptions };
  "POST /api/players": { body: PlayerName; answer: NewPlayer };
  "GET /api/me": { body: null; answer: Me };
  "PATCH /api/me": { body: PlayerName; answer: Me };
  "GET /api/me/tables": { body: null; answer: Array<MyTable> };
  "GET /api/me/scores/{game}": { body: null; answer: Array<number> };
  "POST /api/tables": { body: NewTable; answer: OpenedTable };
  "GET /api/tables/{id}": { body: null; answer: TableView };
  "GET /api/tables/{id}/entries": { body: null; answer: Array<Entry> };
  "POST /api/tables/{id}/join": { body: JoinRequest; answer: JoinedTable };
  "POST /api/tables/{id}/do": { body: CommandMessage; answer: EntryAdded | RematchOpened };
  "GET /api/tables/{id}/sentence": { body: null; answer: Sentence };
  "GET /api/tables/{id}/record": { body: null; answer: string };
  "GET /api/tables/{id}/invite.svg": { body: null; answer: string };
  "GET /api/tables/{id}/{number}.svg": { body: null; answer: string };
  "POST /api/records": { body: string; answer: KeptRecord };
}

export interface Parts {
  "analyse": HTMLElementTagNameMap["a"];
  "bar": HTMLElementTagNameMap["div"];
  "begin": HTMLElementTagNameMap["dialog"];
  "begin-answer": HTMLElementTagNameMap["p"];
  "begin-now": HTMLElementTagNameMap["button"];
  "board": HTMLElementTagNameMap["div"];
  "buttons": HTMLElementTagNameMap["div"];
  "clear": HTMLElementTagNameMap["button"];
  "comment": HTMLElementTagNameMap["textarea"];
  "copy": HTMLElementTagNameMap["button"];
  "count": HTMLElementTagNameMap["select"];
  "delete": HTMLElementTagNameMap["button"];
  "diagram": HTMLElementTagNameMap["textarea"];
  "dice": HTMLElementTagNameMap["details"];
  "down": HTMLElementTagNameMap["button"];
  "edit": HTMLElementTagNameMap["a"];
  "effort": HTMLElementTagNameMap["p"];
  "ending": HTMLElementTagNameMap["section"];
  "engine": HTMLElementTagNameMap["button"];
  "filters": HTMLElementTagNameMap["form"];
  "first": HTMLElementTagNameMap["button"];
  "hint": HTMLElementTagNameMap["section"];
  "hint-buttons": HTMLElementTagNameMap["div"];
  "hint-close": HTMLElementTagNameMap["button"];
  "hint-more": HTMLElementTagNameMap["p"];
  "hint-words": HTMLElementTagNameMap["p"];
  "invite": HTMLElementTagNameMap["dialog"];
  "invite-command": HTMLElementTagNameMap["code"];
  "invite-copy": HTMLElementTagNameMap["button"];
  "invite-copy-command": HTMLElementTagNameMap["button"];
  "invite-done": HTMLElementTagNameMap["p"];
  "invite-link": HTMLElementTagNameMap["input"];
  "invite-opening": HTMLElementTagNameMap["div"];
  "invite-picture": HTMLElementTagNameMap["img"];
  "invite-share": HTMLElementTagNameMap["button"];
  "invite-show": HTMLElementTagNameMap["button"];
  "invite-steps": HTMLElementTagNameMap["div"];
  "invite-words": HTMLElementTagNameMap["p"];
  "last": HTMLElementTagNameMap["button"];
  "lesson-title": HTMLElementTagNameMap["h2"];
  "lines": HTMLElementTagNameMap["ol"];
  "log": HTMLElementTagNameMap["ol"];
  "lost": HTMLElementTagNameMap["p"];
  "match": HTMLElementTagNameMap["p"];
  "moment": HTMLElementTagNameMap["select"];
  "next": HTMLElementTagNameMap["button"];
  "notice": HTMLElementTagNameMap["p"];
  "options": HTMLElementTagNameMap["div"];
  "outcome": HTMLElementTagNameMap["p"];
  "pieces": HTMLElementTagNameMap["nav"];
  "place": HTMLElementTagNameMap["span"];
  "play": HTMLElementTagNameMap["button"];
  "players": HTMLElementTagNameMap["div"];
  "previous": HTMLElementTagNameMap["button"];
  "promote": HTMLElementTagNameMap["button"];
  "puzzle-facts": HTMLElementTagNameMap["p"];
  "puzzle-name": HTMLElementTagNameMap["h2"];
  "puzzle-standing": HTMLElementTagNameMap["p"];
  "read": HTMLElementTagNameMap["button"];
  "report": HTMLElementTagNameMap["section"];
  "rules": HTMLElementTagNameMap["section"];
  "rules-close": HTMLElementTagNameMap["button"];
  "rules-follow": HTMLElementTagNameMap["button"];
  "rules-foot": HTMLElementTagNameMap["p"];
  "rules-found": HTMLElementTagNameMap["p"];
  "rules-heading": HTMLElementTagNameMap["h2"];
  "rules-open": HTMLElementTagNameMap["button"];
  "rules-sections": HTMLElementTagNameMap["select"];
  "rules-text": HTMLElementTagNameMap["div"];
  "rules-word": HTMLElementTagNameMap["input"];
  "save": HTMLElementTagNameMap["button"];
  "saved": HTMLElementTagNameMap["dialog"];
  "saved-copy": HTMLElementTagNameMap["button"];
  "saved-file": HTMLElementTagNameMap["a"];
  "saved-link": HTMLElementTagNameMap["input"];
  "say": HTMLElementTagNameMap["form"];
  "say-text": HTMLElementTagNameMap["input"];
  "seats": HTMLElementTagNameMap["ul"];
  "sentence": HTMLElementTagNameMap["p"];
  "settings": HTMLElementTagNameMap["dialog"];
  "settings-open": HTMLElementTagNameMap["button"];
  "side": HTMLElementTagNameMap["select"];
  "sides": HTMLElementTagNameMap["label"];
  "slider": HTMLElementTagNameMap["input"];
  "speed": HTMLElementTagNameMap["select"];
  "stage": HTMLElementTagNameMap["div"];
  "start": HTMLElementTagNameMap["button"];
  "status": HTMLElementTagNameMap["p"];
  "talk": HTMLElementTagNameMap["div"];
  "threats": HTMLElementTagNameMap["button"];
  "tray": HTMLElementTagNameMap["div"];
  "tree": HTMLElementTagNameMap["div"];
  "undo": HTMLElementTagNameMap["button"];
  "up": HTMLElementTagNameMap["button"];
  "values": HTMLElementTagNameMap["span"];
  "warming": HTMLElementTagNameMap["p"];
  "warmth": HTMLElementTagNameMap["progress"];
  "watching": HTMLElementTagNameMap["p"];
  "whole": HTMLElementTagNameMap["form"];
  "zoom": HTMLElementTagNameMap["button"];
}
