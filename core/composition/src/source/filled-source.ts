import { type Filling, placeholdersIn } from "./placeholders.ts";
import { CONTROLS, escapedValue } from "./typst-text.ts";

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
      by: escapedValue(filling.printedValue(name)),
    })),
    ...Array.from(wellFormed.matchAll(CONTROLS), ({ index }) => ({ start: index, end: index + 1, by: "" })),
  ].toSorted((one, other) => one.start - other.start);
  return {
    source: replaced(wellFormed, replacements),
    origin: (line, column) => originOf(wellFormed, replacements, line, column),
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

/** Walks the author's line along the filled one. What stands inside a value stands at its placeholder. */
function originOf(text: string, replacements: readonly Replacement[], line: number, column: number): Position {
  const lines = text.split("\n");
  const author = lines[line - 1];
  if (author === undefined) return { line: Math.max(1, lines.length), column: length(lines.at(-1) ?? "") + 1 };
  const offset = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const own = replacements.filter(({ start }) => start >= offset && start < offset + author.length);
  let [left, at, passed] = [column - 1, offset, 0];
  for (const { start, end, by } of own) {
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

const length = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
