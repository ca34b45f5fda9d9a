import { createPdfMerger } from "@cartulary/pdf";
import { pdfOf } from "@cartulary/ports/uploads";
import { createTypesetter, type TypesetterOptions } from "@cartulary/typst";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, type House, type HouseOptions, openHouse, type Person } from "../../support/application-fixture.ts";
import { COMMUNICATIONS, composerFor } from "../../support/compositions.ts";
import { databases } from "../../support/databases.ts";
import type { BulkUploadBody } from "../../support/records.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { slow } from "../../support/runs.ts";
import { type Reply, uploadForm } from "../../support/send-request.ts";

const [sqlite] = databases;
/** Runs until its child is ended. */
const ENDLESS = "#for a in range(100000) { for b in range(100000) { } }";

async function houseWith(options: HouseOptions): Promise<House> {
  if (!sqlite) throw new Error("There is always SQLite");
  return openHouse(await sqlite.open(), { maxDirectUploadBytes: 16_777_216, logged: () => {}, ...options });
}

describe("a house with few children", () => {
  /** Composed documents of one person, of which each takes as long as its child lives. */
  async function endless(house: House, person: Person, count: number): Promise<readonly string[]> {
    const { key } = await composerFor(house.admin).template();
    const json = { template_key: key, assembly_mode: "pure_typst", typst_source: ENDLESS };
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push((await composerFor(person).composed(json)).id);
    return ids;
  }

  /** Does `work` in a house, and ends what its children do; every compilation that was left then answers 503. */
  async function inHouse(
    options: TypesetterOptions,
    work: (house: House, left: Promise<Reply<unknown>>[]) => Promise<void>,
  ): Promise<void> {
    const typesetter = createTypesetter({ cpuMilliseconds: 600_000, ...options });
    const house = await houseWith({ typesetter });
    const left: Promise<Reply<unknown>>[] = [];
    try {
      await work(house, left);
      await typesetter.close();
      for (const reply of await Promise.all(left)) expectRefusal(reply as Reply<never>, 503, "compilation_busy");
    } finally {
      await typesetter.close();
      await house.close();
    }
  }

  it("answers 429 to a user with too many waiting requests, repeatedly, and compiles for others", async () => {
    await inHouse({ children: 2, queue: { waitingEach: 2 } }, async (house, left) => {
      const [ana, bob] = [await house.person(), await house.person()];
      const ids = await endless(house, ana, 4);
      const pending = ids.map((id) => ({ id, reply: composerFor(ana).askCompile(id) }));
      const first = await Promise.race(pending.map(async ({ id, reply }) => ({ id, reply: await reply })));
      expectRefusal(first.reply as never, 429, "rate_limited");
      expect(first.reply.headers.get("retry-after")).toBe("1");
      left.push(...pending.filter(({ id }) => id !== first.id).map(({ reply }) => reply));
      expectRefusal((await composerFor(ana).askCompile(first.id)) as never, 429, "rate_limited");
      const { key } = await composerFor(house.admin).template();
      const { id } = await composerFor(bob).composed({ template_key: key });
      await composerFor(bob).part(id, { content: "text", status: "editing" });
      expect((await composerFor(bob).compiled(id)).page_count).toBe(1);
    });
  });

  it("answers 503 when too many requests wait in all", async () => {
    await inHouse({ children: 1, queue: { waiting: 1 } }, async (house, left) => {
      const pending: { readonly id: string; readonly reply: Promise<Reply<unknown>> }[] = [];
      for (let count = 0; count < 3; count += 1) {
        const person = await house.person();
        for (const id of await endless(house, person, 1))
          pending.push({ id, reply: composerFor(person).askCompile(id) });
      }
      const first = await Promise.race(pending.map(async ({ id, reply }) => ({ id, reply: await reply })));
      expectRefusal(first.reply as never, 503, "compilation_busy");
      expect(first.reply.headers.get("retry-after")).toBe("1");
      left.push(...pending.filter(({ id }) => id !== first.id).map(({ reply }) => reply));
    });
  });

  slow.it("lets a communication with many recipients run although its author's requests may not wait", async () => {
    await inHouse({ children: 1, queue: { waitingEach: 0 } }, async (house) => {
      const { key } = await composerFor(house.admin).template({
        default_parts: [{ title: "Letter", content: "Dear {{ recipient.display_name }}", content_format: "markdown" }],
      });
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.push((await house.person()).id);
      const json = { template_key: key, name: "To all", recipients: { user_ids: ids } };
      const { id } = expectStatus(await house.admin.ask<{ id: string }>("POST", COMMUNICATIONS, { json }), 201);
      await house.work();
      const { body } = await house.admin.ask<{ status: string; successful_files: number }>(
        "GET",
        `${COMMUNICATIONS}/${id}`,
      );
      expect([body.status, body.successful_files]).toEqual(["completed", 5]);
    });
  });
});

describe("a merge that takes too long", () => {
  const bulkUploads = `${DOCUMENTS}/bulk_uploads`;
  /** More pages than a text reader reads before its deadline. */
  const bytes = pdfOf(Array.from({ length: 1_000 }, (_, page) => `page ${page}`));

  async function announced({ admin }: House): Promise<string> {
    const json = { total_files: 1, merge_to_pdf: true, merged_file_name: "Long" };
    return expectStatus(await admin.ask<BulkUploadBody>("POST", bulkUploads, { json }), 201).id;
  }
  const stage = ({ admin }: House, bulk_upload_id: string) =>
    admin.ask<unknown>(
      "POST",
      `${DOCUMENTS}/documents`,
      uploadForm({ bytes, name: "long.pdf", type: "application/pdf" }, { bulk_upload_id, position: 0 }),
    );
  const bulkOf = async ({ admin }: House, id: string) =>
    expectStatus(await admin.ask<BulkUploadBody>("GET", `${bulkUploads}/${id}`), 200);

  it("is 503 timed_out while its file is looked at, and takes no room", async () => {
    const pdfMerger = createPdfMerger({ cpuMilliseconds: 0, children: 1 });
    const house = await houseWith({ pdfMerger });
    try {
      const id = await announced(house);
      const refused = await stage(house, id);
      expectRefusal(refused as never, 503, "timed_out");
      expect(refused.headers.get("retry-after")).toBe("30");
      const { status, received_files, metadata } = await bulkOf(house, id);
      expect([status, received_files, metadata]).toEqual(["pending", 0, {}]);
    } finally {
      await house.close();
      await pdfMerger.close();
    }
  });

  slow.it("has failed, with a reason", async () => {
    const [patient, hasty] = [createPdfMerger({ children: 1 }), createPdfMerger({ cpuMilliseconds: 0, children: 1 })];
    const house = await houseWith({ pdfMerger: { ...hasty, inspect: patient.inspect } });
    try {
      const id = await announced(house);
      expectStatus((await stage(house, id)) as never, 202);
      const job = { queue: "uploads/merge", payload: { bulk_upload_id: id } };
      await expect(house.attempt({ ...job, attempt: 2 })).rejects.toMatchObject({ reason: "timeout" });
      expect((await bulkOf(house, id)).status).toBe("in_progress");
      await house.attempt({ ...job, attempt: 3 });
      expect(await bulkOf(house, id)).toMatchObject({
        ...{ status: "failed", failed_files: 1, merged_document_id: null },
        metadata: { failure: "timed_out" },
      });
    } finally {
      await house.close();
      await Promise.all([patient.close(), hasty.close()]);
    }
  });
});
