import { createHash } from "node:crypto";
import { DOCUMENTS, type Person } from "./application-fixture.ts";
import type { ChunkedUploadBody, ReceivedChunkBody } from "./records.ts";
import { expectStatus } from "./refusals.ts";
import type { Reply } from "./send-request.ts";

/** The path of chunked uploads. */
export const CHUNKED_UPLOADS = `${DOCUMENTS}/chunked_uploads`;
/** Bytes of the shortest chunk. */
export const MIB = 1_048_576;

/** Bytes of which no chunk equals another. */
export function bytesOfLength(length: number, seed = 1): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(((at + seed * 7919) * 2654435761) >>> 0, at);
  return bytes;
}

/** As a checksum or Content-MD5 writes it. */
export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");

/** The bytes of one chunk, whose number counts from 1. */
export function chunkOf(bytes: Buffer<ArrayBuffer>, number: number, chunkSize = MIB): Buffer<ArrayBuffer> {
  return bytes.subarray((number - 1) * chunkSize, number * chunkSize);
}

/** The requests of one user on chunked uploads, over HTTP. */
export interface Chunking {
  /** Opens a session for a file of so many bytes and answers its id. */
  open(fileSize: number, fields?: Readonly<Record<string, unknown>>): Promise<string>;
  init(fields: Readonly<Record<string, unknown>>): Promise<Reply<ChunkedUploadBody>>;
  send(
    id: string,
    number: number | string,
    bytes: Uint8Array<ArrayBuffer> | string | ReadableStream,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<ReceivedChunkBody>>;
  complete(id: string, checksum?: unknown): Promise<Reply<ChunkedUploadBody>>;
  cancel(id: string): Promise<Reply<ChunkedUploadBody>>;
  status(id: string): Promise<Reply<ChunkedUploadBody>>;
  /** Opens a session for these bytes and sends all chunks. */
  sendAll(bytes: Buffer<ArrayBuffer>, fields?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Uploads a file, and completes it. */
  whole(bytes: Buffer<ArrayBuffer>, fields?: Readonly<Record<string, unknown>>): Promise<string>;
}

export function chunkingBy({ ask }: Person): Chunking {
  const at = (id: string, rest = "") => `${CHUNKED_UPLOADS}/${id}${rest}`;

  const chunking: Chunking = {
    init: (fields) =>
      ask("POST", CHUNKED_UPLOADS, {
        json: { filename: "large.bin", content_type: "application/octet-stream", chunk_size: MIB, ...fields },
      }),
    open: async (fileSize, fields) =>
      expectStatus(await chunking.init({ file_size: fileSize, ...fields }), 201).data.upload_id,
    send: (id, number, bytes, headers = {}) =>
      ask("PATCH", at(id, `/chunks/${number}`), {
        body: bytes,
        headers: { "content-type": "application/octet-stream", ...headers },
      }),
    complete: (id, checksum) => ask("POST", at(id, "/complete"), checksum === undefined ? {} : { json: { checksum } }),
    cancel: (id) => ask("DELETE", at(id)),
    status: (id) => ask("GET", at(id, "/status")),
    async sendAll(bytes, fields) {
      const id = await chunking.open(bytes.byteLength, fields);
      const total = Math.ceil(bytes.byteLength / MIB);
      for (let number = 1; number <= total; number += 1) {
        expectStatus(await chunking.send(id, number, chunkOf(bytes, number)), 200);
      }
      return id;
    },
    async whole(bytes, fields) {
      const id = await chunking.sendAll(bytes, fields);
      expectStatus(await chunking.complete(id), 200);
      return id;
    },
  };
  return chunking;
}
