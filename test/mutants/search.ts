import { type Mutant, mutantsOf } from "./mutant.ts";

const SOURCE = "core/search/src";
const SQL = "adapters/sql/src/search";
const PURE = "core/search/test/html-text";
const HTTP = "http/search";
const TEXTS = "http/texts";
const KINDS = "core/search/test/content-kind";
const READING = "core/search/test/reading";
const SQLITE = "adapters/sqlite/test/search";
const POSTGRES = "adapters/postgres/test/search";

/** Bugs of words, of the index, and of who finds what. */
export const searchMutants: readonly Mutant[] = mutantsOf({
  [`${SOURCE}/html-text.ts`]: [
    ["scripts are text", "<(script|style|", "<(style|", PURE],
    ["words end where letters are bold", '(INLINE.has(name.toLowerCase()) ? "" : " ")', '" "', PURE],
  ],
  [`${SOURCE}/content-kind.ts`]: [
    [
      "what is called a picture is none",
      "if (!isText(beginning)) {",
      'if (hints.contentType.startsWith("image/")) {',
      KINDS,
    ],
    ["an e-mail with a folded header is not recognized", "(?:[\\t ][^\\n]*(?:\\n|$))*", "", KINDS],
    ["a text about PDF is one", "if (text.trimStart().startsWith(PDF))", "if (text.includes(PDF))", KINDS],
  ],
  [`${SOURCE}/text-source.ts`]: [
    [
      "a text is read to its end",
      "Math.min(content.byteSize, TEXT_BYTES_MAX)",
      "Math.min(content.byteSize, 2 * TEXT_BYTES_MAX)",
      HTTP,
    ],
    ["HTML is read with its tags", "plan.isHtml ? htmlText(source) : source", "source", HTTP],
    ["large texts are read here", "byteSize > HERE_BYTES_MAX", "byteSize > TEXT_BYTES_MAX", TEXTS],
  ],
  [`${SOURCE}/reading.ts`]: [
    [
      "what was read is lost when it is cut off",
      "longer(read.text, reading.text) : reading.text + storable",
      "longer(read.text, reading.text) : storable",
      READING,
    ],
    ["a slow page is tried for ever", "isStuck ? limits.fromPage + 1 : read.nextPage", "read.nextPage", READING],
    ["a slow page is no loss", "hasGaps: next.hasGaps || isStuck", "hasGaps: next.hasGaps", READING],
    ["a failure is final", "if (!isFinal && failures < TRIES_MAX)", "if (!isFinal && failures < 1)", READING],
    [
      "what waits to be recognised was read",
      'reading.nextPage === null || isBlank ? "pending" : "partial"',
      '"partial"',
      READING,
    ],
  ],
  [`${SOURCE}/reading-jobs.ts`]: [
    ["a busy pool is a failure of the content", "if (isTemporary(error)) return", "if (!error) return", TEXTS],
    [
      "an old content is read into a new one",
      "if (document?.blobKey !== reading.blobKey || current?.blobKey !== reading.blobKey) return false;",
      "if (!document || !current) return false;",
      TEXTS,
    ],
    ["unreadable texts are not reported", "onUnreadText?.({ documentId, textStatus });", "", TEXTS],
  ],
  [`${SOURCE}/rereading.ts`]: [
    ["what is read anew stays as it was", 'await documents.setTextStatus("pending", found);', "", TEXTS],
  ],
  [`${SOURCE}/search.ts`]: [
    ["a query of blanks finds nothing", "if (length >= 1 &&", "if (isFit &&", HTTP],
    ["a query with U+0000 is searched for", "&& isStorable(query)", "", HTTP],
  ],
  [`${SOURCE}/tree-listener.ts`]: [
    ["a new document is not indexed", "    created: enqueue,\n", "", HTTP],
    ["a changed document is not indexed again", "    changed: enqueue,\n", "", HTTP],
  ],
  [`${SOURCE}/indexing.ts`]: [
    [
      "a new content is not read",
      "const isRead = document.readKey === document.blobKey;",
      "const isRead = document.readKey !== null;",
      HTTP,
    ],
    ["a PDF is never read", "await textReadings.put(documentId, write.reading);\n", "continue;\n", HTTP],
    ["what was there before the index stays out of it", "await indexAll(dependencies, changed);", "", HTTP],
  ],
  [`${SQL}/placing.ts`]: [
    [
      "with few hits, every user finds everything",
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
  [`${SQL}/walking.ts`]: [["many hits are shown to all", "sql`${isReadable} and`", "sql``", SQLITE, POSTGRES]],
  [`${SQL}/counting.ts`]: [
    ["many hits of others are counted", "where ${where} and ${isReadable} limit", "where ${where} limit", SQLITE],
  ],
  [`${SQL}/entry-check.ts`]: [
    ["a word of a text counts as one of the name", "` ${PLACE_MARKS[place]}`", "` ${PLACE_MARKS.anywhere}`", SQLITE],
    [
      "an unwanted word is no matter",
      "isWanted ? found : sql<SqlBool>`not ${found}`",
      "isWanted ? found : sql<SqlBool>`1 = 1`",
      SQLITE,
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
    ["a page is shown that is shorter than it was", "isWhole ? found : null", "found", SQLITE],
    [
      "a page beyond the count is empty",
      "until: page * perPage }",
      "until: Math.min(page * perPage, countedMax) }",
      SQLITE,
    ],
    ["more is counted than may be", "total: Math.min(total, countedMax)", "total", SQLITE],
  ],
  [`${SQL}/words-like.ts`]: [["words stay when their last document goes", "and not (", "and (", SQLITE, POSTGRES]],
  [`${SQL}/showing.ts`]: [
    ["what may be read no more is shown still", ".where(isReadableByGrants(caller, PARENTS))", "", SQLITE],
  ],
  [`${SQL}/writing.ts`]: [["an old state is written over a new one", "documents.name = ${name} and ", "", SQLITE]],
  "adapters/sqlite/src/term-index.ts": [
    [
      "hits of others are compared",
      "select number from search_numbers as entry where ${isOwn}",
      "select number from search_numbers as entry where 1 = 1",
      SQLITE,
    ],
    [
      "a text keeps the terms it had",
      "[removingTerms, removingNumbers, numbering",
      "[removingNumbers, numbering",
      SQLITE,
    ],
    ["of one moment any are shown", "last.changed_at !== next?.changed_at", "last.changed_at !== 0", SQLITE],
  ],
  [`${SQL}/search-index.ts`]: [["a changed content is not outdated", "or entry.blob_key <> each.blob_key", "", SQLITE]],
});
