import { type ClausePlace, placeFinder } from "./places.ts";
import type { SearchTerms } from "./search-terms.ts";

/** The most highlights of a document, and the longest one in characters, however they are counted (composition.md 4). */
export const HIGHLIGHTS_MAX = 3;
export const HIGHLIGHT_LENGTH_MAX = 200;

/** How much stands before the word that was found. */
const BEFORE = 60;

/** A part of a document's text. */
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
 * What documents say where they have what a query wants: of the name, of the description, of the text, where each first
 * is. For those of one page, which have words in common: each is folded once.
 */
export function highlighter({ wanted }: SearchTerms): (found: Telling) => readonly string[] {
  const finders = wanted.map(placeFinder);
  return ({ name, description, passages }) => {
    const highlights: string[] = [];
    const sources = [
      { text: name, isBeginning: true },
      { text: oneLine(description ?? ""), isBeginning: true },
      ...passages,
    ];
    for (const source of sources)
      for (const excerpt of excerptsOf(source, finders))
        if (highlights.length < HIGHLIGHTS_MAX && !highlights.includes(excerpt)) highlights.push(excerpt);
    return highlights;
  };
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ");

/** Around the first place of each clause; one excerpt of two that are near to each other. */
function excerptsOf(
  { text, isBeginning }: Passage,
  finders: readonly ((text: string, isBeginning: boolean) => ClausePlace | null)[],
): readonly string[] {
  const places: ClausePlace[] = [];
  for (const find of finders) {
    const place = places.length < HIGHLIGHTS_MAX ? find(text, isBeginning) : null;
    if (place) places.push(place);
  }
  const excerpts: string[] = [];
  let end = -1;
  for (const { start, length } of places.sort((one, other) => one.start - other.start)) {
    if (start + length <= end) continue;
    const excerpt = excerptAround(text, start, length);
    excerpts.push(excerpt.text);
    end = excerpt.end;
  }
  return excerpts;
}

/** Cut between words, and never inside a character; a word longer than the whole is cut itself. */
function excerptAround(text: string, at: number, length: number): { readonly text: string; readonly end: number } {
  const start = at <= BEFORE ? 0 : spaceAfter(text, at - BEFORE, at);
  const end = start + HIGHLIGHT_LENGTH_MAX;
  if (end >= text.length) return { text: text.slice(start).trim(), end: text.length };
  const space = text.lastIndexOf(" ", end);
  const cut = space >= at + length ? space : end;
  return {
    text: text
      .slice(start, cut)
      .trim()
      .toWellFormed()
      .replace(/\ufffd$/, ""),
    end: cut,
  };
}

function spaceAfter(text: string, from: number, until: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 || space >= until ? until : space + 1;
}
