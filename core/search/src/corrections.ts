import { queryParts } from "./query-parts.ts";
import { isCorrectable } from "./typing-errors.ts";
import { wordsOf } from "./words.ts";

/** A query with corrected words. */
export interface CorrectedQuery {
  /** Unchanged except for the corrected words. */
  readonly query: string;
  /** The corrections. */
  readonly words: readonly string[];
}

interface WordSpan {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** A run of letters with diacritics and invisible characters. */
const RUN = /[\p{L}\p{M}\p{Cf}]+/gu;
const DIGIT = /[\p{N}]/u;

/** Returns the words of a query that may be corrected: not in quotes, not excluded by `-`, not prefixes. */
export function correctableWords(query: string): readonly string[] {
  return [...new Set(correctableSpans(query).map(({ word }) => word))];
}

function correctableSpans(query: string): readonly WordSpan[] {
  const spans: WordSpan[] = [];
  for (const { kind, isUnwanted, text, start: partStart } of queryParts(query)) {
    if (kind !== "plain" || isUnwanted) continue;
    for (const { 0: run, index } of text.matchAll(RUN)) {
      const start = partStart + index;
      const end = start + run.length;
      if (DIGIT.test(query[start - 1] ?? "") || DIGIT.test(query[end] ?? "")) continue;
      const [word, second] = wordsOf(run);
      if (word !== undefined && second === undefined && isCorrectable(word)) spans.push({ start, end, word });
    }
  }
  return spans;
}

/**
 * Yields corrections of one word each, then of two words each, most likely first. `like` has the candidates for each
 * word.
 */
export function* correctedQueries(
  query: string,
  like: ReadonlyMap<string, readonly string[]>,
): Iterable<CorrectedQuery> {
  const spans = correctableSpans(query);
  const words = [...new Set(spans.map(({ word }) => word))];
  const correctedQuery = (replaced: ReadonlyMap<string, string>): CorrectedQuery => ({
    query: corrected(query, spans, replaced),
    words: [...replaced.values()],
  });
  for (const word of words) for (const other of like.get(word) ?? []) yield correctedQuery(new Map([[word, other]]));
  for (const [at, word] of words.entries())
    for (const second of words.slice(at + 1))
      for (const other of like.get(word) ?? [])
        for (const secondOther of like.get(second) ?? [])
          yield correctedQuery(
            new Map([
              [word, other],
              [second, secondOther],
            ]),
          );
}

function corrected(query: string, spans: readonly WordSpan[], replaced: ReadonlyMap<string, string>): string {
  let text = "";
  let done = 0;
  for (const { start, end, word } of spans) {
    const other = replaced.get(word);
    if (other === undefined) continue;
    text += query.slice(done, start) + other;
    done = end;
  }
  return text + query.slice(done);
}
