/**
 * The only module that normalizes text. The platform sorts combining marks by insertion, in quadratic time: 62 kB of
 * them take a second. This module sorts long runs first, in linear time. Callers still limit the length of their input.
 */

/** Composes text (NFC): the form for storage and comparison. */
export function toNfc(text: string): string {
  return normalised(text, "NFC");
}

/** Composes text and unifies compatibility characters (NFKC): for search, never for identity. */
export function toNfkc(text: string): string {
  return normalised(text, "NFKC");
}

/** Decomposes a character and unifies compatibility characters (NFKD). */
export function toNfkd(character: string): string {
  return character.normalize("NFKD");
}

const ANY_MARKS = /\p{M}+/gu;

/**
 * Decomposes text (NFKD) and removes its marks: leaves base letters and digits. Existing marks are removed first, so
 * that none need sorting.
 */
export function removeDiacritics(text: string): string {
  return text.replace(ANY_MARKS, "").normalize("NFKD").replace(ANY_MARKS, "");
}

type Form = "NFC" | "NFKC";

/** Length up to which the platform's sort is fast enough. */
const SHORT_RUN = 100;

/** Marks, and the two voicing letters that become marks in NFKC. */
const RUNS: Readonly<Record<Form, RegExp>> = { NFC: /\p{M}+/gu, NFKC: /[\p{M}\uFF9E\uFF9F]+/gu };

function normalised(text: string, form: Form): string {
  if (text.length <= SHORT_RUN) return text.normalize(form);
  return text.replace(RUNS[form], (run) => (run.length <= SHORT_RUN ? run : inOrder(run, form))).normalize(form);
}

/** Sorts a run of marks into canonical order: by combining class, stable within one. Marks of class 0 stay in place. */
function inOrder(run: string, form: Form): string {
  let ordered = "";
  let byRank: string[] = [];
  for (const mark of run) {
    for (const { text, rank } of partsOf(mark, form)) {
      if (rank === null) {
        ordered += byRank.join("") + text;
        byRank = [];
      } else byRank[rank] = (byRank[rank] ?? "") + text;
    }
  }
  return ordered + byRank.join("");
}

/** A part of a decomposed mark and its combining class. */
interface Part {
  readonly text: string;
  /** Index of the class in {@link CLASSES}; `null` for class 0, which other marks do not move past. */
  readonly rank: number | null;
}

/** Cache of decomposed marks: there are some 2,500. */
const known: Readonly<Record<Form, Map<string, readonly Part[]>>> = { NFC: new Map(), NFKC: new Map() };

function partsOf(mark: string, form: Form): readonly Part[] {
  const before = known[form].get(mark);
  if (before) return before;
  const parts = Array.from(mark.normalize(form === "NFC" ? "NFD" : "NFKD"), (text) => ({ text, rank: rankOf(text) }));
  known[form].set(mark, parts);
  return parts;
}

/** One mark of each canonical combining class, from the lowest to the highest (Unicode, Canonical_Combining_Class). */
const CLASSES = Array.from(
  "\u0334\u{16ff0}\u093c\u3099\u094d\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05bb\u05bc\u05bd" +
    "\u05bf\u05c1\u05c2\ufb1e\u064b\u064c\u064d\u0618\u0619\u061a\u0651\u0652\u0670\u0711\u0c55\u0c56\u0e38\u0e48" +
    "\u0eb8\u0ec8\u0f71\u0f72\u0f74\u0321\u1dce\u031b\u1dfa\u0316\u059a\u302e\u{1d16d}\u05ae\u0300\u0315\u035c\u035d\u0345",
);
const [LOWEST = "", HIGHEST = ""] = [CLASSES[0], CLASSES.at(-1)];

/** Ranks a mark's combining class by comparing it with one of each class; the platform does not expose the classes. */
function rankOf(mark: string): number | null {
  if (!precedes(mark, HIGHEST) && !precedes(LOWEST, mark)) return null;
  return CLASSES.filter((each) => precedes(each, mark)).length;
}

/** True when normalization moves `left` before `right`. */
function precedes(left: string, right: string): boolean {
  return left !== right && (right + left).normalize("NFD") === left + right;
}
