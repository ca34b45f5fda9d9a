import { amountsIn } from "./amounts.ts";
import { accountsIn, groupsIn, phonesIn } from "./codes.ts";
import { datesIn } from "./dates.ts";
import type { NumberSpan } from "./number-span.ts";

const ANY_DIGIT = /\d/;
const INTEGER = /(?<![\p{L}\p{N}])\d{1,40}(?![\p{L}\p{N}])/gu;

/**
 * The numbers, dates and codes of a text that is folded, in the forms they are found by (composition.md 4). A number is
 * found by its groups of digits, too, unless it is an amount for sure: `850` does not find `1 850,00`.
 */
export function numberTerms(text: string): readonly string[] {
  if (!ANY_DIGIT.test(text)) return [];
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

/**
 * Lines end within dates and numbers, too. Whether they do is a guess where each line is a row of a table: so what is found
 * over their ends is found as well, and hides nothing.
 */
const WIDE_BLANK = /[\t ]{0,20}\r?\n[\t ]*(?=\S)| {2,}/g;
/** Letters of the longest month, and what is beside it. */
const BESIDE_LENGTH = 12;

/** The lines of a text between which a number may go on, each group of them in one line. */
function overLineEnds(text: string): string {
  let joined = "";
  let before: string | null = null;
  let isOpen = false;
  for (const line of text.split(WIDE_BLANK)) {
    const isBeside: boolean =
      before !== null && (ANY_DIGIT.test(before.slice(-BESIDE_LENGTH)) || ANY_DIGIT.test(line.slice(0, BESIDE_LENGTH)));
    if (isBeside) joined += isOpen ? ` ${line}` : `${HIDDEN}${before} ${line}`;
    isOpen = isBeside;
    before = line;
  }
  return joined;
}

/** Those of a query, in its order, none within another, none that ends within a word. */
export function numberSpans(text: string): readonly NumberSpan[] {
  if (!ANY_DIGIT.test(text)) return [];
  const taken: NumberSpan[] = [];
  for (const span of spansIn(text))
    if (isWhole(text, span) && !taken.some(({ start, end }) => span.start < end && start < span.end)) taken.push(span);
  return taken.sort((one, other) => one.start - other.start);
}

const isWhole = (text: string, { end }: NumberSpan): boolean => !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));

/** What an integer that stands alone is found by. */
export const integerTerm = (digits: string): string => `#${digits}`;

/** Dates are nothing else. Of the others those that say the most come first. */
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

/** Between numbers, and in none. */
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
