import * as nodeFiles from "node:fs/promises";
import { createBlobs } from "@cartulary/blobs";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import {
  type CompositionStores,
  createComposedDocuments,
  createMassCommunications,
  createTemplates,
  type MassCommunicationId,
  massCommunicationJobs,
  type Typesetter,
} from "@cartulary/composition";
import { createDigests } from "@cartulary/crypto";
import type { BlobStore, Job, Transact } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../support/cartulary-process.ts";
import { filesIn } from "../../support/chunked-fixture.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { ADMINISTRATOR, BLOB_GRACE_SECONDS, documentHouse, newWorld } from "../../support/document-fixture.ts";
import { type Life, lifeOf, mortalFiles, mortalTransact } from "../../support/killed-process.ts";
import { runs } from "../../support/runs.ts";

const DAY_MS = 86_400_000;
const QUEUE = "composition/communicate";
const RECIPIENTS = 3;

/** `npm test` takes some of the moments only: on Postgres, the statements being the same, fewer still. */
const everyNth = (engine: string) =>
  engine === "SQLite" ? runs({ sparing: 13, usual: 3, long: 1 }) : runs({ sparing: 59, usual: 13, long: 1 });

/** Events while a document is printed. */
let meanwhile = async () => {};

/** Prints sources as they are, and refuses one of them. */
const printer: Typesetter = {
  async typeset(request) {
    await meanwhile();
    const source = JSON.stringify("composition" in request ? await request.composition() : request.files);
    const diagnostic = { severity: "error", path: null, line: null, column: null, message: "no", hint: null } as const;
    if (source.includes("unwanted")) return { outcome: "failed", cause: "error", diagnostics: [diagnostic] };
    return { outcome: "typeset", pdf: Buffer.from(source), pageCount: 1, archival: true, warnings: [] };
  },
  fonts: async () => ({ families: [], fontPaths: [] }),
};

