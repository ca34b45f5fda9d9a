import { queryParts } from "./query-parts.ts";
import { isCorrectable } from "./typing-errors.ts";
import { wordsOf } from "./words.ts";

/** A query in which words have others in their place. */
export interface CorrectedQuery {
  /** All else is as it was written. */
  readonly query: string;
  /** The words that were put in. */
  readonly words: readonly string[];
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Words of letters with their marks and what is not seen in them. */
const RUN = /[\p{L}\p{M}\p{Cf}]+/gu;
const BESIDE = /[\p{N}]/u;

/** The words of a query that may have a typing error: none in quotes, none behind `-`, no prefixes. */
export function correctableWords(query: string): readonly string[] {
  return [...new Set(correctablePlaces(query).map(({ word }) => word))];
}

function correctablePlaces(query: string): readonly Place[] {
  const places: Place[] = [];
  for (const { kind, isUnwanted, text, start: partStart } of queryParts(query)) {
    if (kind !== "plain" || isUnwanted) continue;
    for (const { 0: run, index } of text.matchAll(RUN)) {
      const start = partStart + index;
      const end = start + run.length;
      if (BESIDE.test(query[start - 1] ?? "") || BESIDE.test(query[end] ?? "")) continue;
      const [word, second] = wordsOf(run);
      if (word !== undefined && second === undefined && isCorrectable(word)) places.push({ start, end, word });
    }
  }
  return places;
}

/**
 * What a query may mean that has one typing error in a word, then in each of two words; `like` are the words that may
 * stand for each. The first ones come first.
 */
export function* correctedQueries(
  query: string,
  like: ReadonlyMap<string, readonly string[]>,
): Iterable<CorrectedQuery> {
  const places = correctablePlaces(query);
  const words = [...new Set(places.map(({ word }) => word))];
  const by = (replaced: ReadonlyMap<string, string>): CorrectedQuery => ({
    query: corrected(query, places, replaced),
    words: [...replaced.values()],
  });
  for (const word of words) for (const other of like.get(word) ?? []) yield by(new Map([[word, other]]));
  for (const [at, word] of words.entries())
    for (const second of words.slice(at + 1))
      for (const other of like.get(word) ?? [])
        for (const secondOther of like.get(second) ?? [])
          yield by(
            new Map([
              [word, other],
              [second, secondOther],
            ]),
          );
}

function corrected(query: string, places: readonly Place[], replaced: ReadonlyMap<string, string>): string {
  let text = "";
  let done = 0;
  for (const { start, end, word } of places) {
    const other = replaced.get(word);
    if (other === undefined) continue;
    text += query.slice(done, start) + other;
    done = end;
  }
  return text + query.slice(done);
}
