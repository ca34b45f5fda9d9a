import { type PlaceholderFiller, placeholdersIn } from "./placeholders.ts";
import { CONTROLS } from "./typst-text.ts";

/** A Typst source with filled placeholders, and the mapping to the author's text. */
export interface FilledSource {
  readonly source: string;
  /** Maps a line and column of the filled source to the author's text, from 1, in code points. */
  origin(line: number, column: number): Position;
}

/** A line and column from 1, in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A replaced range of a text, without newlines on either side. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Fills a source. Lines stay the same; columns are mapped through the replacements. */
export function fillSource(text: string, filling: PlaceholderFiller): FilledSource {
  const wellFormed = text.toWellFormed();
  const replacements: readonly Replacement[] = [
    ...Array.from(placeholdersIn(wellFormed), ({ start, end, name }) => ({
      ...{ start, end },
      by: filling.escapedValue(name),
    })),
    ...Array.from(wellFormed.matchAll(CONTROLS), ({ index }) => ({ start: index, end: index + 1, by: "" })),
  ].toSorted((one, other) => one.start - other.start);
  let lineStarts: readonly number[] | undefined;
  return {
    source: applyReplacements(wellFormed, replacements),
    origin(line, column) {
      lineStarts ??= lineStartsIn(wellFormed);
      return originOf(wellFormed, replacements, lineStarts, { line, column });
    },
  };
}

function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  let [result, at] = ["", 0];
  for (const { start, end, by } of replacements) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}

/** Returns the offsets of lines. Computed once, since a compiler may report a hundred positions. */
function lineStartsIn(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** Maps a column through the replacements of its line. Positions inside a value map to its placeholder. */
function originOf(
  text: string,
  replacements: readonly Replacement[],
  lineStarts: readonly number[],
  { line, column }: Position,
): Position {
  const offset = lineStarts[line - 1];
  if (offset === undefined) {
    return { line: lineStarts.length, column: length(text.slice(lineStarts.at(-1))) + 1 };
  }
  const nextStart = lineStarts[line];
  const author = text.slice(offset, nextStart === undefined ? text.length : nextStart - 1);
  let [remaining, at, passed] = [column - 1, offset, 0];
  for (let index = firstFrom(replacements, offset); index < replacements.length; index += 1) {
    const { start, end, by } = replacements[index] as Replacement;
    if (start >= offset + author.length) break;
    const before = length(text.slice(at, start));
    if (remaining < before) break;
    remaining -= before;
    passed += before;
    if (remaining < length(by)) return { line, column: passed + 1 };
    remaining -= length(by);
    passed += length(text.slice(start, end));
    at = end;
  }
  return { line, column: Math.min(passed + remaining, length(author)) + 1 };
}

/** Returns the index of the first replacement at or after the offset. */
function firstFrom(replacements: readonly Replacement[], offset: number): number {
  let [low, high] = [0, replacements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((replacements[middle] as Replacement).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const length = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
