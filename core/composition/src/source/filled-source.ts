import { type Filling, placeholdersIn } from "./placeholders.ts";
import { CONTROLS } from "./typst-text.ts";

/** A source of Typst with its placeholders filled, and the way back to what its author wrote. */
export interface FilledSource {
  readonly source: string;
  /** Where a line and column of the filled source stand in the author's text. All from 1, in code points. */
  origin(line: number, column: number): Position;
}

/** A place in a text: line and column from 1, in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a text that was replaced by another one. Neither has a newline. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** An author's source, filled. Its lines stay; what a placeholder or a control character was is known by its column. */
export function filledSource(text: string, filling: Filling): FilledSource {
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
    source: replaced(wellFormed, replacements),
    origin(line, column) {
      lineStarts ??= lineStartsIn(wellFormed);
      return originOf(wellFormed, replacements, lineStarts, { line, column });
    },
  };
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  let [result, at] = ["", 0];
  for (const { start, end, by } of replacements) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}

/** Where each line begins. Found once: a compiler tells of a hundred places. */
function lineStartsIn(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** Walks the author's line along the filled one. What stands inside a value stands at its placeholder. */
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
  let [left, at, passed] = [column - 1, offset, 0];
  for (let index = firstFrom(replacements, offset); index < replacements.length; index += 1) {
    const { start, end, by } = replacements[index] as Replacement;
    if (start >= offset + author.length) break;
    const before = length(text.slice(at, start));
    if (left < before) break;
    left -= before;
    passed += before;
    if (left < length(by)) return { line, column: passed + 1 };
    left -= length(by);
    passed += length(text.slice(start, end));
    at = end;
  }
  return { line, column: Math.min(passed + left, length(author)) + 1 };
}

/** The index of the first replacement at a place or behind it. */
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
