/**
 * The one place where text is normalised. The platform sorts the marks on a letter by insertion, which takes as many
 * steps as their number squared: 62 kB of them cost a second. Long runs are put in order here first, in one step a mark,
 * so that whatever is normalised costs what reading it costs. Whoever accepts text bounds it all the same, before this.
 */

/** Composed (NFC): the form in which text is kept and compared. */
export function composed(text: string): string {
  return normalised(text, "NFC");
}

/** Compatibility composed (NFKC), which makes look-alikes one: for searching, never for telling people apart. */
export function compatible(text: string): string {
  return normalised(text, "NFKC");
}

/** One character taken apart, look-alikes made one (NFKD): a letter and its marks. */
export function decomposed(character: string): string {
  return character.normalize("NFKD");
}

const ANY_MARKS = /\p{M}+/gu;

/**
 * Taken apart, look-alikes made one (NFKD), and without its marks: what letters and digits remain of a text. The marks
 * that are there go first, so that none has to be put in order.
 */
export function unmarked(text: string): string {
  return text.replace(ANY_MARKS, "").normalize("NFKD").replace(ANY_MARKS, "");
}

type Form = "NFC" | "NFKC";

/** Marks of a run that the platform puts in order as fast. */
const SHORT_RUN = 100;

/** Marks, and the two voicing letters that become marks in NFKC. */
const RUNS: Readonly<Record<Form, RegExp>> = { NFC: /\p{M}+/gu, NFKC: /[\p{M}\uFF9E\uFF9F]+/gu };

function normalised(text: string, form: Form): string {
  if (text.length <= SHORT_RUN) return text.normalize(form);
  return text.replace(RUNS[form], (run) => (run.length <= SHORT_RUN ? run : inOrder(run, form))).normalize(form);
}

/** A run of marks in canonical order: by class, and as they came within one. A mark without class stays where it is. */
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

/** What a mark is made of, and where each part stands between the others. */
interface Part {
  readonly text: string;
  /** `null` for what has no class: nothing moves past it. */
  readonly rank: number | null;
}

/** Of the marks that were met: there are some 2,500 in all. */
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

/** How many classes stand before a mark's; asked of the platform, which knows the classes and does not say them. */
function rankOf(mark: string): number | null {
  if (!precedes(mark, HIGHEST) && !precedes(LOWEST, mark)) return null;
  return CLASSES.filter((each) => precedes(each, mark)).length;
}

/** Whether `left` is put before `right` when it comes after. */
function precedes(left: string, right: string): boolean {
  return left !== right && (right + left).normalize("NFD") === left + right;
}