describe.each(databases)("A mass communication on $name and files,", ({ name, open }) => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  const world = newWorld("communicating");
  const administrator = ADMINISTRATOR.userId;
  const userIds: (typeof administrator)[] = [];
  beforeAll(async () => {
    database = await open();
    folder = await temporaryFolder();
    const now = world.clock.now();
    const names = { firstName: null, lastName: null, initials: "U", displayName: "u", externalId: null };
    const fields = { ...names, active: true, createdAt: now, updatedAt: now };
    await database.transact.write(async ({ users }) => {
      await users.insert({ ...fields, id: administrator, role: "admin", emailAddress: "admin@example.org" });
      for (const local of ["one", "two", "three"]) {
        const user = {
          ...fields,
          id: world.newId<"User">(),
          role: "user" as const,
          emailAddress: `${local}@example.org`,
        };
        await users.insert(user);
        userIds.push(user.id);
      }
    });
    const { templates } = survivor();
    const content = "{{ text }} {{ recipient.email_address }}";
    const defaultParts = [{ content, status: "editing" as const }];
    await templates.create(ADMINISTRATOR, { key: "letter", typstSource: "// a letter", defaultParts });
  });
  afterAll(async () => {
    await database.close();
    await folder[Symbol.asyncDispose]();
  });

  const storeOf = (life: Life) => {
    const files = mortalFiles(nodeFiles, life);
    return { files, blobStore: createFsBlobStore({ directory: folder.path, files }) };
  };
  const survivor = () => house(database.transact, storeOf(lifeOf(Number.POSITIVE_INFINITY)).blobStore);

  /** A process that makes documents for many. */
  function house(transact: Transact<CompositionStores>, blobStore: BlobStore) {
    const { clock, newId, secrets } = world;
    const blobs = createBlobs({ transact, blobStore, digests: createDigests(), secrets, clock });
    const tree = { transact, clock, newId, treeListeners: [] };
    const removal = { ...tree, onRemoval: async () => {} };
    const [communicating] = massCommunicationJobs({ ...tree, typesetter: printer, blobs });
    const communications = createMassCommunications(tree);
    return {
      ...{ blobs, communications, templates: createTemplates(removal), composed: createComposedDocuments(removal) },
      begin: (text: string) =>
        communications.create(ADMINISTRATOR, { templateKey: "letter", variables: { text }, recipients: { userIds } }),
      async work(id: MassCommunicationId) {
        const payload = { mass_communication_id: id };
        const job: Job = { id: newId(), queue: QUEUE, turn: 0, payload, attempt: 1, attemptsMax: 9 };
        await communicating?.handle(job, { aborted: false });
      },
    };
  }

  const everything = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] } as const;

  /** One document for each recipient with a PDF of its own, all counted, and no other bytes. */
  async function expectMade(id: MassCommunicationId): Promise<void> {
    const after = survivor();
    const counts = { totalFiles: RECIPIENTS, successfulFiles: RECIPIENTS, failedFiles: 0 };
    expect(await after.communications.get(ADMINISTRATOR, id)).toMatchObject({ status: "completed", ...counts });
    const { items } = await after.composed.list(ADMINISTRATOR, { query: everything, within: {} });
    const addresses = ["one", "three", "two"].map((local) => `letter – ${local}@example.org`);
    expect(items.map((document) => [document.name, document.status])).toEqual(
      addresses.map((each) => [each, "exported"]),
    );
    const { blobStore } = storeOf(lifeOf(Number.POSITIVE_INFINITY));
    const { documents } = documentHouse({ transact: database.transact, blobStore, world });
    const { items: listed } = await documents.list(ADMINISTRATOR, { query: everything, within: {} });
    const pdfs = await Promise.all(listed.map(({ id }) => documents.get(ADMINISTRATOR, id)));
    expect(pdfs.map((pdf) => pdf.id).toSorted()).toEqual(items.map(({ pdfFileId }) => pdfFileId).toSorted());
    world.clock.pass(2 * DAY_MS);
    await after.blobs.collectGarbage();
    expect(await filesIn(folder.path)).toEqual(pdfs.map(({ blobKey }) => blobKey).toSorted());
    for (const pdf of pdfs) await documents.remove(ADMINISTRATOR, pdf.id);
    for (const document of items) await after.composed.remove(ADMINISTRATOR, document.id);
    world.clock.pass(BLOB_GRACE_SECONDS * 1000 + 1);
    await after.blobs.collectGarbage();
    expect(await filesIn(folder.path)).toEqual([]);
  }

  it("makes one document for each recipient, whenever the process is lost and the next one continues", async () => {
    let steps = 0;
    for (let isLost = true; isLost; steps += everyNth(name)) {
      const { id } = await survivor().begin("wanted");
      const life = lifeOf(steps);
      const { files, blobStore } = storeOf(life);
      const mortal = house(mortalTransact(database.transact, life), blobStore);
      await mortal.work(id).catch((error: unknown) => {
        if (!life.isOver) throw error;
      });
      await files.closeAll();
      isLost = life.isOver;
      for (const _ of ["once", "and again"]) await survivor().work(id);
      await expectMade(id);
    }
    expect(steps).toBeGreaterThan(20);
  }, 600_000);

  it("makes one document for each where several hosts work at the same time", async () => {
    const { id } = await survivor().begin("wanted");
    await Promise.all([survivor(), survivor(), survivor()].map((each) => each.work(id)));
    await survivor().blobs.collectGarbage();
    // What the slower ones made is gone at once, not only when it has been unused for a day.
    expect(await filesIn(folder.path)).toHaveLength(RECIPIENTS);
    await expectMade(id);
  });

  it("counts each failure once where several hosts work at the same time", async () => {
    const { id } = await survivor().begin("unwanted");
    await Promise.all([survivor(), survivor()].map((each) => each.work(id)));
    const counts = { status: "failed", successfulFiles: 0, failedFiles: RECIPIENTS };
    const done = await survivor().communications.get(ADMINISTRATOR, id);
    expect(done).toMatchObject(counts);
    expect(done.failures).toHaveLength(RECIPIENTS);
  });

  it("makes nothing more once it is called off, whatever is being printed", async () => {
    const { id } = await survivor().begin("wanted");
    meanwhile = async () => {
      await survivor().communications.cancel(ADMINISTRATOR, id);
    };
    await survivor()
      .work(id)
      .finally(() => {
        meanwhile = async () => {};
      });
    await survivor().work(id);
    const off = { status: "cancelled", successfulFiles: 0, failedFiles: 0 };
    expect(await survivor().communications.get(ADMINISTRATOR, id)).toMatchObject(off);
    const { items } = await survivor().composed.list(ADMINISTRATOR, { query: everything, within: {} });
    expect(items).toEqual([]);
    await survivor().blobs.collectGarbage();
    expect(await filesIn(folder.path)).toEqual([]);
  });
});
