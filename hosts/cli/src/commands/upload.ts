import { escapeForTerminal, toMessageError } from "../account/error-messages.ts";
import { type Server, withServer } from "../account/server.ts";
import { idOf, parseArguments } from "../parse-arguments.ts";
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
import { sendFile, type UploadResult } from "../transfer/send-file.ts";
import { createTransfer } from "../transfer/transfer.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary upload FILE…`: creates a document from each file in turn, and prints one line each, `<document
 * id>\t<name>`, or its record with `--json`. With `--bulk`, the server counts them together; with `--merge NAME`, they
 * become one PDF in this order, and only that is printed. Stops with code 1 at the first failure; the same command then
 * resumes without creating a document twice.
 */
export async function upload(words: readonly string[]): Promise<number> {
  const { paths, url, ...options } = parseOptions(words);
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
  readonly fields: Pick<DocumentFields, "documents_folder_id" | "workspace_id">;
  readonly isBulk: boolean;
  readonly mergedFileName?: string;
  readonly json: boolean;
}

/** Maximum files of one bulk upload (interface-documents.md, Limits). */
const BULK_FILES_MAX = 100;

function parseOptions(
  words: readonly string[],
): Options & { readonly paths: readonly string[]; readonly url?: string } {
  const { values, positionals: paths } = parseArguments({
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
  if (isBulk && paths.length > BULK_FILES_MAX)
    throw new UsageError(`--bulk and --merge take at most ${BULK_FILES_MAX} files`);
  const documents_folder_id = idOf<"Folder">("--folder", values.folder);
  const workspace_id = idOf<"Workspace">("--workspace", values.workspace);
  const fields = { ...(documents_folder_id && { documents_folder_id }), ...(workspace_id && { workspace_id }) };
  return { paths, fields, isBulk, json, ...(merge !== undefined && { mergedFileName: merge }), ...(url && { url }) };
}

/** A file named twice is sent twice; the number distinguishes the two. */
function outgoingFiles({ url }: Server, files: readonly LocalFile[], fields: DocumentFields): readonly OutgoingFile[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const { path, size, modified } = file;
    const count = seen.get(path) ?? 0;
    seen.set(path, count + 1);
    return { file, fields, key: [url, path, size, modified, count] };
  });
}

async function sendEach(transfer: UploadTransfer, outgoing: readonly OutgoingFile[], { json }: Options): Promise<void> {
  for (const each of outgoing) await printDocument(await send(transfer, each), json);
}

/** Sources of a merge have a position; other files become documents. */
async function sendTogether(
  transfer: UploadTransfer,
  outgoing: readonly OutgoingFile[],
  options: Options,
): Promise<void> {
  const states = createResumeStore("bulk", isBulkState);
  const request: BulkRequest = { outgoing, ...options };
  const bulk = await openBulk(transfer, states, request);
  const numbered = outgoing.map((each, position) => {
    const place = bulk.merge_to_pdf ? { position } : each.fields;
    return { ...each, fields: { ...place, bulk_upload_id: bulk.id } };
  });
  if (bulk.merged_document_id === null) await sendEach(transfer, numbered, options);
  if (bulk.merge_to_pdf) await printDocument(await mergedDocument(transfer, bulk), options.json);
  await states.remove(bulkKey(request));
}

async function send(transfer: UploadTransfer, outgoing: OutgoingFile): Promise<UploadResult> {
  try {
    return await sendFile(transfer, outgoing);
  } catch (error) {
    throw withName(outgoing.file, toMessageError(error, transfer.server.url));
  } finally {
    transfer.progress.clear();
  }
}

/** Adds the file's name to the message unless it starts with it. */
function withName({ typed }: LocalFile, error: unknown): unknown {
  if (!(error instanceof Error) || error.message.startsWith(typed)) return error;
  return new Error(`${typed}: ${error.message}`, { cause: error });
}

/** A document created by an earlier command is shown in its current state, without the fields of a creation. */
async function printDocument(document: UploadResult, json: boolean): Promise<void> {
  if (document === null) return;
  await print(json ? `${JSON.stringify(document)}\n` : `${document.id}\t${escapeForTerminal(document.name)}\n`);
}
