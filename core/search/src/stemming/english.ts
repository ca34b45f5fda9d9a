import { deletedFrom, endingOf, regionAfter } from "./endings.ts";

const isVowel = (letter: string | undefined): boolean => letter !== undefined && "aeiouy".includes(letter);

/**
 * Returns the stem of an English word in lower case, by the Snowball rules (snowballstem.org, English). Y marks a
 * consonant.
 */
export function englishStem(word: string): string {
  if (word.length <= 2) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  const marked = word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  const r1 = firstRegionOf(marked);
  const r2 = regionAfter(marked, r1, isVowel);
  const singular = withoutPlural(marked);
  if (INVARIANT.has(singular)) return singular;
  let stem = withoutParticiple(singular, r1);
  stem = stem.length > 2 && /[^aeiouy][yY]$/.test(stem) ? `${stem.slice(0, -1)}i` : stem;
  stem = withShorterSuffix(stem, r1);
  stem = withoutAdjective(stem, r1, r2);
  stem = withoutLastSuffix(stem, r2);
  stem = withoutFinal(stem, r1, r2);
  return stem.replaceAll("Y", "y");
}

const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  (
    "skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli " +
    "singly:singl sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Words that are not reduced after their plural is removed. */
const INVARIANT: ReadonlySet<string> = new Set(
  "inning outing canning herring earring proceed exceed succeed".split(" "),
);

function firstRegionOf(word: string): number {
  const beginning = /^(?:gener|commun|arsen)/.exec(word);
  return beginning ? beginning[0].length : regionAfter(word, 0, isVowel);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  return /[aeiouy].*[^us]s$/.test(word) ? word.slice(0, -1) : word;
}

const PARTICIPLES: readonly string[] = ["eed", "eedly", "ed", "edly", "ing", "ingly"];

function withoutParticiple(word: string, r1: number): string {
  const suffix = endingOf(word, PARTICIPLES);
  if (suffix === null) return word;
  const stem = deletedFrom(word, suffix);
  if (suffix.startsWith("ee")) return stem.length >= r1 ? `${stem}ee` : word;
  if (!/[aeiouy]/.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return stem.length === r1 && endsShort(stem) ? `${stem}e` : stem;
}

/** True when the last syllable is short. */
const endsShort = (word: string): boolean => /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$/.test(word);

const SHORTER: ReadonlyMap<string, string> = new Map(
  (
    "tional:tion enci:ence anci:ance abli:able entli:ent izer:ize ization:ize ational:ate ation:ate ator:ate alism:al " +
    "aliti:al alli:al fulness:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble bli:ble ogi:og fulli:ful " +
    "lessli:less li:"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const SHORTER_SUFFIXES: readonly string[] = [...SHORTER.keys()];

function withShorterSuffix(word: string, r1: number): string {
  const suffix = endingOf(word, SHORTER_SUFFIXES);
  if (suffix === null) return word;
  const stem = deletedFrom(word, suffix);
  if (stem.length < r1) return word;
  if (suffix === "ogi" && !stem.endsWith("l")) return word;
  if (suffix === "li" && !/[cdeghkmnrt]$/.test(stem)) return word;
  return stem + (SHORTER.get(suffix) ?? "");
}

const ADJECTIVES: ReadonlyMap<string, string> = new Map(
  "tional:tion ational:ate alize:al icate:ic iciti:ic ical:ic ful: ness: ative:"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const ADJECTIVE_SUFFIXES: readonly string[] = [...ADJECTIVES.keys()];

function withoutAdjective(word: string, r1: number, r2: number): string {
  const suffix = endingOf(word, ADJECTIVE_SUFFIXES);
  if (suffix === null) return word;
  const stem = deletedFrom(word, suffix);
  if (stem.length < r1 || (suffix === "ative" && stem.length < r2)) return word;
  return stem + (ADJECTIVES.get(suffix) ?? "");
}

const LAST: readonly string[] = "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion".split(
  " ",
);

function withoutLastSuffix(word: string, r2: number): string {
  const suffix = endingOf(word, LAST);
  if (suffix === null) return word;
  const stem = deletedFrom(word, suffix);
  return stem.length < r2 || (suffix === "ion" && !/[st]$/.test(stem)) ? word : stem;
}

function withoutFinal(word: string, r1: number, r2: number): string {
  const stem = word.slice(0, -1);
  if (word.endsWith("e")) return stem.length >= r2 || (stem.length >= r1 && !endsShort(stem)) ? stem : word;
  return word.endsWith("ll") && stem.length >= r2 ? stem : word;
}
