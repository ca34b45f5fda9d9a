import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sendInChunks } from "../transfer/chunked-file.ts";
import { localFile } from "../transfer/local-file.ts";
import type { UploadTransfer } from "../transfer/outgoing-file.ts";
import type { OpenBag } from "./bag-basics.ts";

/** From this size on, files are sent in chunks. */
const CHUNKED_BYTES_MIN = 8 * 1024 * 1024;

/** The content of a request: a file, or a completed chunked upload. */
export type SentContent = { readonly uploaded_file: File } | { readonly chunked_upload_id: string };

/** A file of a bag to send under a name and a media type. */
interface BagContent {
  readonly path: string;
  readonly name: string;
  readonly type: string;
}

/** Sends a file of a bag as far as the request that uses it needs. A file of an archive is unpacked for that. */
export async function sendBagContent(
  transfer: UploadTransfer,
  bag: OpenBag,
  { path, name, type }: BagContent,
): Promise<SentContent> {
  const folder = bag.folder === null ? await mkdtemp(join(tmpdir(), "cartulary-")) : null;
  const local = folder === null ? join(bag.folder ?? "", path) : join(folder, "content");
  try {
    if (folder !== null) await pipeline(bag.open(path), createWriteStream(local));
    const file = { ...(await localFile(local)), name, type };
    if (file.size < CHUNKED_BYTES_MIN) return { uploaded_file: new File([await readFile(local)], name, { type }) };
    const key = [transfer.server.url, "import", randomUUID()];
    const { upload_id } = await sendInChunks(transfer, { file, fields: {}, key });
    await transfer.states.remove(key);
    return { chunked_upload_id: upload_id };
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}
