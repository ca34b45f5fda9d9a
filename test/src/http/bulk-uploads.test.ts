import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPdfText } from "@cartulary/pdf";
import { encryptedPdf, OWNER_PASSWORD_PDFS, pdfOf } from "@cartulary/ports/uploads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, FIRST, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { bytesOfLength, chunkingBy } from "../../support/chunked.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  blobFiles,
  contentOf,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
} from "../../support/record-factories.ts";
import {
  BULK_UPLOAD,
  type BulkUploadBody,
  type CreatedDocumentBody,
  type DocumentBody,
  recordProblems,
  type StagedFileBody,
} from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { slow } from "../../support/runs.ts";
import { type FilePart, uploadForm } from "../../support/send-request.ts";

const BULK_UPLOADS = `${DOCUMENTS}/bulk_uploads`;
const DAY_MS = 86_400_000;
const SAMPLES = join(import.meta.dirname, "../../../hosts/cli/samples");

const pdf = (...texts: string[]): FilePart => ({ bytes: pdfOf(texts), name: "scan.bin", type: "text/plain" });
const sample = (name: string): FilePart => ({ bytes: readFileSync(join(SAMPLES, name)), name: "scan.pdf" });

describe.each(usualDatabases)("bulk uploads on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  const reader = createPdfText();
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(async () => {
    await reader.close();
    await house.close();
  });

  const post = (json: object, by = admin) => by.ask<BulkUploadBody>("POST", BULK_UPLOADS, { json });
  const made = async (json: object, by = admin) => expectStatus(await post(json, by), 201);
  const merging = (total_files: number, more: object = {}, by = admin) =>
    made({ total_files, merge_to_pdf: true, merged_file_name: "Scans", ...more }, by);
  const bulkOf = async (id: string, by = admin) =>
    expectStatus(await by.ask<BulkUploadBody>("GET", `${BULK_UPLOADS}/${id}`), 200);
  const send = (bulk_upload_id: string, file: string | FilePart = "text", fields: object = {}, by = admin) =>
    by.ask<CreatedDocumentBody>("POST", `${DOCUMENTS}/documents`, uploadForm(file, { bulk_upload_id, ...fields }));
  const stage = async (id: string, position: number, file: FilePart, by = admin) =>
    expectStatus((await send(id, file, { position }, by)) as never, 202) as StagedFileBody;
  const listed = async (query: Readonly<Record<string, string>> = {}, by = admin) =>
    expectStatus(await by.ask<BulkUploadBody[]>("GET", BULK_UPLOADS, { query: { per_page: "100", ...query } }), 200);
  const countsOf = ({ received_files, processed_files, successful_files, failed_files, status }: BulkUploadBody) => [
    ...[received_files, processed_files, successful_files, failed_files],
    status,
  ];
  /** The text of a PDF, page by page. */
  const textOf = async (id: string) => {
    const { bytes } = await admin.ask("GET", contentOf(id));
    async function* whole() {
      yield bytes;
    }
    return (await reader.read(whole(), { bytesMax: 65_536, cpuMilliseconds: 20_000, onBehalfOf: null }))
      ?.split(/\s+/)
      .filter(Boolean);
  };

  describe("are announced", () => {
    it("with how many files there will be, and answered whole", async () => {
      const folder = await makers.folder();
      const bulk = await made({
        total_files: 3,
        documents_folder_id: folder.id,
        auto_classify: true,
        source: " Scan ",
      });
      expect(recordProblems(BULK_UPLOAD, bulk)).toEqual([]);
      expect(bulk).toMatchObject({
        ...{ status: "pending", source: "Scan", total_files: 3, received_files: 0, progress: 0, user_id: admin.id },
        ...{ auto_classify: true, merge_to_pdf: false, merged_file_name: null, merged_document_id: null },
        ...{ folder_id: folder.id, workspace_id: null, started_at: null, completed_at: null },
      });
      expect(await bulkOf(bulk.id)).toEqual(bulk);
      expect((await made({ total_files: 1, merged_file_name: "a\u0000" })).merged_file_name).toBeNull();
    });

    it.each([0, 101, -1, "3", 2.5, null, undefined])("43: not with %j files", async (total_files) => {
      const reply = await post({ total_files });
      expect([reply.status, (reply.body as never as { details: { field: string }[] }).details[0]?.field]).toEqual([
        422,
        "total_files",
      ]);
    });

    it("44: to be merged, with a name that ends in .pdf", async () => {
      const named = async (merged_file_name: unknown) => post({ total_files: 1, merge_to_pdf: true, merged_file_name });
      expectInvalid(await post({ total_files: 1, merge_to_pdf: true }), "merged_file_name", "blank");
      for (const blank of [null, "", " ", "scans/", "a\\"]) {
        expectInvalid(await named(blank), "merged_file_name", "blank");
      }
      expectInvalid(await named("a\u202eb"), "merged_file_name", "invalid");
      expectInvalid(await named("x".repeat(252)), "merged_file_name", "too_long");
      for (const [sent, stored] of [
        ["Scans", "Scans.pdf"],
        ["Scans.PDF", "Scans.PDF"],
        ["../../a\\b.pdf", "b.pdf"],
        ["x".repeat(251), `${"x".repeat(251)}.pdf`],
      ]) {
        expect(expectStatus(await named(sent), 201).merged_file_name).toBe(stored);
      }
    });

    it("for a place where their maker writes", async () => {
      const [user, folder] = [await house.person(), await makers.folder()];
      const into = (documents_folder_id: string) => post({ total_files: 1, documents_folder_id }, user);
      expectInvalid(await into(folder.id), "documents_folder_id", "not_found");
      await house.grant(user, "read", "folder", folder.id);
      expectRefusal(await into(folder.id), 403, "forbidden");
      expectInvalid(await post({ total_files: 1, workspace_id: NOTHING }), "workspace_id", "not_found");
    });

    it("once under an Idempotency-Key", async () => {
      const asking = { json: { total_files: 2 }, headers: { "idempotency-key": "bulk" } };
      const [first, again] = [
        await admin.ask("POST", BULK_UPLOADS, asking),
        await admin.ask("POST", BULK_UPLOADS, asking),
      ];
      expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    });

    it("by a program, or by a user's own token", async () => {
      expect((await made({ total_files: 1, source: "" })).source).toBe("personal_access_token");
      const form = `grant_type=password&client_id=${FIRST.clientId}&client_secret=${encodeURIComponent(FIRST.clientSecret)}`;
      const words = `&username=${FIRST.email}&password=${encodeURIComponent(FIRST.password)}&scope=write`;
      const body = { body: form + words, headers: { "content-type": "application/x-www-form-urlencoded" } };
      const { access_token } = expectStatus(
        await house.ask<{ access_token: string }>("POST", "/oauth/token", body),
        200,
      );
      const applications = await admin.ask<{ name: string; client_id: string }[]>("GET", "/api/v1/oauth_applications");
      const name = applications.body.find(({ client_id }) => client_id === FIRST.clientId)?.name;
      const asking = { token: access_token, json: { total_files: 1 } };
      expect(expectStatus(await house.ask<BulkUploadBody>("POST", BULK_UPLOADS, asking), 201).source).toBe(name);
      const sent = { token: access_token, ...uploadForm("text", {}) };
      const alone = expectStatus(await house.ask<CreatedDocumentBody>("POST", `${DOCUMENTS}/documents`, sent), 201);
      expect((await bulkOf(alone.bulk_upload_id ?? "")).source).toBe(name);
    });
  });

  it("are visible to their creator and to administrators", async () => {
    const [user, other] = [await house.person(), await house.person()];
    const bulk = await made({ total_files: 2, source: "own" }, user);
    expect((await listed({}, user)).map(({ id }) => id)).toEqual([bulk.id]);
    expect(await bulkOf(bulk.id)).toEqual(bulk);
    expectNotFound(await other.ask("GET", `${BULK_UPLOADS}/${bulk.id}`));
    expect(await listed({}, other)).toEqual([]);
    expect((await listed({ "q[source_eq]": "own" })).map(({ id }) => id)).toEqual([bulk.id]);
    expectInvalid(await send(bulk.id, "x", {}, other), "bulk_upload_id", "not_found");
    expectInvalid(await send(bulk.id), "bulk_upload_id", "not_found");
    expectInvalid(await send(NOTHING), "bulk_upload_id", "not_found");
  });

  it("are filtered by the number of received files", async () => {
    const user = await house.person();
    const [one, two] = [await made({ total_files: 2 }, user), await made({ total_files: 1 }, user)];
    expectStatus(await send(one.id, "x", {}, user), 201);
    const ids = async (query: Readonly<Record<string, string>>) => (await listed(query, user)).map(({ id }) => id);
    expect(await ids({ "q[received_files_gteq]": "1" })).toEqual([one.id]);
    expect(await ids({ "q[status_eq]": "pending" })).toEqual([two.id]);
    expect(await ids({ "q[total_files_eq]": "1", sort: "created_at" })).toEqual([two.id]);
  });

  it("of documents that came alone are left out of lists, unless a filter speaks of how many files there are", async () => {
    const user = await house.person();
    const document = await makers.upload({}, "alone", user);
    expect(await listed({}, user)).toEqual([]);
    const [lone] = await listed({ "q[total_files_eq]": "1" }, user);
    expect(lone).toMatchObject({ status: "completed", progress: 100, source: "personal_access_token" });
    expect(lone?.id).toBe(document.bulk_upload_id);
    expect(await bulkOf(document.bulk_upload_id ?? "", user)).toEqual(lone);
    expectRefusal(await send(lone?.id ?? "", "x", {}, user), 422, "bulk_upload_closed");
  });

  describe("count their files", () => {
    it("48: until all have arrived, and no refused file [B-1, B-2]", async () => {
      const [folder, otherFolder] = [await makers.folder(), await makers.folder()];
      const { id } = await made({ total_files: 3, documents_folder_id: folder.id });
      const first = expectStatus(await send(id, "one", { position: 7 }), 201);
      expect([first.bulk_upload_id, first.documents_folder_id]).toEqual([id, folder.id]);
      house.clock.pass(1000);
      expect(countsOf(await bulkOf(id))).toEqual([1, 1, 1, 0, "in_progress"]);
      expect((await bulkOf(id)).progress).toBeCloseTo(100 / 3);
      expectInvalid(await send(id, "x", { documents_folder_id: NOTHING }), "documents_folder_id", "not_found");
      expectInvalid(await send(id, "x", { name: "" }), "name", "blank");
      expect(countsOf(await bulkOf(id))).toEqual([1, 1, 1, 0, "in_progress"]);
      const other = expectStatus(await send(id, "two", { documents_folder_id: otherFolder.id }), 201);
      expect(other.documents_folder_id).toBe(otherFolder.id);
      expect(expectStatus(await send(id, "three", { documents_folder_id: "" }), 201).documents_folder_id).toBeNull();
      const bulk = await bulkOf(id);
      expect(countsOf(bulk)).toEqual([3, 3, 3, 0, "completed"]);
      expect(bulk).toMatchObject({ progress: 100, completed_at: house.clock.now(), updated_at: house.clock.now() });
      expect(Date.parse(bulk.started_at ?? "")).toBe(Date.parse(bulk.completed_at ?? "") - 1000);
      expectRefusal(await send(id), 422, "bulk_upload_closed");
    });

    it("and classify them by their own options, or by those of the single requests", async () => {
      const csv = "code,label,parent_code,keywords\nA,a,,bail\n";
      const { id: workspace_id } = await makers.workspace({ classification_plan_csv: csv });
      const { id } = await made({ total_files: 3, workspace_id, auto_classify: true });
      const codes = [
        expectStatus(await send(id, "bail"), 201).classification_code,
        expectStatus(await send(id, "bail", { auto_classify: false }), 201).classification_code,
        expectStatus(await send(id, "bail", { workspace_id: "" }), 201).classification_code,
      ];
      expect(codes).toEqual(["A", null, null]);
    });

    it("once under an Idempotency-Key, even when the bulk upload has ended meanwhile", async () => {
      const { id } = await made({ total_files: 1 });
      const asking = { ...uploadForm("text", { bulk_upload_id: id }), headers: { "idempotency-key": "last" } };
      const ask = () => admin.ask("POST", `${DOCUMENTS}/documents`, asking);
      const [first, again] = [await ask(), await ask()];
      expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
      const other = { ...uploadForm("text"), headers: { "idempotency-key": "last" } };
      expectRefusal(await admin.ask("POST", `${DOCUMENTS}/documents`, other), 422, "idempotency_key_reused");
      expect(countsOf(await bulkOf(id))).toEqual([1, 1, 1, 0, "completed"]);
    });

    it("and expire when no file has come for a day; added files stay", async () => {
      const [slow, merge] = [await made({ total_files: 2 }), await merging(2)];
      const document = expectStatus(await send(slow.id), 201);
      await stage(merge.id, 0, pdf("left"));
      house.clock.pass(DAY_MS - 1);
      await house.upkeep.run();
      expect((await bulkOf(slow.id)).status).toBe("in_progress");
      house.clock.pass(1);
      await house.upkeep.run();
      expect(countsOf(await bulkOf(slow.id))).toEqual([1, 1, 1, 0, "failed"]);
      expect(countsOf(await bulkOf(merge.id))).toEqual([1, 1, 0, 1, "failed"]);
      expectRefusal(await send(slow.id), 422, "bulk_upload_closed");
      expectRefusal(await send(merge.id, pdf("left"), { position: 0 }), 422, "bulk_upload_closed");
      expectStatus(await admin.ask<DocumentBody>("GET", documentAt(document.id)), 200);
    });
  });

  describe("are merged", () => {
    it("into one document with pages in the order of positions, in any order of arrival [B-3, B-4]", async () => {
      const folder = await makers.folder();
      const { id } = await merging(5, { documents_folder_id: folder.id });
      expect(await stage(id, 7, pdf("fourth"))).toEqual({
        staged: true,
        position: 7,
        bulk_upload: { id, received_files: 1, total_files: 5, status: "in_progress" },
      });
      await stage(id, 2_147_483_647, sample("facade.jpg"));
      await stage(id, 0, pdf("first", "second"));
      await stage(id, 3, pdf("third"));
      expect(countsOf(await bulkOf(id))).toEqual([4, 0, 0, 0, "in_progress"]);
      await stage(id, 1_000, sample("plan-rdc.png"));
      expectRefusal(await send(id, pdf("more"), { position: 4 }), 422, "bulk_upload_full");
      expect((await bulkOf(id)).merged_document_id).toBeNull();
      await house.work();
      const bulk = await bulkOf(id);
      expect(countsOf(bulk)).toEqual([5, 5, 5, 0, "completed"]);
      expect(bulk.progress).toBe(100);
      const documentId = bulk.merged_document_id ?? "";
      expect((await admin.ask<DocumentBody>("GET", documentAt(documentId))).body).toMatchObject({
        ...{ name: "Scans.pdf", content_type: "application/pdf", documents_folder_id: folder.id },
        ...{ created_by: { id: admin.id }, versions_count: 0 },
      });
      expect((await textOf(documentId))?.slice(0, 4)).toEqual(["first", "second", "third", "fourth"]);
      expect(await house.work()).toBe(0);
      expectRefusal(await send(id, pdf("more"), { position: 5 }), 422, "bulk_upload_closed");
      expect(await stage(id, 3, pdf("third"))).toMatchObject({
        bulk_upload: { received_files: 5, status: "completed" },
      });
    });

    slow.it("and leave no bytes but those of the document", async () => {
      const { id } = await merging(2);
      await stage(id, 1, pdf("b"));
      await stage(id, 1, pdf("b"));
      await stage(id, 0, pdf("a"));
      await house.work();
      house.clock.pass(1000);
      await house.upkeep.run();
      expect(await house.findings()).toEqual([]);
      const files = await blobFiles(house);
      const { merged_document_id } = await bulkOf(id);
      expectStatus(await admin.ask<unknown>("DELETE", documentAt(merged_document_id ?? "")), 204);
      // Once until the trash ends, once until its bytes are removed.
      for (let month = 0; month < 2; month += 1) {
        house.clock.pass(30 * DAY_MS);
        await house.upkeep.run();
      }
      expect((await blobFiles(house)).length).toBeLessThan(files.length);
    });

    it("45, 46: each position once, the same bytes again without an effect", async () => {
      const { id } = await merging(3);
      expectInvalid(await send(id, pdf("a")), "position", "blank");
      expectInvalid(await send(id, pdf("a"), { position: -1 }), "position", "greater_than_or_equal_to");
      expectInvalid(await send(id, pdf("a"), { position: 2_147_483_648 }), "position", "less_than_or_equal_to");
      expectInvalid(await send(id, pdf("a"), { position: 1.5 }), "position", "not_a_number");
      const first = await stage(id, 0, pdf("a"));
      expect(await stage(id, 0, pdf("a"))).toEqual(first);
      expectRefusal(await send(id, pdf("b"), { position: 0 }), 422, "position_taken");
      const fields = { ...uploadForm(pdf("b")).form, bulk_upload_id: id, position: "1" };
      expectStatus(await admin.ask("POST", `${DOCUMENTS}/documents`, { form: fields }), 202);
      expect(countsOf(await bulkOf(id))).toEqual([2, 0, 0, 0, "in_progress"]);
    });

    it("47: of sound PDF, JPEG and PNG files only, whatever they are called", async () => {
      const { id } = await merging(1);
      const bomb = readFileSync(join(SAMPLES, "plan-rdc.png"));
      bomb.writeUInt32BE(50_000, 16);
      bomb.writeUInt32BE(50_000, 20);
      const whole = Buffer.from(pdfOf(["cut"]));
      const withoutTable = whole.subarray(0, whole.lastIndexOf("xref\n0"));
      for (const bytes of ["MZ\u0090", "", encryptedPdf(), whole.subarray(0, 300), withoutTable, bomb]) {
        const file = { bytes, name: "scan.pdf", type: "application/pdf" };
        expectRefusal(await send(id, file, { position: 0 }), 422, "unsupported_format");
      }
      expect(countsOf(await bulkOf(id))).toEqual([0, 0, 0, 0, "pending"]);
    });

    slow.it("where no password is needed to open them, though one is to change them", async () => {
      const { id } = await merging(2);
      await stage(id, 0, { bytes: Buffer.from(OWNER_PASSWORD_PDFS[0]?.[1] ?? "", "base64"), name: "scan.pdf" });
      await stage(id, 1, pdf("last"));
      await house.work();
      const { merged_document_id } = await bulkOf(id);
      expect(await textOf(merged_document_id ?? "")).toEqual("open one open two open three last".split(" "));
    });

    it("under a key that is not stored: the position decides", async () => {
      const { id } = await merging(2);
      const ask = (position: number, text: string) =>
        admin.ask("POST", `${DOCUMENTS}/documents`, {
          ...uploadForm(pdf(text), { bulk_upload_id: id, position }),
          headers: { "idempotency-key": "source" },
        });
      for (const reply of [await ask(0, "a"), await ask(0, "a"), await ask(1, "b")]) {
        expect([reply.status, reply.headers.get("idempotency-replayed")]).toEqual([202, null]);
      }
      expect((await bulkOf(id)).received_files).toBe(2);
    });

    slow.it("of finished sessions too, which are then of the merged document", async () => {
      const chunking = chunkingBy(admin);
      const { id } = await merging(2);
      const session = await chunking.whole(Buffer.from(pdfOf(["large"])), { filename: "large.pdf" });
      const other = await chunking.whole(bytesOfLength(100), { filename: "large.pdf" });
      const ask = (chunked_upload_id: string, position: number) =>
        admin.ask("POST", `${DOCUMENTS}/documents`, { json: { bulk_upload_id: id, chunked_upload_id, position } });
      expectRefusal(await ask(other, 1), 422, "unsupported_format");
      expectStatus(await ask(session, 1), 202);
      await stage(id, 0, pdf("small"));
      await house.work();
      const { merged_document_id } = await bulkOf(id);
      expect((await chunking.status(session)).body.data.document_id).toBe(merged_document_id);
      expect(await textOf(merged_document_id ?? "")).toEqual(["small", "large"]);
      expect(await house.findings()).toEqual([]);
    });

    slow.it("and files them in the requested folder", async () => {
      const csv = "code,label,parent_code,keywords\nA,a,,bail\n";
      const { id: workspace_id } = await makers.workspace({ classification_plan_csv: csv });
      const { id } = await merging(1, { workspace_id, auto_classify: true });
      await stage(id, 0, pdf("Bail"));
      await house.work();
      const { merged_document_id } = await bulkOf(id);
      const { body } = await admin.ask<DocumentBody>("GET", documentAt(merged_document_id ?? ""));
      expect([body.workspace_id, body.classification_code]).toEqual([workspace_id, "A"]);
    });

    slow.it("not where the place is gone, nor where the right to write there is", async () => {
      const [user, folder] = [await house.person(), await makers.folder()];
      await house.grant(user, "write", "folder", folder.id);
      const [gone, lost] = [await makers.folder(), folder].map(({ id }) => ({ documents_folder_id: id }));
      const [first, second] = [await merging(1, gone), await merging(1, lost, user)];
      expectStatus(await admin.ask<unknown>("DELETE", folderAt(gone?.documents_folder_id ?? "")), 204);
      await stage(first.id, 0, pdf("a"));
      await stage(second.id, 0, pdf("a"), user);
      const permissions = `${folderAt(folder.id)}/permissions`;
      const granted = await admin.ask<{ id: string; subject_id: string }[]>("GET", permissions);
      const own = granted.body.find(({ subject_id }) => subject_id === user.id);
      expectStatus(await admin.ask<unknown>("DELETE", `${permissions}/${own?.id}`), 204);
      await house.work();
      for (const { id } of [first, second]) {
        const bulk = await bulkOf(id);
        expect([...countsOf(bulk), bulk.merged_document_id]).toEqual([1, 1, 0, 1, "failed", null]);
      }
    });
  });
});

