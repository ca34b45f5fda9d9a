import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const SQL = "adapters/sql/src/rental";
const HTTP = "http/snapshots";
const FILES = "host/import-commands";
const STORY = "rental/agency-over-time.long";
const REVISIONS = "http/lease-revisions";
const COPIES = "invariants/convergence.property";
const TERMS = "http/lease-terms";

/** Bugs of what copies follow, and of files that are taken over. */
export const convergenceMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/agency/watermark.ts`]: [
    ["the margin is three seconds", "MARGIN_MS = 5_000", "MARGIN_MS = 3_000", HTTP],
    ["an open write counts a moment too late", "millisecondsOf(oldestOpen) - 1", "millisecondsOf(oldestOpen)", HTTP],
    ["an open write is passed by", "oldestOpen === null ? settled :", "oldestOpen !== null ? settled :", HTTP],
    ["an ordinary write may last", "startedAt > ORDINARY_WRITE_MS_MAX", "startedAt > 4 * ORDINARY_WRITE_MS_MAX", HTTP],
  ],
  [`${CORE}/convergence/retention.ts`]: [
    ["expired tombstones are still listed", "DAY_SECONDS))) return;", "2 * DAY_SECONDS))) return;", HTTP],
    ["removals are forgotten in six days", "-RETENTION_DAYS * DAY_SECONDS - 3_600", "-6 * DAY_SECONDS", HTTP],
  ],
  [`${CORE}/agency/long-writes.ts`]: [
    ["an expired write is committed", "if (!open || millisecondsOf", "if (false && millisecondsOf", HTTP],
    [
      "what lasts is announced after it has begun",
      "await transact.write(({ openWrites }) => openWrites.insert({ id, startedAt, until: until(), work: note ?? null }));",
      "",
      HTTP,
    ],
    ["what has ended stays open", "await transact.write(({ openWrites }) => openWrites.remove(id));", "", HTTP],
  ],
  [`${CORE}/convergence/convergence.ts`]: [
    ["snapshots of present records have no record", "records.get(id) ?? null", "null", HTTP],
  ],
  [`${CORE}/convergence/cleanup-jobs.ts`]: [
    [
      "tombstones stay for ever",
      "await transactFor(id).write(({ tombstones }) => tombstones.removeBefore(before));",
      "",
      HTTP,
    ],
  ],
  [`${CORE}/agency/memberships.ts`]: [
    [
      "a removed member gets no tombstone",
      "await stores.membershipTombstones.insert(mandataireId, userId, clock.now());",
      "",
      HTTP,
    ],
    [
      "a returning member still has a tombstone",
      "await stores.membershipTombstones.remove(mandataireId, userId);",
      "",
      HTTP,
    ],
  ],
  [`${CORE}/agency/mandataires.ts`]: [
    [
      "a deleted mandataire leaves its members no tombstone",
      "await stores.membershipTombstones.insertIn(id, clock.now());",
      "",
      HTTP,
    ],
  ],
  [`${SQL}/convergence/changes.ts`]: [
    ["removals are of all collections", " and collection = ${parameters.collection}", "", HTTP],
  ],
  [`${SQL}/agency/change-pages.ts`]: [
    [
      "a page begins with the last record of the one before",
      "> (${since}, ${afterId})",
      ">= (${since}, ${afterId})",
      HTTP,
    ],
    ["changes stand in the order of ids", "order by at, id limit", "order by id, at limit", HTTP],
  ],
  [`${SQL}/agency/open-write-store.ts`]: [
    ["an expired write is renewed", '\n        .where("until", ">", dialect.instant(now))', "", HTTP],
    ["an expired write holds all feeds back", '.where("until", ">", now)', "", HTTP],
  ],
  [`${SQL}/agency/mandataire-store.ts`]: [
    [
      "a new membership does not date its mandataire",
      "membership.created_at > mandataires.updated_at",
      "membership.created_at < mandataires.updated_at",
      HTTP,
    ],
  ],
  "adapters/sql/src/records/listing.ts": [
    [
      "of changes at one moment only the first is listed",
      "${own} > ${place(after)}",
      "${own} >= ${place(after)}",
      HTTP,
    ],
    ["the last change of a page has no record", "<= ${place(through)}", "< ${place(until)}", COPIES],
  ],
  "contracts/wire/src/listing.ts": [
    ["an id alone is taken for nothing", "if (at === undefined && afterId !== undefined)", "if (false)", HTTP],
  ],
  "contracts/client/src/follow-source.ts": [
    ["a copy continues from its last page", "next ??= watermarkOf(page);", "next = watermarkOf(page);", HTTP],
    ["a copy stops at a page", "if (!last || page.total <= page.items.length) return next;", "return next;", HTTP],
  ],
  "contracts/client/src/follow.ts": [
    [
      "the first copy is followed from its end",
      "seen.unseen(source.changes(start), start)",
      "seen.unseen(source.changes(since ?? (await source.watermark())), start)",
      HTTP,
    ],
    ["a restarted copy misses its earlier records", "    seen.forgetAll();\n", "", "client/follow"],
  ],
  "hosts/http/src/guards/mandataire.ts": [
    [
      "the header is looked at for mandataires too",
      "(mandataire !== true && hasValues(parameters, mandataire.unless))",
      "false",
      HTTP,
    ],
  ],
  [`${CORE}/imports/imports.ts`]: [
    ["a dry run is committed", "if (dryRun || result.errors.length > 0)", "if (result.errors.length > 0)", FILES],
    [
      "the valid rows of an invalid file are committed",
      "if (dryRun || result.errors.length > 0)",
      "if (dryRun)",
      STORY,
    ],
    ["a name may stand twice in a file", "own.set(name, null);\n      return true;", "return true;", FILES],
    ["more than a hundred errors are reported", "if (errors.length >= IMPORT_ERRORS_MAX ||", "if (", FILES],
  ],
  [`${CORE}/imports/known-codes.ts`]: [
    ["a code is assigned twice in one file", "known.set(auxiliary.code, auxiliary);", "", FILES],
    ["people of a file have no account", "if (saved.size > 0) await accounts", "if (false) await accounts", FILES],
  ],
  [`${CORE}/imports/batched-stores.ts`]: [
    ["what shows the rows of a file does not move", "await affected.move(real, at);", "", FILES],
    [
      "terms of a file end where they were opened",
      "for (const term of terms) pending.put",
      "if (false) pending.put",
      FILES,
    ],
    ["elements of a file's arrays have no parent", "mandataireId, [parent]: id, [order]: place", "mandataireId", FILES],
    ["numbers of mandates are not counted on", "await codes.keep();", "", FILES],
  ],
  [`${CORE}/imports/row-buffer.ts`]: [
    ["what is full is written twice", "      clear();\n    },\n    clear,", "    },\n    clear,", STORY],
    ["rows are written one by one", "ROWS_AT_ONCE = 2_500", "ROWS_AT_ONCE = 1", "rental/statements"],
  ],
  [`${CORE}/imports/lease-row.ts`]: [
    ["a rate in a column is not billed", "> 0 ? true : undefined", "> 0 ? undefined : undefined", FILES],
    ["one value serves the first unit only", "values[parts.length === 1 ? 0 : at]", "values[at]", FILES],
    ["the quarter of a rent is left out", "...baseUnits, ...based]", "...baseUnits]", FILES],
    ["a day that there is not is left out", "values.includes(null) ||", "", FILES],
    ["what arrays say of units is left out", "...(inColumns ? {} : named[at]), id", "id", FILES],
  ],
  "adapters/postgres/src/dialect.ts": [
    ["JSON of a file's rows is text", "sql.raw(types[kind])", "sql.raw(types.text)", FILES],
  ],
  "core/products/src/audit/agency-audit.ts": [
    ["files leave no trail", "imported: (stores, caller, file) => record(stores, caller, onImport(file)),", "", FILES],
  ],
  [`${SQL}/property/tombstone-and-propagation-stores.ts`]: [
    [
      "of many that are shown the first moves what shows it",
      "ids as readonly never[]",
      "ids.slice(0, 1) as never[]",
      STORY,
    ],
    [
      "units of a lease whose terms change stay",
      'and lease_id in (select lease_id from lease_terms where ${own} and ${is("id")}))`,',
      "and 1 = 0)`,",
      TERMS,
    ],
  ],
  [`${CORE}/property/leases/leases.ts`]: [
    [
      "parties of a lease that goes leave no trace",
      'await stores.tombstones.insert("lease_parties", await stores.leaseParties.removeOf(id), now);',
      "await stores.leaseParties.removeOf(id);",
      TERMS,
    ],
    [
      "terms of a lease that goes leave no trace",
      'await stores.tombstones.insert("lease_terms", await stores.leaseTerms.removeOf(id), now);',
      "await stores.leaseTerms.removeOf(id);",
      COPIES,
    ],
  ],
  [`${CORE}/property/leases/revisions.ts`]: [
    [
      "two revise a lease at once",
      "orNotFound(await stores.leases.lock(id))",
      "orNotFound(await stores.leases.find(id))",
      REVISIONS,
    ],
  ],
  [`${CORE}/daily/date-triggers.ts`]: [
    [
      "what is paid from a day on moves nothing",
      'lease_terms: { begins: ["effectiveFrom"]',
      "lease_terms: { begins: []",
      COPIES,
    ],
  ],
  [`${CORE}/imports/import-kinds.ts`]: [
    ["owners of a unit own it since ever", "...share, ...since(ownedFrom)", "...share", FILES],
  ],
  "core/kernel/src/text/csv.ts": [
    ["a line in quotes is not counted", "line += linesIn(text, start, at);", "line += 1;", FILES],
  ],
});
