import { type Mutant, mutantsOf } from "./mutant.ts";

const SQL = "adapters/sql/src";
const STATEMENT = "adapters/sql/test/statement";
const CONTRACTS = "adapters/sqlite/test/contracts";
const TEXTS = "adapters/sqlite/test/substring-index";
const PLANS = "adapters/postgres/test/document-plans";

/** Bugs of what makes statements few and fast: texts that are made once, reads without a transaction, pages, indexes of texts. */
export const statementMutants: readonly Mutant[] = mutantsOf({
  "core/documents/src/access/permissions.ts": [
    [
      "who may write may give permissions",
      'levelOn(caller, resource), "manage")) return;',
      'levelOn(caller, resource), "write")) return;',
      "http/permissions",
    ],
  ],
  "core/documents/src/access/grant.ts": [
    [
      "the workspace is named to who may not read it",
      'grantedOn === "workspace" ? record.workspace : null',
      "grantedOn ? record.workspace : null",
      "http/permissions",
      "http/other-readers",
    ],
  ],
  "core/documents/src/documents/create-document.ts": [
    [
      "what is judged by one statement takes a transaction",
      'transact[isPlain ? "single" : "read"]',
      'transact[isPlain ? "read" : "read"]',
      "database-round-trips",
    ],
  ],
  [`${SQL}/engine/statement.ts`]: [
    ["a text answers another shape", "${JSON.stringify(shape)}`", "`", STATEMENT],
    ["a list of any length has one text", "`${name}:${value.length},`", "`${name},`", STATEMENT],
    ["two statements have one text", "const key = `${number} ", "const key = `", STATEMENT],
    ["the values of the first request answer the others", "slotsOf(values) as Values", "values", STATEMENT],
    ["the last text answers another shape", "last.shape !== shape || ", "", STATEMENT],
    ["the last text answers a list of another length", " || known[1] !== countOf(values[name])", "", STATEMENT],
    ["what was used last is forgotten", "entry.used = this.#nextUse();", "", STATEMENT],
    ["nothing is forgotten", "this.#entries.size > this.#most", "this.#most === 0", STATEMENT],
    ["a text is made from a value", "[Symbol.toPrimitive](): never {", '[Symbol.for("value")](): never {', STATEMENT],
  ],
  [`${SQL}/engine/single-statement.ts`]: [
    ["stores of a single statement outlive it", "if (!isOpen) return", "if (isOpen === null) return", CONTRACTS],
  ],
  "adapters/crypto/src/random.ts": [
    ["ids of one millisecond are in no order", "seq: last.seq + 1", "seq: last.seq", "adapters/crypto/test/machine"],
    ["the same bytes are drawn again", "used += count;", "used = count;", "adapters/crypto/test/machine"],
  ],
  [`${SQL}/engine/transact.ts`]: [
    [
      "stores of a transaction outlive it",
      'if (!isOpen) return Promise.reject(new Error("The transaction',
      'if (isOpen === null) return Promise.reject(new Error("The transaction',
      CONTRACTS,
    ],
    [
      "what a refused statement left is the answer",
      "return one.isExceeded ? null : { result };",
      "return { result };",
      CONTRACTS,
    ],
    [
      "a read with more conditions fails",
      "if (one.isExceeded) return null;\n",
      "",
      "http/other-readers",
      "http/visitors",
    ],
    [
      "a transaction begins inside a read of one statement",
      "around.run(one, () => work(stores.ofTransaction(opened(on, one))))",
      "work(stores.ofTransaction(opened(on, one)))",
      CONTRACTS,
    ],
  ],
  [`${SQL}/records/pages.ts`]: [
    [
      "past the end there is nothing at all",
      "rows.length > 0 || isFirst ? rows : await count()",
      "rows",
      CONTRACTS,
      TEXTS,
    ],
    ["statistics decide how a part of a name is found", 'indexUse: "always"', 'indexUse: "planned"', PLANS],
    ["many are sorted as well", "offset }, sql`(select few from hits)`)", "offset })", PLANS],
  ],
  [`${SQL}/records/row-store.ts`]: [
    [
      "a record that is locked may be changed by others",
      "(locked ? row.modifyEnd(dialect.forUpdate) : row).compile()",
      "(locked ? row : row).compile()",
      "adapters/postgres/test/documents",
    ],
    [
      "a change of one row changes all",
      "db.updateTable(name).set(changes).where(hasKey(key, row)).compile()",
      "db.updateTable(name).set(changes).compile()",
      "adapters/sqlite/test/documents",
    ],
  ],
  [`${SQL}/documents/stores/grant-store.ts`]: [
    [
      "a permission is found on any resource with the id",
      " and resource_type = ${sql.lit(of.type)}`",
      "`",
      "adapters/sqlite/test/documents",
    ],
    [
      "a permission is found from anywhere",
      "where id = ${id} and resource_id = ${resourceId} and",
      "where id = ${id} and ${resourceId} <> '' and",
      "adapters/sqlite/test/documents",
    ],
  ],
  [`${SQL}/records/query-shape.ts`]: [
    ["a judgement is never turned round", "isStatePredicate(predicate) || ", "", CONTRACTS],
  ],
  [`${SQL}/records/predicates.ts`]: [
    ["every boolean is true", "sql`${transformValue(value, encode)}`", "sql`${encode(value)}`", CONTRACTS],
  ],
  "adapters/sqlite/src/substring-index.ts": [
    ["many are taken for few", "case when few then -1 else 0 end", "case when few then 0 else -1 end", TEXTS],
    ["a quotation mark ends the search text", "part.replaceAll('\"', '\"\"')", "part", TEXTS],
    [
      "a new name is found by the old one",
      "set ${column} = new.${column} where",
      "set ${column} = old.${column} where",
      TEXTS,
    ],
    ["parts of two characters are threes", "const TRIGRAM_LENGTH = 3", "const TRIGRAM_LENGTH = 1", TEXTS],
  ],
  "adapters/postgres/src/substring-index.ts": [
    ["the first of many are all", "sql.lit(FEW_MAX + 1)", "sql.lit(FEW_MAX)", PLANS],
    ["few are gone through, too", "(select not few from hits)", "(select few is not null from hits)", PLANS],
    [
      "names are put into their index by thousands",
      " set (gin_pending_list_limit = 64)",
      " set (fastupdate = on)",
      PLANS,
    ],
  ],
  [`${SQL}/public-access/chain.ts`]: [
    [
      "a folder is as public as its content",
      "visitedLink(row, row.folder_stamp_seq)",
      "visitedLink(row, row.stamp_seq)",
      "adapters/sqlite/test/public-access",
    ],
  ],
  [`${SQL}/documents/views.ts`]: [
    [
      "a created folder contains itself",
      'parents: ["folders", "documents_folder_id"]',
      'parents: ["folders", "id"]',
      "adapters/sqlite/test/documents",
    ],
    ["what was created has no maker", 'users: ["users", "created_by"]', 'users: ["users", "id"]', "http/documents"],
    [
      "a resource with two grants is listed twice",
      "sql` union `",
      "sql` union all `",
      "adapters/sqlite/test/documents",
    ],
    [
      "what one may not read in a folder is counted",
      "ofSome: found(db, sql`${inFolder} and ${some}`)",
      "ofSome: found(db, inFolder)",
      "adapters/sqlite/test/documents",
    ],
  ],
  [`${SQL}/documents/access.ts`]: [
    [
      "a resource with its own grant is not listed in its folder",
      "sql`${inFolder} and (${all} or ${some})`",
      "sql`${inFolder} and ${all}`",
      "adapters/sqlite/test/documents",
    ],
  ],
  "adapters/postgres/src/pool.ts": [
    [
      "a single statement writes",
      "...(readsOnly && {",
      "...(readsOnly === undefined && {",
      "adapters/postgres/test/contracts",
    ],
  ],
});
