import { type Mutant, mutantsOf } from "./mutant.ts";

const SOURCE = "core/search/src";
const TEST = "core/search/test";
const WORDS = `${TEST}/words`;
const TERMS = `${TEST}/indexed-terms`;
const NUMBERS = `${TEST}/numbers`;
const QUERY = `${TEST}/query`;
const ERRORS = `${TEST}/typing-errors`;
const HIGHLIGHTS = `${TEST}/highlights`;
const SEARCH = `${TEST}/search`;

/** Bugs of words, numbers, queries, ranks and highlights. */
export const searchWordsMutants: readonly Mutant[] = mutantsOf({
  [`${SOURCE}/words.ts`]: [
    ["ligatures are letters of their own", ".replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter)", "", WORDS],
    ["accents matter", "const letters = removeDiacritics(run)", "const letters = run", WORDS],
    [
      "words that are too long are cut",
      "words.filter(isKept)",
      "words.map((word) => word.slice(0, WORD_LENGTH_MAX))",
      WORDS,
    ],
    ["a soft hyphen at a line's end ends a word", '.replace(SOFT_BREAK, "")', "", WORDS],
  ],
  [`${SOURCE}/hyphenated.ts`]: [
    ["words that a line's end breaks are not joined", "at === 0 && open", "at < 0 && open", WORDS, QUERY],
    ["a hyphenated word is not found as one", 'alike.push(inRow.join(""))', 'alike.push("")', WORDS, QUERY],
  ],
  [`${SOURCE}/stemming/stems.ts`]: [
    [
      "stems are those of the word without its marks only",
      "if (marked !== word)",
      "if (false)",
      `${TEST}/stemming/stemming`,
    ],
  ],
  [`${SOURCE}/slices.ts`]: [
    ["a date is cut", "of [LINE_END_OF_WORDS, LINE_END, BETWEEN_LETTERS]", "of [/ /g]", TERMS],
    ["a date over two lines is cut", "[LINE_END_OF_WORDS, LINE_END,", "[LINE_END,", TERMS],
    ["a long word leaves a word of its end", "text.length - end <= SLICE_LENGTH", "false", TERMS],
  ],
  [`${SOURCE}/indexed-terms.ts`]: [
    ["terms have no bound", "termBytes <= TERMS_BYTES_MAX", "true", TERMS],
    ["a folded text has no bound", "if (bytes > TEXT_BYTES_MAX) return false;", "", TERMS],
    ["half a character is stored", "slicesOf(source.toWellFormed())", "slicesOf(source)", TERMS],
  ],
  [`${SOURCE}/numbers/numbers.ts`]: [
    ["numbers end where their line does", "if (continues)", "if (false)", NUMBERS],
    ["a paragraph's end is within a number", "[\\t ]*(?=\\S)| {2,}/g", "\\s*| {2,}/g", NUMBERS],
  ],
  [`${SOURCE}/numbers/amounts.ts`]: [
    ["an amount is found by its last digits", "hidesPieces: isCertain", "hidesPieces: false", NUMBERS],
    ["columns between commas are an amount", "&& !isBetweenCommas(text, start, end)", "", NUMBERS],
    ["zeros behind the sign matter", 'decimals.replace(/0+$/, "")', "decimals", NUMBERS],
  ],
  [`${SOURCE}/numbers/dates.ts`]: [
    ["the month comes first", "isDay(dayFirst) ? dayFirst", "!isDay(dayFirst) ? dayFirst", NUMBERS],
    ["a date is not found without its year", "wider: [anyYear]", "wider: []", NUMBERS],
  ],
  [`${SOURCE}/numbers/codes.ts`]: [
    ["an account is not found by its beginning", "{ wider: beginnings }", "{}", NUMBERS],
    ["brackets are within no telephone number", '|\\\\) ?)";', ')";', NUMBERS],
    ["a word behind an account is of it", 'found[0].replace(WORDS_BEHIND, "")', "found[0]", NUMBERS],
    ["a country code is another number", ": `0${rest}`", ": digits", NUMBERS],
  ],
  [`${SOURCE}/query.ts`]: [
    ["the longest word of a query is left out", ".every(isKept)", ".some(isKept)", QUERY],
    ["two letters are a prefix", "PREFIX_LEAST = 3", "PREFIX_LEAST = 2", QUERY],
    ["a query has no bound", "distinct(wanted).slice(0, CLAUSES_MAX)", "distinct(wanted)", QUERY],
    [
      "each word of an unwanted phrase is unwanted",
      "return [...phraseOf(words), ...",
      "return [...clauses, ...",
      QUERY,
    ],
  ],
  [`${SOURCE}/typing-errors.ts`]: [
    ["letters in each other's place are two errors", "const isSwap = ", "const isSwap = false && ", ERRORS],
    ["short words are corrected", "CORRECTED_LEAST = 6", "CORRECTED_LEAST = 5", ERRORS],
  ],
  [`${SOURCE}/corrections.ts`]: [
    ["unwanted words are corrected", 'kind !== "plain" || isUnwanted', 'kind !== "plain"', ERRORS],
  ],
  [`${SOURCE}/ranking.ts`]: [
    ["stems are as good as words", "exact.size === any.size ? 0 : 1", "0", SEARCH],
    [
      "a description is as good as a name",
      "has(nameTerms) ? 0 : has(nameTerms, descriptionTerms) ? 1 : 2",
      "has(nameTerms) ? 0 : 2",
      SEARCH,
    ],
  ],
  [`${SOURCE}/highlights.ts`]: [
    ["highlights repeat themselves", "&& !highlights.includes(excerpt)", "", HIGHLIGHTS],
    ["there are more than three", "highlights.length < HIGHLIGHTS_MAX &&", "", HIGHLIGHTS],
    ["a highlight ends with half a character", '.replace(/\\ufffd$/, "")', "", HIGHLIGHTS],
    ["a highlight ends before its word does", "space >= at + length ? space : end", "space", HIGHLIGHTS],
  ],
  [`${SOURCE}/places.ts`]: [
    ["a highlight begins with half a word", "(found.index > 0 || isBeginning) &&", "", HIGHLIGHTS],
    ["words in capitals are no candidates", '"giu"', '"gu"', HIGHLIGHTS],
  ],
  [`${SOURCE}/search.ts`]: [
    [
      "a correction shows a word that the caller may not read",
      "wanted: [...wanted, ...exactWords]",
      "wanted: [...wanted, ...exactWords.slice(0, 0)]",
      SEARCH,
    ],
    ["what is found is corrected, too", "if (hits.total > 0) return", "if (hits.total > 1) return", SEARCH],
  ],
});
