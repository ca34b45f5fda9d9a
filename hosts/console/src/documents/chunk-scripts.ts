import { chunkedUploadOperations, documentOperations } from "@cartulary/wire";
import { typedBody } from "../components/operation-form.ts";
import type { ScriptDefinition } from "../frame/definitions.ts";
import type { Visit } from "../frame/visit.ts";

const { createChunkedUpload, getChunkedUploadStatus, uploadChunk, completeChunkedUpload } = chunkedUploadOperations;

interface Progress {
  readonly uploadId: string;
  readonly chunkSize: number;
  readonly uploadedBytes: number;
  readonly missingChunks: readonly number[];
}

/** What the script reads of an upload: the chunks to send, and how much has arrived. */
const stateOf = ({ uploadId, chunkSize, uploadedBytes, missingChunks }: Progress) => ({
  ...{ id: uploadId, chunk_size: chunkSize, received: uploadedBytes, missing: missingChunks },
});

const idOf = (visit: Visit) => ({ id: visit.param("id") });

/** Starts the upload of a file, from its name, size, type and place. */
const start: ScriptDefinition = {
  path: "/uploads/create",
  operations: [createChunkedUpload],
  async run(visit, { typed }) {
    const body = typedBody({ body: createChunkedUpload.body }, await typed(), { omitEmpty: true });
    return stateOf((await visit.call(createChunkedUpload, { body })).value.data);
  },
};

const status: ScriptDefinition = {
  path: "/uploads/{id}/status",
  operations: [getChunkedUploadStatus],
  run: async (visit) => stateOf((await visit.call(getChunkedUploadStatus, { params: idOf(visit) })).value.data),
};

/** Receives a chunk, whose bytes are the body. */
const chunk: ScriptDefinition = {
  path: "/uploads/{id}/chunks/{chunk_number}",
  operations: [uploadChunk],
  async run(visit, { open }) {
    const params = { ...idOf(visit), chunk_number: visit.param("chunk_number") };
    const stream = { contentType: "application/octet-stream", open };
    return stateOf((await visit.call(uploadChunk, { params, stream })).value.data);
  },
};

/**
 * Makes the document of a file that has arrived, where the upload was started for. The script repeats it after a lost reply,
 * so a document that is there already is the result, too.
 */
const complete: ScriptDefinition = {
  path: "/uploads/{id}/complete",
  operations: [completeChunkedUpload, documentOperations.createDocument],
  async run(visit) {
    const params = idOf(visit);
    const { documentId } = (await visit.call(completeChunkedUpload, { params })).value.data;
    return { to: `${visit.base}/documents/${documentId ?? (await created(visit, params.id))}` };
  },
};

async function created(visit: Visit, uploadId: string): Promise<string> {
  const body = { chunked_upload_id: uploadId };
  const { value } = await visit.call(documentOperations.createDocument, { body });
  if ("id" in value) return value.id;
  throw new TypeError(`The upload ${uploadId} became a source of a merge`);
}

/** The requests of the script that sends large files. */
export const chunkScripts: readonly ScriptDefinition[] = [start, status, chunk, complete];
