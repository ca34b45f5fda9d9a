import type { Uploads } from "@cartulary/uploads";
import type { chunkedUploadOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { declaredDigests } from "../transport/digests.ts";

export const chunkedUploadHandlers: Handlers<typeof chunkedUploadOperations, Pick<Uploads, "chunkedUploads">> = {
  listChunkedUploads: async ({ list, caller }, { chunkedUploads }) =>
    listReply(await chunkedUploads.list(caller, list)),
  createChunkedUpload: async ({ body, caller }, { chunkedUploads }) =>
    created(wrapped(await chunkedUploads.create(caller, body))),
  getChunkedUpload: async ({ params, caller }, { chunkedUploads }) =>
    ok(wrapped(await chunkedUploads.get(caller, params.id))),
  getChunkedUploadStatus: async ({ params, caller }, { chunkedUploads }) =>
    ok(wrapped(await chunkedUploads.get(caller, params.id))),
  uploadChunk: async (
    { params: { id, chunkNumber }, incoming: { byteSize, bytes }, request, caller },
    { chunkedUploads },
  ) => {
    const digests = declaredDigests(request.headers);
    const chunk = { uploadId: id, number: chunkNumber, byteSize, bytes, ...digests };
    return ok(wrapped(await chunkedUploads.receive(caller, chunk)));
  },
  completeChunkedUpload: async ({ params, body, caller }, { chunkedUploads }) =>
    ok(wrapped(await chunkedUploads.complete(caller, { ...body, ...params }))),
  cancelChunkedUpload: async ({ params, caller }, { chunkedUploads }) =>
    ok(wrapped(await chunkedUploads.cancel(caller, params.id))),
};

const wrapped = <Data>(data: Data) => ({ success: true, data }) as const;
