import { type Mutant, mutantsOf } from "./mutant.ts";

const SOURCE = "core/search/src";
const SQL = "adapters/sql/src/search";
const PURE = "core/search/test/html-text";
const HTTP = "http/search";
const SQLITE = "adapters/sqlite/test/search";
const STORED = "adapters/sql/test/stored-bits";
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
  [`${SQL}/readable-matches.ts`]: [
    ["everybody finds everything, where hits are few", "${where} and ${judged}", "${where}", SQLITE, POSTGRES],
    [
      "everybody finds everything, where hits are many",
      '(ids) => inSet(dialect, "document_id", ids)',
      '(ids) => sql`(${inSet(dialect, "document_id", ids)} or true)`',
      SQLITE,
    ],
    ["one common word is enough for a reader", "common = ${count}", "common > 0", SQLITE],
    ["a reader of little finds what has some of the words", "count(*) = ${count} and", "", SQLITE, POSTGRES],
    ["a reader of little finds what has none of the words", "and min(depth) > 0", "", SQLITE],
    ["a reader of little does not find what waits to be sealed", "place < 0 and entry", "1 = 0 and entry", SQLITE],
    ["a reader of much finds nothing by common words", "case when ${isAnswered}", "case when 1 = 0", SQLITE],
    [
      "where hits are many a reader finds all that he may read",
      "select hit from mine intersect select hit from found",
      "select hit from mine",
      SQLITE,
    ],
  ],
  [`${SQL}/finding.ts`]: [
    ["pages past the end have no number", ".leftJoin(shown,", ".innerJoin(shown,", SQLITE],
    ["the oldest comes first", "sql`rank, changed_at desc, id desc`", "sql`rank, changed_at, id desc`", SQLITE],
  ],
  [`${SQL}/found-page.ts`]: [
    [
      "everybody finds all that has common words",
      "levelByRole(caller) === null",
      "levelByRole(caller) === undefined",
      SQLITE,
      POSTGRES,
    ],
    ["a page is shown that is shorter than it was", "isWhole(found) ? found : null", "found", SQLITE],
  ],
  [`${SQL}/showing.ts`]: [
    ["what may be read no more is shown still", ".where(grantedAmong(caller, PARENTS))", "", SQLITE],
    [
      "what something lies in is named to everybody",
      "seenAmong(caller, PARENTS)",
      "{ workspace: sql`1 = 1`, parent: sql`1 = 1` }",
      SQLITE,
    ],
  ],
  [`${SQL}/matching.ts`]: [
    ["one of the words is enough", 'join(" AND ")', 'join(" OR ")', SQLITE],
    ["one of the words is enough on Postgres", "@> (select array[", "&& (select array[", POSTGRES],
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
      "${marksBefore(dialect, at)} * ${sql.lit(MARKED_LENGTH)} + 1",
      "0 * ${marksBefore(dialect, at)} + 1",
      SQLITE,
    ],
    ["a passage within a text is taken for its beginning", "!mark || Number(at) < mark", "true", SQLITE],
    ["a passage from a text's beginning is taken for one within", "!mark || Number(at) < mark", "false", SQLITE],
    ["a passage has no room for a long word", "4 * MARKED_LENGTH", "3 * MARKED_LENGTH", SQLITE],
    ["a short text has no beginning", "!mark || Number(at) < mark", "Number(at) < Number(mark)", SQLITE],
  ],
  [`${SQL}/migrations.ts`]: [
    [
      "what is gone is still found",
      "references documents (id) on delete cascade",
      "references documents (id)",
      SQLITE,
      POSTGRES,
    ],
    [
      "what changed keeps its slot",
      "description_words = new.description_words, slot = null",
      "description_words = new.description_words",
      SQLITE,
    ],
    [
      "what changed keeps its slot on Postgres",
      "set changed_at = new.changed_at, slot = null where",
      "set changed_at = new.changed_at where",
      POSTGRES,
    ],
  ],
  [`${SQL}/search-index.ts`]: [["a changed content is not outdated", "or entry.blob_key <> each.blob_key", "", SQLITE]],
  [`${SQL}/writing.ts`]: [
    ["an old state is written over a new one", "documents.name = ${name} and ", "", SQLITE],
    [
      "a content is taken for one that was read",
      'isRead ? sql.ref("blob_key") : sql`null`',
      'sql.ref("blob_key")',
      SQLITE,
    ],
    [
      "words of what was not written are found",
      "if (rows.length > 0) written.push(entry);",
      "written.push(entry);",
      SQLITE,
    ],
    [
      "a text keeps the words it had",
      "insert or replace into search_texts",
      "insert or ignore into search_texts",
      SQLITE,
    ],
  ],
  [`${SQL}/common-words.ts`]: [
    ["what is gone is counted", "if (slot !== null) vacate(segments, slot);", "", SQLITE],
    ["one common word is enough", "common = ${sql.lit(words.length)}", "common > 0", SQLITE],
    ["what waits to be sealed is not found", "rankedHits(sealed, unsealed)", "rankedHits(sealed, [])", SQLITE],
  ],
  [`${SQL}/among-readable.ts`]: [
    ["a reader does not find what waits to be sealed", "(unsealed.get(place) ?? -1)", "-1", SQLITE],
    [
      "a reader finds what lies at the same place of another segment",
      "postings.get(Math.floor(place / SEGMENT_SIZE))",
      "postings.get(0)",
      SQLITE,
    ],
    ["a reader is told of one page only", "total: found.length", "total: Math.min(found.length, until)", SQLITE],
  ],
  [`${SQL}/postings-of-words.ts`]: [
    ["a reader of much finds nothing in sets that are read whole", "sql`true`", "sql`false`", SQLITE],
    [
      "a reader of much finds nothing in sets that are looked up",
      'inSet(dialect, "segment", segments)',
      "sql`1 = 0`",
      SQLITE,
    ],
    [
      "a reader finds what has some of the words",
      "if (all.length < words) bySegment.delete(segment)",
      "all.at(words)",
      SQLITE,
    ],
  ],
  [`${SQL}/stored-bits.ts`]: [
    [
      "for a reader of little all that is described is named",
      "${isIn(2)} = 0 then 2",
      "1 = 0 then 2",
      SQLITE,
      POSTGRES,
    ],
    ["a set ends where the one before does", "length(bits) > ${", "length(bits) >= ${", POSTGRES],
    ["a word in the description is one of the text", "depth < SETS_MAX &&", "depth < 1 &&", STORED],
    ["positions are counted from the other end of a byte", "8 * byte + 7 - bit", "8 * byte + bit", STORED],
  ],
  [`${SQL}/latest.ts`]: [
    [
      "pages begin at the first again",
      "if (found.length >= until) return found.slice(from, until);",
      "if (found.length >= until) return found.slice(0, until - from);",
      SQLITE,
    ],
    ["spans end where the next begins", "oldest: span.oldest };", "oldest: before.oldest };", SQLITE],
  ],
  [`${SQL}/places.ts`]: [["the oldest of one rank comes first", "`changed_at desc,", "`changed_at asc,", SQLITE]],
  [`${SQL}/sealing.ts`]: [
    [
      "few segments before know nothing of a word that becomes common",
      "await insertPostings(transaction, await readAgain(transaction, segment, words));",
      "await readAgain(transaction, segment, words);",
      SQLITE,
    ],
    [
      "many segments before know nothing of a word that becomes common",
      "await insertPostings(transaction, await lookedUp(transaction, word));",
      "await lookedUp(transaction, word);",
      SQLITE,
    ],
    ["what is forgotten stays in its segment", "clearBit(left, slot % SEGMENT_SIZE);", "", SQLITE],
    [
      "what a segment gives up is found by nobody",
      "set slot = null where slot >= ${first}",
      "set slot = slot where slot >= ${first}",
      SQLITE,
    ],
  ],
});