describe.each(usualDatabases)("a bulk upload of a hundred files on $name", ({ open }) => {
  it("accepts a hundred of a hundred and one concurrent files [B-1]", async () => {
    const house = await openHouse(await open());
    try {
      const bulk = await house.admin.ask<BulkUploadBody>("POST", BULK_UPLOADS, { json: { total_files: 100 } });
      const { id: bulk_upload_id } = expectStatus(bulk, 201);
      const sent = Array.from({ length: 101 }, (_, index) =>
        house.admin.ask("POST", `${DOCUMENTS}/documents`, uploadForm(`file ${index}`, { bulk_upload_id })),
      );
      const replies = await Promise.all(sent);
      const refused = replies.filter(({ status }) => status !== 201);
      expect(refused.map(({ status }) => status)).toEqual([422]);
      expect(["bulk_upload_full", "bulk_upload_closed"]).toContain(refused[0]?.body.error);
      const after = await house.admin.ask<BulkUploadBody>("GET", `${BULK_UPLOADS}/${bulk_upload_id}`);
      expect(after.body).toMatchObject({ status: "completed", received_files: 100, successful_files: 100 });
      const documents = await house.admin.ask("GET", `${DOCUMENTS}/documents`, { query: "per_page=1" });
      expect(documents.headers.get("x-total-count")).toBe("100");
    } finally {
      await house.close();
    }
  });
});
