import { CreatedDocument, DocumentRecord, writeShape } from "@cartulary/wire";
import { inWords, printable } from "../account/refusals.ts";
import { type Server, withServer } from "../account/server.ts";
import { print } from "../print.ts";
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
 * `<document id>\t<name>`, or with `--json` its record. The first that fails ends it with code 1; the same command then
 * goes on where it stopped, and makes no document twice.
 */
export async function upload(words: readonly string[]): Promise<number> {
  const { paths, fields, url, json } = parsed(words);
  const files = await Promise.all(paths.map(localFile));
  return withServer(url, async (server) => {
    const transfer = { ...createTransfer(server), states: createResumeStore("upload", isResumeState) };
    await removeOldStates(Date.now());
    const outgoing = outgoingFiles(server, files, fields);
    for (const each of outgoing) await printDocument(await send(transfer, each), json);
    for (const { key } of outgoing) await transfer.states.remove(key);
    return 0;
  });
}

interface Options {
  readonly paths: readonly string[];
  readonly fields: DocumentFields;
  readonly url: string | undefined;
  readonly json: boolean;
}

function parsed(words: readonly string[]): Options {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: {
      folder: { type: "string" },
      workspace: { type: "string" },
      url: { type: "string" },
      json: { type: "boolean" },
    },
  });
  if (positionals.length === 0) throw new UsageError("upload takes the path of a file, or of several");
  const documentsFolderId = idOf<"Folder">("--folder", values.folder);
  const workspaceId = idOf<"Workspace">("--workspace", values.workspace);
  return {
    paths: positionals,
    fields: { ...(documentsFolderId && { documentsFolderId }), ...(workspaceId && { workspaceId }) },
    url: values.url,
    json: values.json ?? false,
  };
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
  await print(json ? `${JSON.stringify(shown(document))}\n` : `${document.id}\t${printable(document.name)}\n`);
}

/** One that an earlier command made is answered as it is now, without how it came in. */
const shown = (document: SentFile): unknown =>
  "bulkUploadId" in document ? writeShape(CreatedDocument, document) : writeShape(DocumentRecord, document);
