import { deletedFrom, endingOf, regionAfter } from "./endings.ts";

const VOWELS = "aeiouyâàëéêèïîôûù";
const isVowel = (letter: string | undefined): boolean => letter !== undefined && VOWELS.includes(letter);

/**
 * Returns the stem of a French word in lower case, by the Snowball rules (snowballstem.org, French). Capitals mark
 * letters that are no vowels in their position, and H a diaeresis.
 */
export function frenchStem(word: string): string {
  const marked = withConsonantsMarked(word);
  const regions = regionsOf(marked);
  let stem = withoutSuffix(marked, regions);
  stem = /(?:enn|onn|ett|ell|eill)$/.test(stem) ? stem.slice(0, -1) : stem;
  stem = stem.replace(ACCENT_BEFORE_CONSONANTS, "e$1");
  return stem.replace(/He|Hi|[IUYH]/g, (mark) => UNMARKED[mark] ?? "");
}

const ACCENT_BEFORE_CONSONANTS = new RegExp(`[éè]([^${VOWELS}]+)$`);
const UNMARKED: Readonly<Record<string, string>> = { I: "i", U: "u", Y: "y", He: "ë", Hi: "ï", H: "" };

function withConsonantsMarked(word: string): string {
  let letters = word;
  for (let at = 0; at < letters.length; at += 1) {
    if (isVowel(letters[at])) {
      const [next = "", second] = [letters[at + 1], letters[at + 2]];
      if ((next === "u" || next === "i") && isVowel(second)) letters = replacedAt(letters, at + 1, next.toUpperCase());
      else if (next === "y") letters = replacedAt(letters, at + 1, "Y");
    }
    if (letters[at] === "ë") letters = replacedAt(letters, at, "He");
    else if (letters[at] === "ï") letters = replacedAt(letters, at, "Hi");
    else if (letters[at] === "y" && isVowel(letters[at + 1])) letters = replacedAt(letters, at, "Y");
    else if (letters[at] === "q" && letters[at + 1] === "u") letters = replacedAt(letters, at + 1, "U");
  }
  return letters;
}

const replacedAt = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1);

/** The starts of the regions RV, R1 and R2 of the rules. */
interface Regions {
  readonly rv: number;
  readonly r1: number;
  readonly r2: number;
}

function regionsOf(word: string): Regions {
  const r1 = regionAfter(word, 0, isVowel);
  return { rv: verbRegionOf(word), r1, r2: regionAfter(word, r1, isVowel) };
}

function verbRegionOf(word: string): number {
  if (isVowel(word[0]) && isVowel(word[1]) && word.length >= 3) return 3;
  if (/^(?:par|col|tap)/.test(word)) return 3;
  for (let at = 1; at < word.length; at += 1) if (isVowel(word[at])) return at + 1;
  return word.length;
}

function withoutSuffix(word: string, regions: Regions): string {
  const { stem: standard, isEnd } = withoutStandardSuffix(word, regions);
  if (isEnd) return withNormalEnd(standard);
  const verb = withoutIVerbSuffix(standard, regions) ?? withoutVerbSuffix(standard, regions);
  return verb === null ? withoutResidualSuffix(standard, regions) : withNormalEnd(verb);
}

const withNormalEnd = (stem: string): string => stem.replace(/Y$/, "i").replace(/ç$/, "c");

/** A rule for a suffix; returns the new word, or `null` when it does not apply. */
type Rule = (word: string, suffix: string, regions: Regions) => string | null;

const isIn = (region: number, word: string, suffix: string): boolean => word.length - suffix.length >= region;

const r2Deleted: Rule = (word, suffix, { r2 }) => (isIn(r2, word, suffix) ? deletedFrom(word, suffix) : null);

const replacedIn =
  (region: keyof Regions, by: string): Rule =>
  (word, suffix, regions) =>
    isIn(regions[region], word, suffix) ? deletedFrom(word, suffix) + by : null;

/** Applied after another suffix was removed: deletes this one in R2; elsewhere replaces it by `by`, or keeps it. */
function alsoWithout(word: string, suffix: string, regions: Regions, by: string | null): string {
  if (!word.endsWith(suffix)) return word;
  return r2Deleted(word, suffix, regions) ?? (by === null ? word : deletedFrom(word, suffix) + by);
}

const ation: Rule = (word, suffix, regions) => {
  const stem = r2Deleted(word, suffix, regions);
  return stem === null ? null : alsoWithout(stem, "ic", regions, "iqU");
};

const eux: Rule = (word, suffix, regions) =>
  r2Deleted(word, suffix, regions) ?? replacedIn("r1", "eux")(word, suffix, regions);

const ement: Rule = (word, suffix, regions) => {
  if (!isIn(regions.rv, word, suffix)) return null;
  const stem = deletedFrom(word, suffix);
  if (stem.endsWith("iv")) {
    const rest = r2Deleted(stem, "iv", regions);
    return rest === null ? stem : alsoWithout(rest, "at", regions, null);
  }
  if (stem.endsWith("eus")) return eux(stem, "eus", regions) ?? stem;
  if (stem.endsWith("abl") || stem.endsWith("iqU")) return r2Deleted(stem, stem.slice(-3), regions) ?? stem;
  if (/[iI]èr$/.test(stem)) return replacedIn("rv", "i")(stem, stem.slice(-3), regions) ?? stem;
  return stem;
};

