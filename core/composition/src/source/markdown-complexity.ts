/**
 * Limits for the Markdown parser, whose time is quadratic in marks: 20 kB of them blocked a host for 15 s, and 100 kB
 * of incomplete links for 32 s. Texts beyond the limits are printed without parsing (docs/decisions/0122).
 */

/** Maximum length in UTF-16 units; parsing takes about 6 ms per thousand. */
const LENGTH_MAX = 262_144;
/** Limit of the sum of squares of emphasis marks per block: about a second. */
const EMPHASIS_MAX = 10_000_000;
/** Limit for other marks, which take a tenth of the time. */
const MARKS_MAX = 100_000_000;
/** Deeply nested quotes and lists, on one line or by indentation. */
const NESTED = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){60}|^[ \t]{100,}(?:[-+*>]|\d{1,9}[.)])/m;

/** True when a text must not be parsed. Linear time. */
export function isTooComplex(markdown: string): boolean {
  if (markdown.length > LENGTH_MAX || NESTED.test(markdown)) return true;
  let [emphasis, marks] = [0, 0];
  for (const block of markdown.split(/\n[ \t]*\n/)) {
    emphasis += count(block, /[*_~]/g) ** 2;
    marks += count(block, /[[\]()<>`|!]/g) ** 2;
  }
  return emphasis > EMPHASIS_MAX || marks > MARKS_MAX;
}

const count = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0;
