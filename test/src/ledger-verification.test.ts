import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobChecks } from "@cartulary/blobs";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import type { Month } from "@cartulary/kernel";
import { chainHash, chainStart, type Ledger, type SealedEntry } from "@cartulary/ledger";
import { entry } from "@cartulary/ledger/testkit";
import { accountingChecks } from "@cartulary/rental";
import { type FecExport, fecBlobHolders } from "@cartulary/rental/accounting";
import { bookOf, type MandataireId } from "@cartulary/rental/agency";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agencyOf, receipt } from "../support/agency.ts";
import { digests } from "../support/book.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";
import { OTHER_FILE, TAMPERINGS, type Tampered } from "../support/tampering-cases.ts";

/** Whatever a tampering touches; references come after what they refer to. */
const TABLES = [
  "mandataires",
  "blobs",
  "fec_exports",
  "fec_files",
  ...["books", "accounts", "auxiliaries", "drafts", "draft_lines", "entries", "lines", "sources"].map(ledgerTable),
  ...["series", "letter_series", "periods", "closing_heads"].map(ledgerTable),
];

describe.each(usualDatabases)("Verification of books on $name", (engine) => {
  let database: TestDatabase;
  let directory: string;
  let place: Place;
  beforeAll(async () => {
    database = await engine.open();
    directory = await mkdtemp(join(tmpdir(), "cartulary-books-"));
    place = await placeIn(database, directory);
    await database.damage(...TABLES.map((table) => `create table untouched_${table} as select * from ${table}`));
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** The statements of the last tampering. */
  let last = "";
  /** Tampers with books that are as they were before the first. */
  async function tamper(...statements: readonly string[]): Promise<void> {
    const undo = TABLES.filter((table) => last.includes(table)).map(
      (table) => `delete from ${table}; insert into ${table} select * from untouched_${table}`,
    );
    last = statements.join(";\n");
    // One request: each statement on its own would be a round trip.
    await database.damage([...undo, last].join(";\n"));
  }

  it("finds nothing in books where everything happened that can", async () => {
    await tamper();
    expect(await place.found()).toEqual([]);
  });

  // The checks are the same on every engine, and their reads are part of the stores' contract.
  const isUsual = usualDatabases.some(({ name }) => name === engine.name);
  const tamperings = TAMPERINGS.filter((_, index) => isUsual || index % 4 === 0);

  it.each(tamperings)("finds $name", async ({ change, found }) => {
    await tamper(...change(place.tampered));
    expect(await place.found()).toEqual(found);
  });

  it("finds a chain that was rewritten to its end, by its head when a month was closed", async () => {
    const { book } = place.tampered;
    const series = { societyCode: "1", journal: "OD", year: 2025 };
    const [sealed] = await database
      .transactFor(place.bookId)
      .read(({ ledgerInspection }) => ledgerInspection.entries(series, 0, 1));
    const forged = { ...(sealed as SealedEntry), documentReference: "Forged" };
    const hash = chainHash(chainStart(bookOf(place.bookId), series, digests), forged, digests);
    await tamper(
      `update ledger_entries set document_reference = 'Forged', hash = '${hash}' where ${book} and id = '${forged.id}'`,
      `update ledger_series set hash = '${hash}' where ${book} and journal = 'OD' and year = 2025`,
    );
    expect(await place.found()).toEqual([
      OTHER_FILE,
      "numbering BOOK 1 OD 2025: was rewritten since 2025-12 was closed, up to OD-2025-000001 at least",
    ]);
  });

  it("finds a file that was changed with its record, all else being equal", async () => {
    const { book, closedFile } = place.tampered;
    const [path, bytes] = await fileOf(place.closedKey);
    const forged = bytes.replace("Virement", "Virememt");
    const sha256 = digests.sha256(Buffer.from(forged));
    await writeFile(path, forged);
    await tamper(
      `update blobs set sha256 = '${sha256}' where key = '${place.closedKey}'`,
      `update fec_exports set sha256 = '${sha256}' where ${book.replace("book_id", "mandataire_id")} and id = '${closedFile}'`,
    );
    const found = await place.found();
    await writeFile(path, bytes);
    expect(found).toEqual([OTHER_FILE]);
  });

  async function fileOf(key: string): Promise<readonly [string, string]> {
    const path = join(directory, key);
    return [path, await readFile(path, "utf8")];
  }
});

/** Two books, one of them tampered with, and the findings in both. */
interface Place {
  readonly bookId: MandataireId;
  readonly tampered: Tampered;
  readonly closedKey: string;
  found(): Promise<readonly string[]>;
}

async function placeIn(database: TestDatabase, directory: string): Promise<Place> {
  const blobStore = createFsBlobStore({ directory });
  const agency = await agencyOf(database, { blobStore });
  const { clock } = agency.world;
  const nextDay = () => clock.pass(86_400_000);
  const [mandataire, other] = [await agency.mandataire(), await agency.mandataire()];
  const exports = agency.fecExports(mandataire.id);
  nextDay();
  await postDecember(agency.accounting(mandataire.id), agency.boss);
  nextDay();
  await agency.accounting(other.id).post(agency.boss, [receipt(10)]);
  await agency.accounting(mandataire.id).closeMonth(agency.boss, "2025-12" as Month);
  nextDay();
  const closed = await exports.create(agency.boss, { year: 2025 });
  await postNewYear(agency.accounting(mandataire.id), agency.boss, nextDay);
  const open = await exports.create(agency.boss, { year: 2026 });
  const keyOf = async ({ id }: FecExport) => {
    const { read } = database.transactFor(mandataire.id);
    return (await read(({ fecFiles }) => fecFiles.find(mandataire.id, id))) ?? "";
  };
  const [closedKey, openKey] = [await keyOf(closed), await keyOf(open)];
  const { transact, transactFor } = database;
  const checks = [
    ...accountingChecks({ transact, transactFor, digests }).filter(({ name }) => name !== "letterheads of mandataires"),
    ...blobChecks({ transact, blobStore, digests, clock, holders: [fecBlobHolders] }),
  ];
  const names: readonly (readonly [string, string])[] = [
    [mandataire.id, "BOOK"],
    [other.id, "OTHER"],
    [closed.id, "FILE-2025"],
    [open.id, "FILE-2026"],
    [closedKey, "KEY-2025"],
    [openKey, "KEY-2026"],
  ];
  return {
    bookId: mandataire.id,
    closedKey,
    tampered: {
      book: `book_id = '${bookOf(mandataire.id)}'`,
      bookId: mandataire.id,
      otherId: other.id,
      closedFile: closed.id,
    },
    async found() {
      const found: string[] = [];
      for (const { run: look } of checks)
        for await (const { findings } of look())
          found.push(...findings.map(({ area, id, message }) => `${area} ${id}: ${message}`));
      return found
        .map((each) => names.reduce((text, [id, name]) => text.replaceAll(id, name), each))
        .map((each) => each.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID").replace(/[0-9a-f]{64}/g, "DIGEST"))
        .sort();
    },
  };
}

type Boss = Parameters<Ledger["post"]>[0];

/** A year that ends with a balance, a result, letters and an entry with a source. */
async function postDecember(ledger: Ledger, boss: Boss): Promise<void> {
  await ledger.saveAuxiliary(boss, {
    kind: "LOC",
    code: "LOC0001",
    name: "Tenant",
    entityType: null,
    entityId: null,
  });
  const source = { sourceType: "Run", sourceId: "00000000-0000-7000-8000-000000000001" as never, sourceSeq: 1 };
  const posted = await ledger.post(boss, [
    { ...entry("BANQUE", "2025-12-10", "P", "D 512000 10.00 Virement", "C 706100 10.00 Virement"), ...source },
    entry("OD", "2025-12-10", "P", "D 411000 LOC0001 2.00 x", "C 706100 2.00 x"),
    entry("LOYERS", "2025-12-01", "P", "D 411000 LOC0001 5.00 x", "C 471000 5.00 x"),
    entry("LOYERS", "2025-12-20", "P", "D 471000 5.00 y", "C 411000 LOC0001 5.00 y"),
  ]);
  const called = posted.slice(2).flatMap(({ lines }) => lines.filter(({ accountCode }) => accountCode === "411000"));
  await ledger.letter(boss, { lineIds: called.map(({ id }) => id) });
}

/** January is closed; of February, which is open, one entry was taken back. */
async function postNewYear(ledger: Ledger, boss: Boss, nextDay: () => void): Promise<void> {
  await ledger.post(boss, [entry("LOYERS", "2026-01-10", "P", "D 411000 LOC0001 3.00 x", "C 706100 3.00 x")]);
  nextDay();
  await ledger.closeMonth(boss, "2026-01" as Month);
  const fees = (reference: string) => entry("PROPRIO", "2026-02-01", reference, "D 512000 1.00 a", "C 706100 1.00 b");
  const [february] = await ledger.post(boss, [
    entry("LOYERS", "2026-02-10", "P", "D 411000 LOC0001 4.00 x", "C 706100 4.00 x"),
    ...["1", "2", "3", "4"].map(fees),
    entry("CHARGES", "2026-02-01", "P", "D 512000 3.00 a", "C 706100 1.00 b", "C 706200 2.00 c"),
  ]);
  await ledger.reverse(boss, { id: february?.id as SealedEntry["id"] });
  await ledger.draft(boss, entry("OD", "2026-03-31", "P", "D 512000 1.00 x", "C 706100 1.00 x"));
}

function ledgerTable(name: string): string {
  return `ledger_${name}`;
}
