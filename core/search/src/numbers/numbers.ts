import { amountsIn } from "./amounts.ts";
import { accountsIn, groupsIn, phonesIn } from "./codes.ts";
import { datesIn } from "./dates.ts";
import type { NumberSpan } from "./number-span.ts";

const ANY_DIGIT = /\d/;
const INTEGER = /(?<![\p{L}\p{N}])\d{1,40}(?![\p{L}\p{N}])/gu;

/**
 * Returns the terms of the numbers, dates and codes of a folded text (composition.md 4). Digit groups are terms, too,
 * except in certain amounts: `850` does not find `1 850,00`.
 */
export function numberTerms(folded: string): readonly string[] {
  const text = nearDigits(folded.replace(LONG_BLANKS, "  "));
  const spans = spansIn(text);
  const terms = spans.flatMap(({ exact, wider }) => [...exact, ...wider]);
  const rest = without(
    text,
    spans.filter(({ hidesPieces }) => hidesPieces),
  );
  for (const [digits] of rest.matchAll(INTEGER)) terms.push(`#${digits}`);
  for (const { exact, wider, isGuess } of spansIn(overLineEnds(text)))
    if (!isGuess) for (const term of [...exact, ...wider]) terms.push(term);
  return terms;
}

/** Runs of blanks: a number may continue after any of them as after two blanks. */
const LONG_BLANKS = / {3,}/g;
const DIGITS = /\d+/g;
/** More than a number, date or code has before its first digit, and after its last one. */
const AROUND_DIGITS = 64;

/** Returns the parts of a text around its digits, on lines of their own: most of a text is far from any. */
function nearDigits(text: string): string {
  const parts: string[] = [];
  let [start, end] = [0, 0];
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    if (index - AROUND_DIGITS > end) {
      if (end > 0) parts.push(text.slice(start, end));
      start = index - AROUND_DIGITS;
    }
    end = index + digits.length + AROUND_DIGITS;
  }
  if (end > 0) parts.push(text.slice(start, end));
  return parts.join("\n");
}

/**
 * The end of a line inside a date or number. It may also separate rows of a table, so matches across lines are
 * additional terms and hide nothing.
 */
const WIDE_BLANK = /[\t ]{0,20}\r?\n[\t ]*(?=\S)| {2,}/g;
/** Characters of the longest month name with its separators. */
const CONTEXT_LENGTH = 12;

/** Joins lines between which a number may continue, each group into one line. */
function overLineEnds(text: string): string {
  let joined = "";
  let before: string | null = null;
  let isOpen = false;
  for (const line of text.split(WIDE_BLANK)) {
    const continues: boolean =
      before !== null &&
      (ANY_DIGIT.test(before.slice(-CONTEXT_LENGTH)) || ANY_DIGIT.test(line.slice(0, CONTEXT_LENGTH)));
    if (continues) joined += isOpen ? ` ${line}` : `${HIDDEN}${before} ${line}`;
    isOpen = continues;
    before = line;
  }
  return joined;
}

/** Returns the numbers of a query in order, without overlaps, and none that ends inside a word. */
export function numberSpans(text: string): readonly NumberSpan[] {
  if (!ANY_DIGIT.test(text)) return [];
  const selected: NumberSpan[] = [];
  for (const span of spansIn(text))
    if (isWhole(text, span) && !selected.some(({ start, end }) => span.start < end && start < span.end))
      selected.push(span);
  return selected.sort((one, other) => one.start - other.start);
}

const isWhole = (text: string, { end }: NumberSpan): boolean => !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));

/** Returns the term of a single integer. */
export const integerTerm = (digits: string): string => `#${digits}`;

/** Dates exclude other readings; the rest is ordered by specificity. */
function spansIn(text: string): readonly NumberSpan[] {
  const dates: NumberSpan[] = [];
  let rest = text;
  for (const span of datesIn(text)) {
    if (rest[span.start] === HIDDEN) continue;
    dates.push(span);
    rest = without(rest, [span]);
  }
  return [...dates, ...accountsIn(rest), ...phonesIn(rest), ...amountsIn(rest), ...groupsIn(rest)];
}

/** Replaces hidden text; part of no number. */
const HIDDEN = "\n";

function without(text: string, spans: readonly NumberSpan[]): string {
  let rest = "";
  let end = 0;
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    if (span.start < end) continue;
    rest += text.slice(end, span.start) + HIDDEN.repeat(span.end - span.start);
    end = span.end;
  }
  return rest + text.slice(end);
}
