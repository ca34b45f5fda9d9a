import type { BlobKey } from "@cartulary/kernel";
import { bulkUploadListing } from "@cartulary/uploads";
import { idOf, ROWS, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, LATER, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";

const upload = idOf<"ChunkedUpload">("chunked_uploads", 4);
const bulk = idOf<"BulkUpload">("bulk_uploads", 4);
/** The chunks of one upload. */
const CHUNKS = ROWS.upload_chunks / 40;
/** The sources of one merge. */
const SOURCES = ROWS.staged_sources / 40;
/** Of one person. */
const SESSIONS = ROWS.chunked_uploads / 4;
const key = `blobs/${textOf(7)}` as BlobKey;

/** The works of chunked and bulk uploads. */
export const uploadWorks: Works<"chunkedUploads" | "chunks" | "bulkUploads" | "stagedSources"> = {
  chunkedUploads: {
    insert: [
      BY_KEY,
      async ({ chunkedUploads }) =>
        chunkedUploads.insert({ ...required(await chunkedUploads.find(upload)), id: newId() }),
    ],
    find: [BY_KEY, ({ chunkedUploads }) => chunkedUploads.find(upload)],
    lock: [BY_KEY, ({ chunkedUploads }) => chunkedUploads.lock(upload)],
    update: [
      BY_KEY,
      async ({ chunkedUploads }) =>
        chunkedUploads.update({ ...required(await chunkedUploads.lock(upload)), status: "cancelled" }),
    ],
    renew: [BY_KEY, ({ chunkedUploads }) => chunkedUploads.renew(upload, idOf("chunked_uploads", 4), LATER)],
    countOpen: [2 * SESSIONS, ({ chunkedUploads }) => chunkedUploads.countOpen(PERSON, NOW)],
    countAllOpen: [everybodys("chunked_uploads"), ({ chunkedUploads }) => chunkedUploads.countAllOpen(NOW)],
    findOpen: [2 * SESSIONS, ({ chunkedUploads }) => chunkedUploads.findOpen(PERSON, NOW, 100)],
    findDue: [4 * BY_KEY, ({ chunkedUploads }) => chunkedUploads.findDue(NOW, 100)],
    remove: [BY_KEY, ({ chunkedUploads }) => chunkedUploads.remove(idOf("chunked_uploads", 99))],
    blobHolders: [BY_KEY, ({ chunkedUploads }) => chunkedUploads.blobHolders(key, key)],
  },
  chunks: {
    find: [BY_KEY, ({ chunks }) => chunks.find(upload, 3)],
    put: [
      BY_KEY,
      async ({ chunks }) => chunks.put({ ...required(await chunks.find(upload, 3)), number: 5000 }),
      async ({ chunks }) => chunks.put({ ...required(await chunks.find(upload, 3)), md5: "new" }),
    ],
    numbers: [2 * CHUNKS, ({ chunks }) => chunks.numbers(upload)],
    numbersByUpload: [2 * CHUNKS, ({ chunks }) => chunks.numbersByUpload([upload])],
    findAll: [2 * CHUNKS, ({ chunks }) => chunks.findAll(upload)],
    removeAll: [4 * CHUNKS, ({ chunks }) => chunks.removeAll(upload)],
    blobHolders: [BY_KEY, ({ chunks }) => chunks.blobHolders(key, key)],
  },
  bulkUploads: {
    insert: [
      BY_KEY,
      async ({ bulkUploads }) => bulkUploads.insert({ ...required(await bulkUploads.find(bulk)), id: newId() }),
    ],
    find: [BY_KEY, ({ bulkUploads }) => bulkUploads.find(bulk)],
    lock: [BY_KEY, ({ bulkUploads }) => bulkUploads.lock(bulk)],
    update: [
      BY_KEY,
      async ({ bulkUploads }) =>
        bulkUploads.update({ ...required(await bulkUploads.lock(bulk)), source: "another program" }),
    ],
    list: [
      everybodys("bulk_uploads"),
      listed(bulkUploadListing, ({ bulkUploads }, query) =>
        bulkUploads.list(query, { userId: PERSON, includeSingle: false }),
      ),
      listed(bulkUploadListing, ({ bulkUploads }, query) =>
        bulkUploads.list(query, { userId: null, includeSingle: true }),
      ),
    ],
    countOpen: [everybodys("bulk_uploads"), ({ bulkUploads }) => bulkUploads.countOpen()],
    abandoned: [4 * BY_KEY, ({ bulkUploads }) => bulkUploads.abandoned(NOW, 100)],
  },
  stagedSources: {
    find: [BY_KEY, ({ stagedSources }) => stagedSources.find(bulk, 3)],
    insert: [
      BY_KEY,
      async ({ stagedSources }) => {
        const [source] = await stagedSources.findAll(bulk);
        await stagedSources.insert({ ...required(source), position: 1_000_000 });
      },
    ],
    findAll: [2 * SOURCES, ({ stagedSources }) => stagedSources.findAll(bulk)],
    release: [4 * SOURCES, ({ stagedSources }) => stagedSources.release(bulk)],
    blobHolders: [BY_KEY, ({ stagedSources }) => stagedSources.blobHolders(key, key)],
  },
};
