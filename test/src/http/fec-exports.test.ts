import { checkFec } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import {
  actingOn,
  type BookMakers,
  bookMakersFor,
  FEC_EXPORTS,
  MANDATAIRES,
  PERIODS,
  receipt,
  rentCall,
  SIREN,
} from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { NOTHING, sha256 } from "../../support/record-factories.ts";
import type { AuditEventBody, FecExportBody } from "../../support/records.ts";
import {
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectRentalInvalid,
  expectStatus,
} from "../../support/refusals.ts";

describe.each(usualDatabases)("accounting files on $name", ({ open }) => {
  let house: House;
  let books: BookMakers;
  let clerk: Person;
  let id: string;
  beforeAll(async () => {
    house = await openHouse(await open());
    books = bookMakersFor(house);
    clerk = await house.person();
    id = (await books.mandataire({}, [clerk])).id;
    await books.post(id, rentCall("2025-01-05", 96_774), receipt("2025-01-20", 50_000), rentCall("2026-01-05", 100));
  });
  afterAll(() => house.close());

  const post = (json: unknown, mandataireId = id) =>
    clerk.ask<FecExportBody>("POST", FEC_EXPORTS, actingOn(mandataireId, { json }));
  const made = async (json: unknown) => expectStatus(await post(json), 201);
  const download = (exportId: string, query = "", headers = {}) =>
    clerk.ask<unknown>("GET", `${FEC_EXPORTS}/${exportId}/download`, actingOn(id, { query, headers }));
  const lines = (text: string) => text.split("\n").slice(0, -1);

  it("are made, and can be found and downloaded from then on", async () => {
    const fecExport = await made({ year: 2025 });
    const file = await download(fecExport.id);
    expect(fecExport).toEqual({
      id: fecExport.id,
      year: 2025,
      societyCode: "1",
      status: "ready",
      filename: `${SIREN}FEC20251231.txt`,
      separator: "tab",
      encoding: "utf-8",
      byteSize: file.bytes.byteLength,
      sha256: sha256(file.bytes),
      entriesCount: 2,
      linesCount: 4,
      totalDebit: "1467.74",
      totalCredit: "1467.74",
      periodStart: "2025-01-01",
      periodEnd: "2025-12-31",
      warnings: [{ code: "year_open", count: 1, sample: ["2025"] }],
      retainUntil: "2035-12-31",
      createdAt: house.clock.now(),
      downloadUrl: expect.stringMatching(/^https?:\/\//),
    });
    expect(new URL(fecExport.downloadUrl).pathname).toBe(`${FEC_EXPORTS}/${fecExport.id}/download`);
    expect(
      expectStatus(await clerk.ask<FecExportBody>("GET", `${FEC_EXPORTS}/${fecExport.id}`, actingOn(id)), 200),
    ).toEqual(fecExport);
    const listed = await clerk.ask<readonly FecExportBody[]>("GET", FEC_EXPORTS, actingOn(id));
    expect(expectStatus(listed, 200)).toContainEqual(fecExport);

    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename=${fecExport.filename}`);
    const [header, first, ...others] = lines(file.text).map((line) => line.split("\t"));
    expect([header?.length, header?.[0], header?.[17]]).toEqual([18, "JournalCode", "Idevise"]);
    expect(first?.slice(0, 8)).toEqual([
      "LOYERS",
      "Quittancement loyers",
      "LOY-2025-000001",
      "20250105",
      "411000",
      "Locataires",
      "LOC0001",
      "SARL Café Élan",
    ]);
    expect([first?.[11], first?.[12], others.length]).toEqual(["967,74", "0,00", 3]);
    for await (const { line, message } of checkFec(single(file.bytes), fecExport.filename)) {
      expect.unreachable(`line ${line}: ${message}`);
    }
  });

  async function* single(bytes: Uint8Array) {
    yield bytes;
  }

  it("are identical to the byte until the year changes, and earlier files are stored", async () => {
    const [one, two] = [await made({ year: 2025 }), await made({ year: 2025 })];
    expect([one.id === two.id, one.sha256 === two.sha256]).toEqual([false, true]);
    await books.post(id, rentCall("2025-03-05", 100));
    expect((await made({ year: 2025 })).sha256).not.toBe(one.sha256);
    expect(sha256((await download(one.id)).bytes)).toBe(one.sha256);
  });

  it("are retained for ten years after their year, and can then be deleted", async () => {
    const deleted = (exportId: string, mandataireId = id) =>
      clerk.ask("DELETE", `${FEC_EXPORTS}/${exportId}`, actingOn(mandataireId));
    const recent = await made({ year: 2025 });
    const self = { type: "fec_export", id: recent.id, name: recent.filename };
    expect(expectRefusal(await deleted(recent.id), 422, "retained").details).toEqual({
      ...{ until: "2035-12-31", legal_hold: false, by: self, retained: [self], retained_count: 1 },
    });
    expectStatus(await download(recent.id), 200);
    const old = await made({ year: 2010 });
    expect(old.retainUntil).toBe("2020-12-31");
    expectNotFound(await deleted(NOTHING));
    expectStatus(await deleted(old.id), 204);
    expectNotFound(await deleted(old.id));
    expectNotFound(await download(old.id));
    const { body } = await house.admin.ask<readonly AuditEventBody[]>("GET", "/api/v1/audit_events", {
      query: { "q[resource_id_eq]": old.id, sort: "at", direction: "asc" },
    });
    expect(body.map(({ action }) => action)).toEqual(["fec_export.created", "fec_export.deleted"]);
    expect(await house.findings()).toEqual([]);
  });

  it("are written with pipes and in ISO 8859-15 on request", async () => {
    const { id: exportId } = await made({ year: 2025, separator: "pipe", encoding: "iso-8859-15" });
    const file = await download(exportId);
    expect(file.headers.get("content-type")).toBe("text/plain; charset=iso-8859-15");
    const text = new TextDecoder("iso-8859-15").decode(file.bytes);
    expect(lines(text)[1]?.split("|")[7]).toBe("SARL Café Élan");
    const notice = await download(exportId, "part=description");
    expect(notice.headers.get("content-type")).toBe("text/plain; charset=iso-8859-15");
    expect(new TextDecoder("iso-8859-15").decode(notice.bytes)).toContain("Séparateur de champs : barre verticale");
  });

  it("have a description, and no other part", async () => {
    const { id: exportId } = await made({ year: 2025 });
    const notice = await download(exportId, "part=description");
    expect(notice.headers.get("content-disposition")).toBe(`attachment; filename=${SIREN}FEC20251231.description.txt`);
    expect(notice.text).toContain(`${SIREN}FEC20251231.txt`);
    expect(notice.text).toContain("18. Idevise");
    for (const query of ["part=file", "part=", "part=description&part=description"]) {
      expectMalformed(await clerk.ask("GET", `${FEC_EXPORTS}/${exportId}/download`, actingOn(id, { query })));
    }
  });

  it("are sent by ranges, and answer 304 to a client that has them", async () => {
    const { id: exportId, sha256: digest, byteSize } = await made({ year: 2025 });
    for (const query of ["", "part=description"]) {
      const whole = await download(exportId, query);
      const part = await download(exportId, query, { range: "bytes=3-12" });
      expect([part.status, part.text]).toEqual([206, whole.text.slice(3, 13)]);
      const etag = whole.headers.get("etag") ?? "";
      expect(etag).toBe(`"${sha256(whole.bytes)}"`);
      expect((await download(exportId, query, { "if-none-match": etag })).status).toBe(304);
    }
    const head = await clerk.ask<unknown>("HEAD", `${FEC_EXPORTS}/${exportId}/download`, actingOn(id));
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag"), head.bytes.length]).toEqual([
      200,
      String(byteSize),
      `"${digest}"`,
      0,
    ]);
    const beyond = actingOn(id, { headers: { range: `bytes=${byteSize}-` } });
    expectRefusal(await clerk.ask("GET", `${FEC_EXPORTS}/${exportId}/download`, beyond), 416, "range_not_satisfiable");
  });

  it("have only a header for an empty year, and report missing data of a year", async () => {
    const empty = await made({ year: 2031 });
    expect(empty).toMatchObject({ entriesCount: 0, linesCount: 0, totalDebit: "0.00" });
    expect(lines((await download(empty.id)).text)).toHaveLength(1);
    const codes = async (year: number) => (await made({ year })).warnings.map(({ code }) => code);
    expect(await codes(2026)).toEqual(expect.arrayContaining(["year_open", "opening_missing"]));
  });

  it("list the societies that are not in them; a mandataire with entries keeps its code", async () => {
    const other = (await books.mandataire({}, [clerk])).id;
    await books.post(other, rentCall("2026-01-05", 100));
    const others = async (json: object) => {
      const { entriesCount, warnings } = expectStatus(await post({ year: 2026, ...json }, other), 201);
      return [entriesCount, warnings.filter(({ code }) => code === "other_societies")];
    };
    expect(await others({})).toEqual([1, []]);
    expect(await others({ society_code: "AGP" })).toEqual([0, [{ code: "other_societies", count: 1, sample: ["1"] }]]);
    const change = (accounting_code: string | null) =>
      house.admin.ask<unknown>("PATCH", `${MANDATAIRES}/${other}`, { json: { mandataire: { accounting_code } } });
    expectRentalInvalid(await change("AGP"), { accounting_code: ["invalid"] });
    expectStatus(await change(null), 200);
    expect(await others({})).toEqual([1, []]);
  });

  it("have the opening of the year first once the year before is closed", async () => {
    const other = (await books.mandataire({}, [clerk])).id;
    await books.post(other, rentCall("2025-12-05", 4_200), rentCall("2026-01-05", 100));
    expectStatus(await clerk.ask<unknown>("POST", `${PERIODS}/2025-12/close`, actingOn(other)), 200);
    const fecExport = expectStatus(await post({ year: 2026 }, other), 201);
    expect(fecExport.warnings.map(({ code }) => code)).toEqual(["year_open"]);
    const path = `${FEC_EXPORTS}/${fecExport.id}/download`;
    const { text } = await clerk.ask<unknown>("GET", path, actingOn(other));
    expect(lines(text)[1]?.split("\t").slice(0, 4)).toEqual([
      "OD",
      "Opérations diverses",
      "OD-2026-000001",
      "20260101",
    ]);
  });

  it("are refused for an invalid year, and for a mandataire without SIREN", async () => {
    expectRentalInvalid(await post({ year: 1899 }), { year: ["greater_than_or_equal_to"] });
    expectRentalInvalid(await post({ year: 10_000 }), { year: ["less_than_or_equal_to"] });
    expectRentalInvalid(await post({ year: 2025, society_code: "" }), { society_code: ["blank"] });
    const json = { mandataire: { name: "nameless" } };
    const { body } = await house.admin.ask<{ id: string }>("POST", MANDATAIRES, { json });
    await books.admit(body.id, clerk);
    const refused = expectRefusal(await post({ year: 2025 }, body.id), 422, "fec_invalid");
    expect(refused.details).toEqual({ rows: [] });
  });

  it("are listed by the conventions of lists", async () => {
    const found = async (query: string) => {
      const reply = await clerk.ask<readonly FecExportBody[]>("GET", FEC_EXPORTS, actingOn(id, { query }));
      return expectStatus(reply, 200);
    };
    expect((await found("q[year_eq]=2031")).map(({ year }) => year)).toEqual([2031]);
    expect((await found("q[separator_eq]=pipe")).map(({ encoding }) => encoding)).toEqual(["iso-8859-15"]);
    expect(await found("q[total_debit_gteq]=0.01&q[total_debit_lteq]=0.02")).toEqual([]);
    expect((await found("search=fec2031")).map(({ year }) => year)).toEqual([2031]);
    const years = (await found("sort=year&direction=desc")).map(({ year }) => year);
    expect(years).toEqual([...years].sort((one, other) => other - one));
    expect((await found("updated_since=2026-01-01&per_page=100")).length).toBe(years.length);
    expect(await found(`q[updated_at_gteq]=2026-04-01`)).toEqual([]);
    const downloadUrl = (await found("q[year_eq]=2031"))[0]?.downloadUrl ?? "";
    for (const requested of [`eq]=${downloadUrl}`, `in]=x,${downloadUrl}`, `cont]=${downloadUrl.slice(-40)}`])
      expect((await found(`q[download_url_${requested}`)).map(({ year }) => year)).toEqual([2031]);
    expect(await found(`q[download_url_cont]=${downloadUrl.slice(0, 8)}&per_page=100`)).toHaveLength(years.length);
    expectMalformed(await clerk.ask("GET", FEC_EXPORTS, actingOn(id, { query: "q[siren_eq]=1" })));
    expectNotFound(await clerk.ask("GET", `${FEC_EXPORTS}/none`, actingOn(id)));
  });
});
