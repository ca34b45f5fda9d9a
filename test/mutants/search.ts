import { type Mutant, mutantsOf } from "./mutant.ts";

const SOURCE = "core/search/src";
const SQL = "adapters/sql/src/search";
const PURE = "core/search/test/search";
const HTTP = "http/search";
const SQLITE = "adapters/sqlite/test/search";
const POSTGRES = "adapters/postgres/test/search";

/** Bugs of words, of the index, and of who finds what. */
export const searchMutants: readonly Mutant[] = mutantsOf({
  [`${SOURCE}/words.ts`]: [
    ["ligatures are letters of their own", ".replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter)", "", PURE],
    ["accents matter", "return unmarked(text)", "return text", PURE],
    [
      "words that are too long are cut",
      "words.filter(isKept)",
      "words.map((word) => word.slice(0, WORD_LENGTH_MAX))",
      PURE,
    ],
    [
      "the longest word of a query is left out",
      "return [...words].every(isKept) ? [...words] : null;",
      "return [...words].filter(isKept);",
      PURE,
    ],
  ],
  [`${SOURCE}/indexed-text.ts`]: [
    ["a word is cut where a piece of the text ends", "}[^${SEPARATORS}]*`", "}`", PURE],
    [
      "places are counted in halves of characters",
      "return piece.length - (piece.match(PAIR)?.length ?? 0);",
      "return piece.length;",
      SQLITE,
    ],
    ["half a character is kept", "source.toWellFormed()", "source", PURE],
  ],
  [`${SOURCE}/highlights.ts`]: [
    ["highlights repeat themselves without end", "if (highlights.size === HIGHLIGHTS_MAX) break;", "", PURE],
    ["a highlight begins with half a word", "if (index === 0 && !isBeginning) continue;", "", PURE],
    ["a highlight ends with half a character", '.replace(/\\ufffd$/, "")', "", PURE],
    ["a highlight ends before its word does", "space >= at + length ? space : end", "space", PURE],
  ],
  [`${SOURCE}/html-text.ts`]: [
    ["scripts are text", "<(script|style|", "<(style|", PURE],
    ["words end where letters are bold", '(WITHIN_WORDS.has(name.toLowerCase()) ? "" : " ")', '" "', PURE],
  ],
  [`${SOURCE}/text-source.ts`]: [
    [
      "what a type is called by is looked for in what all objects have",
      "return KINDS.get(contentType) ?? null;",
      "return (Object.fromEntries(KINDS) as Record<string, TextKind>)[contentType] ?? null;",
      PURE,
    ],
    ["HTML is read with its tags", 'return kind === "html" ? htmlText(source) : source;', "return source;", HTTP],
  ],
  [`${SOURCE}/ranking.ts`]: [
    [
      "the nearest place decides",
      "3 * Math.max(...places) + Math.min(...places)",
      "3 * Math.min(...places) + Math.max(...places)",
      PURE,
      SQLITE,
    ],
  ],
  [`${SOURCE}/search.ts`]: [
    ["a query of blanks finds nothing", "if (length >= 1 &&", "if (isFit &&", HTTP],
    ["a query with U+0000 is searched for", "&& isStorable(query)", "", HTTP],
  ],
  [`${SOURCE}/tree-listener.ts`]: [
    ["nobody hears of a new document", "{ created: enqueue, changed: enqueue }", "{ changed: enqueue }", HTTP],
    [
      "a document says for ever what it said first",
      "{ created: enqueue, changed: enqueue }",
      "{ created: enqueue }",
      HTTP,
    ],
  ],
  [`${SOURCE}/indexing.ts`]: [
    [
      "a new content is not read",
      "if (document.readKey === document.blobKey) return ({ search })",
      "if (document.readKey) return ({ search })",
      HTTP,
    ],
    ["a PDF is never read", "      await jobs.enqueue(jobOf(READ, document.documentId));", "", HTTP],
    ["what was there before the index stays out of it", "await indexAll(dependencies, ids);", "", HTTP],
  ],
  [`${SQL}/finding.ts`]: [
    ["everybody finds everything, where hits are few", "${where} and ${judged}", "${where}", SQLITE, POSTGRES],
    [
      "everybody finds everything, where hits are many",
      '(ids) => inSet(dialect, "entry.document_id", ids)',
      '(ids) => sql`(${inSet(dialect, "entry.document_id", ids)} or true)`',
      SQLITE,
    ],
    ["the oldest comes first", "sql`rank, changed_at desc, id desc`", "sql`rank, changed_at, id desc`", SQLITE],
    [
      "what something lies in is named to everybody",
      "seenAmong(dialect, caller, sql`select documents.* from documents where ${lying}`)",
      "{ workspace: sql`1 = 1`, parent: sql`1 = 1` }",
      SQLITE,
    ],
  ],
  [`${SQL}/matching.ts`]: [
    ["one of the words is enough", 'join(" AND ")', 'join(" OR ")', SQLITE],
    ["one of the words is enough on Postgres", "@> array[", "&& array[", POSTGRES],
    [
      "a part of a word is the word",
      "words: words.map((word) => ` ${word} `)",
      "words: words.map((word) => word)",
      SQLITE,
    ],
  ],
  [`${SQL}/passages.ts`]: [
    [
      "passages are those of the text's beginning",
      "${marks} * ${sql.lit(MARKED_LENGTH)} + 1",
      "1 + 0 * ${marks}",
      SQLITE,
    ],
  ],
  [`${SQL}/migrations.ts`]: [
    ["what is gone is still found", " on delete cascade", "", SQLITE, POSTGRES],
    ["a text keeps the words it had", "      or old.text_words <> new.text_words", "", SQLITE],
  ],
  [`${SQL}/search-index.ts`]: [
    ["an old state is written over a new one", "documents.name = ${name} and ", "", SQLITE],
    [
      "a content is taken for one that was read",
      'isRead ? sql.ref("blob_key") : sql`null`',
      'sql.ref("blob_key")',
      SQLITE,
    ],
    ["a changed content is not outdated", "or entry.blob_key <> each.blob_key", "", SQLITE],
    ["pages past the end have no number", "rows[0] ?? (wanted.page > 1", "rows[0] ?? (wanted.page < 1", SQLITE],
  ],
});