const ite: Rule = (word, suffix, regions) => {
  const stem = r2Deleted(word, suffix, regions);
  if (stem === null) return null;
  if (stem.endsWith("abil")) return alsoWithout(stem, "abil", regions, "abl");
  return stem.endsWith("ic") ? alsoWithout(stem, "ic", regions, "iqU") : alsoWithout(stem, "iv", regions, null);
};

const ive: Rule = (word, suffix, regions) => {
  const stem = r2Deleted(word, suffix, regions);
  if (stem?.endsWith("at") && isIn(regions.r2, stem, "at"))
    return alsoWithout(deletedFrom(stem, "at"), "ic", regions, "iqU");
  return stem;
};

const issement: Rule = (word, suffix, { r1 }) => {
  const stem = deletedFrom(word, suffix);
  return isIn(r1, word, suffix) && stem !== "" && !isVowel(stem.at(-1)) ? stem : null;
};

const STANDARD: ReadonlyMap<string, Rule> = new Map(
  rulesOf([
    ["ance iqUe isme able iste eux ances iqUes ismes ables istes", r2Deleted],
    ["atrice ateur ation atrices ateurs ations", ation],
    ["logie logies", replacedIn("r2", "log")],
    ["usion ution usions utions", replacedIn("r2", "u")],
    ["ence ences", replacedIn("r2", "ent")],
    ["ement ements", ement],
    ["ité ités", ite],
    ["if ive ifs ives", ive],
    ["eaux", (word, suffix) => `${deletedFrom(word, suffix)}eau`],
    ["aux", replacedIn("r1", "al")],
    ["euse euses", eux],
    ["issement issements", issement],
  ]),
);

function rulesOf(lines: readonly (readonly [string, Rule])[]): readonly (readonly [string, Rule])[] {
  return lines.flatMap(([suffixes, rule]) => suffixes.split(" ").map((suffix) => [suffix, rule] as const));
}

const ADVERBS = ["amment", "emment", "ment", "ments"];
const STANDARD_SUFFIXES: readonly string[] = [...STANDARD.keys(), ...ADVERBS];

/** `isEnd` is true when verb suffixes are not removed; after adverbs they are. */
function withoutStandardSuffix(word: string, regions: Regions): { readonly stem: string; readonly isEnd: boolean } {
  const suffix = endingOf(word, STANDARD_SUFFIXES);
  if (suffix === null) return { stem: word, isEnd: false };
  if (ADVERBS.includes(suffix)) return { stem: withoutAdverbSuffix(word, suffix, regions), isEnd: false };
  const stem = STANDARD.get(suffix)?.(word, suffix, regions) ?? null;
  return stem === null ? { stem: word, isEnd: false } : { stem, isEnd: true };
}

function withoutAdverbSuffix(word: string, suffix: string, { rv }: Regions): string {
  const stem = deletedFrom(word, suffix);
  if (suffix === "amment" || suffix === "emment") return isIn(rv, word, suffix) ? `${stem}${suffix[0]}nt` : word;
  return isVowel(stem.at(-1)) && stem.length - 1 >= rv ? stem : word;
}

const I_VERBS: readonly string[] = (
  "îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent issais " +
  "issait issant issante issantes issants isse issent isses issez issiez issions issons it"
).split(" ");

function withoutIVerbSuffix(word: string, { rv }: Regions): string | null {
  const suffix = endingOf(word, I_VERBS, rv);
  if (suffix === null) return null;
  const stem = deletedFrom(word, suffix);
  const before = stem.at(-1);
  // The preceding letter must be in RV, too.
  return stem.length > rv && before !== "H" && !isVowel(before) ? stem : null;
}

const PLAIN_VERBS = "é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez".split(
  " ",
);
const A_VERBS = "âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions".split(" ");
const VERBS: readonly string[] = ["ions", ...PLAIN_VERBS, ...A_VERBS];

function withoutVerbSuffix(word: string, regions: Regions): string | null {
  const suffix = endingOf(word, VERBS, regions.rv);
  if (suffix === null) return null;
  if (suffix === "ions") return r2Deleted(word, suffix, regions);
  const stem = deletedFrom(word, suffix);
  return A_VERBS.includes(suffix) && stem.endsWith("e") && stem.length > regions.rv ? stem.slice(0, -1) : stem;
}

const RESIDUAL: readonly string[] = ["ion", "ier", "ière", "Ier", "Ière", "e"];

function withoutResidualSuffix(word: string, { rv, r2 }: Regions): string {
  const singular = /(?:Hi|[^aiouès])s$/.test(word) ? word.slice(0, -1) : word;
  const suffix = endingOf(singular, RESIDUAL, rv);
  if (suffix === null) return singular;
  const stem = deletedFrom(singular, suffix);
  if (suffix === "e") return stem;
  if (suffix !== "ion") return `${stem}i`;
  return stem.length >= r2 && stem.length > rv && /[st]$/.test(stem) ? stem : singular;
}
