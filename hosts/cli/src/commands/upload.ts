import { CreatedDocument, DocumentRecord, writeShape } from "@cartulary/wire";
import { inWords, printable } from "../account/refusals.ts";
import { type Server, withServer } from "../account/server.ts";
import { print } from "../print.ts";
import { type BulkRequest, bulkKey, isBulkState, mergedDocument, openBulk } from "../transfer/bulk.ts";
import { type LocalFile, localFile } from "../transfer/local-file.ts";
import {
  type DocumentFields,
  isResumeState,
  type OutgoingFile,
  type UploadTransfer,
} from "../transfer/outgoing-file.ts";
import { createResumeStore, removeOldStates } from "../transfer/resume-store.ts";
import { type SentFile, sendFile } from "../transfer/send-file.ts";
import { createTransfer } from "../transfer/transfer.ts";
import { UsageError } from "../usage.ts";
import { idOf, wordsOf } from "../words.ts";

/**
 * `cartulary upload FILE…`: makes a document of each file, one after the other, and prints one line each,
 * `<document id>\t<name>`, or with `--json` its record. With `--bulk` the server counts them together; with `--merge NAME`
 * they become one PDF in this order, which is what is printed. The first that fails ends it with code 1; the same command
 * then goes on where it stopped, and makes no document twice.
 */
export async function upload(words: readonly string[]): Promise<number> {
  const { paths, url, ...options } = parsed(words);
  const files = await Promise.all(paths.map(localFile));
  return withServer(url, async (server) => {
    const transfer = { ...createTransfer(server), states: createResumeStore("upload", isResumeState) };
    await removeOldStates(Date.now());
    const outgoing = outgoingFiles(server, files, options.fields);
    await (options.isBulk ? sendTogether(transfer, outgoing, options) : sendEach(transfer, outgoing, options));
    for (const { key } of outgoing) await transfer.states.remove(key);
    return 0;
  });
}

interface Options {
  readonly fields: Pick<DocumentFields, "documentsFolderId" | "workspaceId">;
  readonly isBulk: boolean;
  readonly mergedFileName?: string;
  readonly json: boolean;
}

/** Files of one bulk upload (interface-documents.md, Limits). */
const BULK_FILES_MAX = 100;

function parsed(words: readonly string[]): Options & { readonly paths: readonly string[]; readonly url?: string } {
  const { values, positionals: paths } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: {
      folder: { type: "string" },
      workspace: { type: "string" },
      bulk: { type: "boolean", default: false },
      merge: { type: "string" },
      url: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const { bulk, merge, url, json } = values;
  const isBulk = bulk || merge !== undefined;
  if (paths.length === 0) throw new UsageError("upload takes the path of a file, or of several");
  if (merge?.trim() === "") throw new UsageError("--merge takes the name of the PDF");
  if (isBulk && paths.length > BULK_FILES_MAX) throw new UsageError(`at most ${BULK_FILES_MAX} files go together`);
  const documentsFolderId = idOf<"Folder">("--folder", values.folder);
  const workspaceId = idOf<"Workspace">("--workspace", values.workspace);
  const fields = { ...(documentsFolderId && { documentsFolderId }), ...(workspaceId && { workspaceId }) };
  return { paths, fields, isBulk, json, ...(merge !== undefined && { mergedFileName: merge }), ...(url && { url }) };
}

/** A file that is named twice is sent twice: each has a number among those alike. */
function outgoingFiles({ url }: Server, files: readonly LocalFile[], fields: DocumentFields): readonly OutgoingFile[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const { path, size, modified } = file;
    const before = seen.get(path) ?? 0;
    seen.set(path, before + 1);
    return { file, fields, key: [url, path, size, modified, before] };
  });
}

async function sendEach(transfer: UploadTransfer, outgoing: readonly OutgoingFile[], { json }: Options): Promise<void> {
  for (const each of outgoing) await printDocument(await send(transfer, each), json);
}

/** The files of a merge say where they stand in it; the others are documents by themselves. */
async function sendTogether(
  transfer: UploadTransfer,
  outgoing: readonly OutgoingFile[],
  options: Options,
): Promise<void> {
  const states = createResumeStore("bulk", isBulkState);
  const request: BulkRequest = { outgoing, ...options };
  const bulk = await openBulk(transfer, states, request);
  const numbered = outgoing.map((each, position) => {
    const place = bulk.mergeToPdf ? { position } : each.fields;
    return { ...each, fields: { ...place, bulkUploadId: bulk.id } };
  });
  if (bulk.mergedDocumentId === null) await sendEach(transfer, numbered, options);
  if (bulk.mergeToPdf) await printDocument(await mergedDocument(transfer, bulk), options.json);
  await states.remove(bulkKey(request));
}

async function send(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<SentFile> {
  try {
    return await sendFile(transfer, outgoing);
  } catch (error) {
    throw withName(outgoing.file, inWords(error, transfer.server.url));
  } finally {
    transfer.progress.clear();
  }
}

/** Says which file it is about, unless the error does. */
function withName({ typed }: LocalFile, error: unknown): unknown {
  if (!(error instanceof Error) || error.message.startsWith(typed)) return error;
  return new Error(`${typed}: ${error.message}`, { cause: error });
}

async function printDocument(document: SentFile, json: boolean): Promise<void> {
  if (document === null) return;
  await print(json ? `${JSON.stringify(shown(document))}\n` : `${document.id}\t${printable(document.name)}\n`);
}

/** One that an earlier command made is answered as it is now, without how it came in. */
const shown = (document: NonNullable<SentFile>): unknown =>
  "bulkUploadId" in document ? writeShape(CreatedDocument, document) : writeShape(DocumentRecord, document);
