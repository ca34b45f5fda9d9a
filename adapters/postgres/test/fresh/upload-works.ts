import type { BlobKey } from "@cartulary/kernel";
import { FEW, LATER, NOW, newId, PERSON, required, type Works } from "./works.ts";
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
      FEW,
      async ({ chunkedUploads }) =>
        chunkedUploads.insert({ ...required(await chunkedUploads.find(upload)), id: newId() }),
    ],
    find: [FEW, ({ chunkedUploads }) => chunkedUploads.find(upload)],
    lock: [FEW, ({ chunkedUploads }) => chunkedUploads.lock(upload)],
    update: [
      FEW,
      async ({ chunkedUploads }) =>
        chunkedUploads.update({ ...required(await chunkedUploads.lock(upload)), status: "cancelled" }),
    ],
    renew: [FEW, ({ chunkedUploads }) => chunkedUploads.renew(upload, idOf("chunked_uploads", 4), LATER)],
    countOpen: [2 * SESSIONS, ({ chunkedUploads }) => chunkedUploads.countOpen(PERSON, NOW)],
    due: [4 * FEW, ({ chunkedUploads }) => chunkedUploads.due(NOW, 100)],
    remove: [FEW, ({ chunkedUploads }) => chunkedUploads.remove(idOf("chunked_uploads", 99))],
    blobHolders: [FEW, ({ chunkedUploads }) => chunkedUploads.blobHolders(key, key)],
  },
  chunks: {
    find: [FEW, ({ chunks }) => chunks.find(upload, 3)],
    put: [
      FEW,
      async ({ chunks }) => chunks.put({ ...required(await chunks.find(upload, 3)), number: 5000 }),
      async ({ chunks }) => chunks.put({ ...required(await chunks.find(upload, 3)), md5: "new" }),
    ],
    numbers: [2 * CHUNKS, ({ chunks }) => chunks.numbers(upload)],
    findAll: [2 * CHUNKS, ({ chunks }) => chunks.findAll(upload)],
    removeAll: [4 * CHUNKS, ({ chunks }) => chunks.removeAll(upload)],
    blobHolders: [FEW, ({ chunks }) => chunks.blobHolders(key, key)],
  },
};
