/**
 * What a parser of Markdown would take too long for, or too deep: it goes through marks in pairs, so that 20 kB of them
 * held a host for 15 s, and 100 kB of half a link for 32 s. Such a text is printed as it is (docs/decisions/0091).
 */

/** UTF-16 units that are parsed at once; it takes some 6 ms for a thousand. */
const LENGTH_MAX = 262_144;
/** Squares of the marks of emphasis in each block, summed: about a second. */
const EMPHASIS_MAX = 10_000_000;
/** The same of all other marks, which cost a tenth. */
const MARKS_MAX = 100_000_000;
/** Quotes and lists in each other on one line, or by their indentation. */
const NESTED = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){60}|^[ \t]{100,}(?:[-+*>]|\d{1,9}[.)])/m;

/** Whether a text is better not parsed. Looks at each character once. */
export function isIntricate(markdown: string): boolean {
  if (markdown.length > LENGTH_MAX || NESTED.test(markdown)) return true;
  let [emphasis, marks] = [0, 0];
  for (const block of markdown.split(/\n[ \t]*\n/)) {
    emphasis += count(block, /[*_~]/g) ** 2;
    marks += count(block, /[[\]()<>`|!]/g) ** 2;
  }
  return emphasis > EMPHASIS_MAX || marks > MARKS_MAX;
}

const count = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0;
