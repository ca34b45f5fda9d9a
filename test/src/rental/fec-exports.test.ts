import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobChecks } from "@cartulary/blobs";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createDigests } from "@cartulary/crypto";
import type { BlobStore, ByteRange, Day, DomainError, Finding } from "@cartulary/kernel";
import { describeFec, FEC_COLUMNS, type NewEntry } from "@cartulary/ledger";
import { accountingChecks } from "@cartulary/rental";
import { type FecDownload, type FecExportId, fecBlobHolders } from "@cartulary/rental/accounting";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Agency, agencyOf, receipt, SIREN } from "../../support/agency.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";

const QUERY = { page: 1, perPage: 25, sort: "createdAt", direction: "asc", conditions: [] } as const;
const NOTHING = "01900000-0000-7000-8000-ffffffffffff" as FecExportId;

describe.each(usualDatabases)("accounting files on $name", ({ open }) => {
  let database: TestDatabase;
  let directory: string;
  let blobStore: BlobStore;
  let agency: Agency;
  /** Events after bytes are stored and before the reply. */
  let whileStored: () => Promise<void>;
  /** Transforms the bytes that are read. */
  let asRead: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  beforeAll(async () => {
    database = await open();
    directory = await mkdtemp(join(tmpdir(), "cartulary-fec-"));
    const files = createFsBlobStore({ directory });
    blobStore = {
      ...files,
      put: (key, bytes) => files.put(key, bytes).then(() => whileStored()),
      async open(key, range) {
        const bytes = await files.open(key, range);
        return bytes && asRead(bytes);
      },
    };
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    whileStored = async () => {};
    asRead = (bytes) => bytes;
    agency = await agencyOf(database, { blobStore });
  });

  const refusal = (asking: Promise<unknown>): Promise<DomainError> =>
    asking.then(
      () => expect.fail("was not refused"),
      (error) => error,
    );
  const bytesOf = async ({ open: opened }: Pick<FecDownload, "open">, range?: ByteRange) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await opened(range)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const stored = async () => {
    const keys: string[] = [];
    for await (const key of blobStore.list("", Date.now() + 60_000)) keys.push(key);
    return keys.sort();
  };
  /** The findings, without the warning about an agency that has no letterhead yet. */
  const findings = async () => {
    const found: Finding[] = [];
    const { transact, transactFor } = database;
    const digests = createDigests();
    const { clock } = agency.world;
    for (const { run: look } of [
      ...accountingChecks({ transact, transactFor, digests }),
      ...blobChecks({ transact, blobStore, digests, clock, holders: [fecBlobHolders] }),
    ])
      for await (const { findings: some } of look()) found.push(...some);
    return found.filter(({ message }) => !message.endsWith("for its letters"));
  };

  /** A mandataire with some entries in its book, and its exports. */
  async function furnished(...entries: readonly NewEntry[]) {
    const { boss, accounting } = agency;
    const mandataire = await agency.mandataire();
    if (entries.length > 0) await accounting(mandataire.id).post(boss, entries);
    const exports = agency.fecExports(mandataire.id);
    return { mandataire, boss, exports };
  }

  it("are written, checked, stored and found again", async () => {
    const { boss, exports } = await furnished(receipt(10), receipt(20.5, { documentReference: "VIR-2" }));
    const made = await exports.create(boss, { year: 2026 });
    const { open: opened, ...download } = await exports.download(boss, { id: made.id });
    const file = await bytesOf({ open: opened });
    expect(made).toEqual({
      id: made.id,
      year: 2026,
      societyCode: "1",
      status: "ready",
      siren: SIREN,
      filename: `${SIREN}FEC20261231.txt`,
      separator: "tab",
      encoding: "utf-8",
      byteSize: file.byteLength,
      sha256: createDigests().sha256(file),
      entriesCount: 2,
      linesCount: 4,
      totalDebitCents: 3050,
      totalCreditCents: 3050,
      periodStart: "2026-01-01",
      periodEnd: "2026-12-31",
      warnings: [{ code: "year_open", count: 1, sample: ["2026"] }],
      createdAt: agency.world.clock.now(),
      downloadPath: `/fec/${made.id}`,
    });
    expect(download).toEqual({
      fileName: made.filename,
      contentType: "text/plain; charset=utf-8",
      byteSize: made.byteSize,
      sha256: made.sha256,
    });
    expect(await bytesOf({ open: opened }, { start: 3, end: 12 })).toEqual(file.subarray(3, 13));
    const lines = file.toString().split("\n");
    expect(lines[0]).toBe(FEC_COLUMNS.join("\t"));
    expect(lines.slice(1).map((line) => line.split("\t")[2])).toEqual([
      ...["BQ-2026-000001", "BQ-2026-000001", "BQ-2026-000002", "BQ-2026-000002"],
      undefined,
    ]);
    expect(await exports.get(boss, made.id)).toEqual(made);
    expect((await exports.list(boss, QUERY)).items).toEqual([made]);
    expect(await findings()).toEqual([]);
  });

  it("are the same bytes for an unchanged year, and others in another form", async () => {
    const entry = receipt(10, { description: "Loyer d’été" });
    const { boss, exports } = await furnished({
      ...entry,
      lines: entry.lines.map((line) => ({ ...line, label: "Été" })),
    });
    const [one, same] = [await exports.create(boss, { year: 2026 }), await exports.create(boss, { year: 2026 })];
    expect(same.sha256).toBe(one.sha256);
    const other = await exports.create(boss, { year: 2026, separator: "pipe", encoding: "iso-8859-15" });
    const download = await exports.download(boss, { id: other.id });
    expect(download.contentType).toBe("text/plain; charset=iso-8859-15");
    const text = (await bytesOf(download)).toString("latin1");
    expect(text).toContain("|Été|");
    expect(text).not.toContain("\t");
    expect(await findings()).toEqual([]);
  });

  it("have a notice in the same encoding", async () => {
    const { boss, exports, mandataire } = await furnished();
    const form = { separator: "pipe", encoding: "iso-8859-15" } as const;
    const { id } = await exports.create(boss, { year: 2025, ...form });
    await agency.mandataires.update(boss, { id: mandataire.id, siren: "732829320" });
    const notice = await exports.download(boss, { id, part: "description" });
    expect(notice.fileName).toBe(`${SIREN}FEC20251231.description.txt`);
    expect(notice.contentType).toBe("text/plain; charset=iso-8859-15");
    const bytes = await bytesOf(notice);
    expect(bytes.equals(describeFec(SIREN, 2025, form))).toBe(true);
    expect(notice).toMatchObject({ byteSize: bytes.byteLength, sha256: createDigests().sha256(bytes) });
    expect(await bytesOf(notice, { start: 3, end: 12 })).toEqual(bytes.subarray(3, 13));
    expect(await refusal(exports.download(boss, { id, part: "file" }))).toMatchObject({ kind: "malformed" });
  });

  it("are a header alone for a year without entries", async () => {
    const { boss, exports } = await furnished(receipt(10));
    const made = await exports.create(boss, { year: 2024 });
    expect(made).toMatchObject({ entriesCount: 0, linesCount: 0, totalDebitCents: 0, totalCreditCents: 0 });
    expect((await bytesOf(await exports.download(boss, { id: made.id }))).toString()).toBe(
      `${FEC_COLUMNS.join("\t")}\n`,
    );
    expect(made.warnings.map(({ code, count }) => [code, count])).toContainEqual(["warning", 1]);
    expect((await exports.create(boss, { year: 2027 })).warnings.map(({ code }) => code)).toEqual([
      "year_open",
      "opening_missing",
      "warning",
    ]);
  });

  it("are of the society that the mandataire's accounting code names", async () => {
    const { boss, exports } = await furnished(receipt(10), receipt(20, { societyCode: "S2" }));
    expect(await exports.create(boss, { year: 2026 })).toMatchObject({ societyCode: "1", totalDebitCents: 1000 });
    const other = await exports.create(boss, { year: 2026, societyCode: " S2 " });
    expect(other).toMatchObject({ societyCode: "S2", totalDebitCents: 2000 });
    const coded = await agency.mandataire({ accountingCode: "S3" });
    const empty = await agency.fecExports(coded.id).create(boss, { year: 2026 });
    expect(empty).toMatchObject({ societyCode: "S3", totalDebitCents: 0 });
  });

  it("are refused for invalid fields", async () => {
    const { boss, exports, mandataire } = await furnished();
    const before = await stored();
    for (const [input, wrong] of [
      [{ year: 1899 }, "year greater_than_or_equal_to"],
      [{ year: 10_000 }, "year less_than_or_equal_to"],
      [{ year: 2026.5 }, "year not_a_number"],
      [{ year: 2026, societyCode: " " }, "societyCode blank"],
      [{ year: 2026, separator: ";" as "tab" }, "separator inclusion"],
      [{ year: 2026, encoding: "utf-16" as "utf-8" }, "encoding inclusion"],
    ] as const) {
      const { details } = await refusal(exports.create(boss, input));
      expect(
        (details as readonly { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`),
      ).toEqual([wrong]);
    }
    await agency.mandataires.update(boss, { id: mandataire.id, siren: null });
    expect(await refusal(exports.create(boss, { year: 2026 }))).toMatchObject({
      kind: "invalid",
      code: "fec_invalid",
      details: { rows: [] },
    });
    expect(await stored()).toEqual(before);
  });

  it("are not stored unless they conform", async () => {
    const { boss, exports } = await furnished(receipt(10));
    const before = await stored();
    asRead = async function* (bytes) {
      for await (const chunk of bytes) yield Buffer.from(Buffer.from(chunk).toString().replace("\t10,00", "\t10.00"));
    };
    const { code, details } = await refusal(exports.create(boss, { year: 2026 }));
    expect({ code, details }).toEqual({ code: "fec_invalid", details: { rows: [{ line: 2, code: "amount" }] } });
    expect((await exports.list(boss, QUERY)).total).toBe(0);
    await agency.blobs.collectGarbage();
    expect(await stored()).toEqual(before);
  });

  it("are invisible to other mandataires", async () => {
    const { boss, exports } = await furnished(receipt(10));
    const { id } = await exports.create(boss, { year: 2026 });
    const { exports: others } = await furnished();
    for (const asking of [
      () => others.get(boss, id),
      () => others.download(boss, { id }),
      () => exports.get(boss, NOTHING),
    ])
      expect(await refusal(asking())).toMatchObject({ kind: "not_found" });
    expect((await others.list(boss, QUERY)).total).toBe(0);
  });

  it("keep their mandataire from being removed", async () => {
    const { boss, exports, mandataire } = await furnished();
    await exports.create(boss, { year: 2026 });
    expect(await refusal(agency.mandataires.remove(boss, mandataire.id))).toMatchObject({ code: "has_dependents" });
  });

  it("leave nothing when the blob store fails", async () => {
    const { boss, exports } = await furnished(receipt(10));
    const before = await stored();
    whileStored = () => Promise.reject(new Error("the disk is gone"));
    expect(await refusal(exports.create(boss, { year: 2026 }))).toMatchObject({ code: "storage_unavailable" });
    whileStored = async () => {};
    await agency.blobs.collectGarbage();
    expect(await stored()).toEqual(before);
    expect(await exports.create(boss, { year: 2026 })).toMatchObject({ entriesCount: 1 });
  });

  it("leave nothing when their mandataire is removed meanwhile", async () => {
    const { boss, exports, mandataire } = await furnished();
    const before = await stored();
    whileStored = () => agency.mandataires.remove(boss, mandataire.id);
    expect(await refusal(exports.create(boss, { year: 2026 }))).toMatchObject({ kind: "not_found" });
    await agency.blobs.collectGarbage();
    expect(await stored()).toEqual(before);
    expect(await refusal(exports.create(boss, { year: 2026 }))).toMatchObject({ kind: "not_found" });
  });

  it("have the entries of their year alone, and report that the previous year was not carried forward", async () => {
    const { boss, exports } = await furnished(
      receipt(10),
      receipt(5, { accountingDate: "2025-12-31" as Day, documentDate: "2025-12-31" as Day }),
    );
    const made = await exports.create(boss, { year: 2026 });
    expect(made).toMatchObject({ entriesCount: 1, totalDebitCents: 1000 });
    expect(made.warnings.map(({ code }) => code)).toEqual(["year_open", "opening_missing"]);
  });
});
