import type { ChunkedUploads } from "@cartulary/uploads";
import type { chunkedUploadOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { announcedDigests } from "../transport/digests.ts";

/** Large files in chunks, over HTTP. */
export const chunkedUploadHandlers = (chunkedUploads: ChunkedUploads): Handlers<typeof chunkedUploadOperations> => ({
  createChunkedUpload: async ({ body, caller }) => created(wrapped(await chunkedUploads.create(caller, body))),
  getChunkedUpload: async ({ params, caller }) => ok(wrapped(await chunkedUploads.get(caller, params.id))),
  getChunkedUploadStatus: async ({ params, caller }) => ok(wrapped(await chunkedUploads.get(caller, params.id))),
  uploadChunk: async ({ params: { id, chunkNumber }, incoming: { byteSize, bytes }, request, caller }) => {
    const digests = announcedDigests(request.headers);
    const chunk = { uploadId: id, number: chunkNumber, byteSize, bytes, ...digests };
    return ok(wrapped(await chunkedUploads.receive(caller, chunk)));
  },
  completeChunkedUpload: async ({ params, body, caller }) =>
    ok(wrapped(await chunkedUploads.complete(caller, { ...body, ...params }))),
  cancelChunkedUpload: async ({ params, caller }) => ok(wrapped(await chunkedUploads.cancel(caller, params.id))),
});

const wrapped = <Data>(data: Data) => ({ success: true, data }) as const;
