import { type ClausePlace, placeFinder } from "./places.ts";
import type { SearchTerms } from "./search-terms.ts";

/**
 * Maximum number of highlights per document, and maximum characters of each, by any way of counting (composition.md 4).
 */
export const HIGHLIGHTS_MAX = 3;
export const HIGHLIGHT_LENGTH_MAX = 200;

/** Maximum characters before the match. */
const BEFORE = 60;

/** A part of a document's text. */
export interface Passage {
  readonly text: string;
  /** True at the start of the text; otherwise the first word may be incomplete. */
  readonly isBeginning: boolean;
}

/** The fields of a hit that highlights come from. */
interface HitTexts {
  readonly name: string;
  readonly description: string | null;
  readonly passages: readonly Passage[];
}

/**
 * Returns a function that finds highlights of hits: around the first match of each clause, in the name, the
 * description, then the text. Use it for all hits of a page: it caches the folded words.
 */
export function highlighter({ wanted }: SearchTerms): (found: HitTexts) => readonly string[] {
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

/** Maximum matches that {@link matchFinder} returns of one text. */
const MATCHES_MAX = 50;

/**
 * Returns a function that finds all matches of a query's clauses in a highlight, in order and without overlap, fifty at
 * most; `start` and `length` count UTF-16 units.
 */
export function matchFinder({ wanted }: SearchTerms): (highlight: string) => readonly ClausePlace[] {
  const finders = wanted.map(placeFinder);
  return (highlight) => {
    const found: ClausePlace[] = [];
    let from = 0;
    while (found.length < MATCHES_MAX && from < highlight.length) {
      const rest = highlight.slice(from);
      const places = finders.flatMap((find) => find(rest, true) ?? []).filter(({ length }) => length > 0);
      const [next, ...others] = places;
      if (!next) break;
      const { start, length } = others.reduce((one, other) => (other.start < one.start ? other : one), next);
      found.push({ start: from + start, length });
      from += start + length;
    }
    return found;
  };
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ");

/** Cuts excerpts around the first match of each clause; merges matches that are close together. */
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

/** Cuts between words, and never inside a character; cuts a word only when it is longer than the excerpt. */
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
