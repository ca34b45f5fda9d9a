import { type Mutant, mutantsOf } from "./mutant.ts";

const SOURCE = "core/search/src";
const SQL = "adapters/sql/src/search";
const PURE = "core/search/test/html-text";
const HTTP = "http/search";
const SQLITE = "adapters/sqlite/test/search";
const POSTGRES = "adapters/postgres/test/search";

/** Bugs of words, of the index, and of who finds what. */
export const searchMutants: readonly Mutant[] = mutantsOf({
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
    [
      "a text is read to its end",
      "Math.min(content.byteSize, TEXT_BYTES_MAX)",
      "Math.min(content.byteSize, 2 * TEXT_BYTES_MAX)",
      HTTP,
    ],
    ["HTML is read with its tags", 'return kind === "html" ? htmlText(source) : source;', "return source;", HTTP],
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
      "if (document.readKey === document.blobKey) return { heading };",
      "if (document.readKey) return { heading };",
      HTTP,
    ],
    [
      "a PDF is never read",
      "        await jobs.enqueue(jobOf(READ, { documentId, ownerId: owners.get(documentId) ?? null }));",
      "",
      HTTP,
    ],
    ["what was there before the index stays out of it", "await indexAll(dependencies, changed);", "", HTTP],
  ],
  [`${SQL}/placing.ts`]: [
    [
      "everybody finds everything, where hits are few",
      "select * from found where ${isReadable(dialect, caller)}",
      "select * from found",
      SQLITE,
      POSTGRES,
    ],
    [
      "what is found is not in the order of changes",
      "order by changed_at desc, id desc) as place",
      "order by changed_at, id) as place",
      SQLITE,
      POSTGRES,
    ],
  ],
  [`${SQL}/hits.ts`]: [
    ["words in a row may be anywhere", "when ${all(ANYWHERE)} then 2 end", "else 2 end", SQLITE, POSTGRES],
    [
      "unwanted words in a row are found",
      "sql`not ${has(ANYWHERE)(phrase)}`",
      "sql`1 = 1 or ${has(ANYWHERE)(phrase)}`",
      SQLITE,
    ],
  ],
  [`${SQL}/found-page.ts`]: [
    ["a page is shown that is shorter than it was", "isWhole(found) ? found : null", "found", SQLITE],
    ["more is counted than may be", "total: Math.min(total, countedMax)", "total", SQLITE],
  ],
  [`${SQL}/showing.ts`]: [
    ["what may be read no more is shown still", ".where(grantedAmong(caller, PARENTS))", "", SQLITE],
  ],
  [`${SQL}/writing.ts`]: [
    ["an old state is written over a new one", "documents.name = ${name} and ", "", SQLITE],
    [
      "a text keeps the terms it had",
      "insert or replace into search_texts",
      "insert or ignore into search_texts",
      SQLITE,
    ],
  ],
  [`${SQL}/search-index.ts`]: [["a changed content is not outdated", "or entry.blob_key <> each.blob_key", "", SQLITE]],
});
