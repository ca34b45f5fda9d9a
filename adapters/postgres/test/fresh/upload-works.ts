import type { BlobKey } from "@cartulary/kernel";
import { BY_KEY, LATER, NOW, newId, PERSON, required, type Works } from "./works.ts";
import { idOf, ROWS, textOf } from "./worlds.ts";

const upload = idOf<"ChunkedUpload">("chunked_uploads", 4);
/** What one session has. */
const CHUNKS = ROWS.upload_chunks / 40;
/** Of one person. */
const SESSIONS = ROWS.chunked_uploads / 4;
const key = `blobs/${textOf(7)}` as BlobKey;

/** What is done with large files on their way in. */
export const uploadWorks: Works<"chunkedUploads" | "chunks"> = {
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
    due: [4 * BY_KEY, ({ chunkedUploads }) => chunkedUploads.due(NOW, 100)],
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
    findAll: [2 * CHUNKS, ({ chunks }) => chunks.findAll(upload)],
    removeAll: [4 * CHUNKS, ({ chunks }) => chunks.removeAll(upload)],
    blobHolders: [BY_KEY, ({ chunks }) => chunks.blobHolders(key, key)],
  },
};
