import { SEPARATORS, wordsOf } from "./words.ts";

/** The most highlights of a document, and the longest one in characters, however they are counted (composition.md 4). */
export const HIGHLIGHTS_MAX = 3;
export const HIGHLIGHT_LENGTH_MAX = 200;

/** How much stands before the word that was found. */
const BEFORE = 60;

/** A stretch of a document's text around a place where a word was found. */
export interface Passage {
  readonly text: string;
  /** Whether the text begins there: else the first word may be half a word. */
  readonly isBeginning: boolean;
}

/** A document that was found, as far as it says why. */
interface Telling {
  readonly name: string;
  readonly description: string | null;
  readonly passages: readonly Passage[];
}

/**
 * What documents say where these words were found: of the name, of the description, of the text. For those of one page,
 * which have words in common: each is spelt once.
 */
export function highlighter(words: readonly string[]): (found: Telling) => readonly string[] {
  const wanted = { isWanted: wantedAmong(words), candidates: candidatesFor(words) };
  return (found) => highlightsOf(found, wanted);
}

/** What is looked for in a text. */
interface Wanted {
  /** Whether a run of letters says one of the words. */
  isWanted(run: string): boolean;
  /** One of them is in every run that does, and each in few others. */
  readonly candidates: readonly RegExp[];
}

/** A word that stands as it is spelt, but for its case, is looked for first; what is beyond ASCII may come to anything. */
const candidatesFor = (words: readonly string[]): readonly RegExp[] => [
  new RegExp(words.join("|"), "gi"),
  /[^\0-\x7f]/g,
];

/** What is a word as it stands, but for its case: nearly all of most texts. */
const PLAIN = /^[A-Za-z0-9]+$/;

function wantedAmong(words: readonly string[]): Wanted["isWanted"] {
  const wanted = new Set(words);
  const known = new Map<string, boolean>();
  return (run) => {
    if (PLAIN.test(run)) return wanted.has(run.toLowerCase());
    const before = known.get(run);
    if (before !== undefined) return before;
    const isWanted = wordsOf(run).some((word) => wanted.has(word));
    known.set(run, isWanted);
    return isWanted;
  };
}

function highlightsOf(found: Telling, wanted: Wanted): readonly string[] {
  const sources: readonly Passage[] = [
    { text: found.name, isBeginning: true },
    { text: oneLine(found.description ?? ""), isBeginning: true },
    ...found.passages,
  ];
  const highlights = new Set<string>();
  for (const source of sources) {
    if (highlights.size === HIGHLIGHTS_MAX) break;
    const excerpt = excerptOf(source, wanted);
    if (excerpt !== null) highlights.add(excerpt);
  }
  return [...highlights];
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ");

const RUN = new RegExp(`[^${SEPARATORS}]+`, "gu");

/** The words around one that is wanted; `null` without any. */
function excerptOf(passage: Passage, wanted: Wanted): string | null {
  for (const candidate of wanted.candidates) {
    const excerpt = excerptAt(passage, wanted, candidate);
    if (excerpt !== null) return excerpt;
  }
  return null;
}

/** Around the first. From one candidate to the next: most runs are none. */
function excerptAt({ text, isBeginning }: Passage, { isWanted }: Wanted, candidate: RegExp): string | null {
  for (let from = 0; ; from = RUN.lastIndex) {
    candidate.lastIndex = from;
    const next = candidate.exec(text);
    if (next === null) return null;
    RUN.lastIndex = Math.max(from, text.lastIndexOf(" ", next.index) + 1);
    const found = RUN.exec(text);
    if (found === null) return null;
    const { 0: run, index } = found;
    if (index === 0 && !isBeginning) continue;
    if (isWanted(run)) return around(text, index, run.length);
  }
}

/** Cut between words, and never inside a character; a word longer than the whole is cut itself. */
function around(text: string, at: number, length: number): string {
  const start = at <= BEFORE ? 0 : spaceAfter(text, at - BEFORE, at);
  const end = start + HIGHLIGHT_LENGTH_MAX;
  if (end >= text.length) return text.slice(start).trim();
  const space = text.lastIndexOf(" ", end);
  return text
    .slice(start, space >= at + length ? space : end)
    .trim()
    .toWellFormed()
    .replace(/\ufffd$/, "");
}

function spaceAfter(text: string, from: number, until: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 || space >= until ? until : space + 1;
}
