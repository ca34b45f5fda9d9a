import { lstat, mkdir, readdir } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ApiError, type DocumentExport, type DocumentExportCreate } from "@cartulary/client";
import { withServer } from "../account/server.ts";
import { saveZip } from "../bags/save-zip.ts";
import { unpackZip } from "../bags/unpack-zip.ts";
import { idOf, parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { contentFrom } from "../transfer/resumable-download.ts";
import { createTransfer, type Transfer } from "../transfer/transfer.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary export WORKSPACE|FOLDER DIR [--zip FILE] [--public] [--versions] [--date DATE]`: exports what the caller may
 * read as a bag (RFC 8493), into an absent or empty folder, or a ZIP instead. Prints `<id>\t<target>`. The same state with
 * the same date gives the same bytes. Nothing is left of a command that fails.
 */
export async function exportBag(words: readonly string[]): Promise<number> {
  const { id, target, url, ...options } = parseOptions(words);
  return withServer(url, async (server) => {
    const transfer = createTransfer(server);
    try {
      await requireFree(target);
      const stored = await completed(transfer, await requested(transfer, id, options));
      try {
        await save(transfer, stored, target);
      } finally {
        await server.client.deleteDocumentExport({ id: stored.id }).catch(() => "it expires");
      }
    } finally {
      transfer.progress.clear();
    }
    await print(`${id}\t${target.path}\n`);
    return 0;
  });
}

/** A new folder, or a ZIP. */
interface Target {
  readonly kind: "folder" | "zip";
  readonly path: string;
}

interface Options {
  readonly id: string;
  readonly target: Target;
  readonly url?: string;
  readonly fields: Pick<DocumentExportCreate, "public" | "versions" | "date" | "name">;
}

function parseOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: {
      zip: { type: "string" },
      public: { type: "boolean", default: false },
      versions: { type: "boolean", default: false },
      date: { type: "string" },
      url: { type: "string" },
    },
  });
  const [argument, directory, ...more] = positionals;
  rejectExtraArguments("export", more);
  const id = idOf<"Workspace">("export", argument);
  const { zip, url, date } = values;
  if (id === undefined) throw new UsageError("export takes the id of a workspace or of a folder");
  if ((directory === undefined) === (zip === undefined)) throw new UsageError("export takes a folder, or --zip FILE");
  const fields = {
    ...{ public: values.public, versions: values.versions },
    ...(date !== undefined && { date: instantOf(date) }),
    ...(zip !== undefined && { name: basename(zip).replace(/\.zip$/i, "") || "bag" }),
  };
  const target: Target =
    directory === undefined ? { kind: "zip", path: zip ?? "" } : { kind: "folder", path: directory };
  return { id, target, fields, ...(url !== undefined && { url }) };
}

/** A day or an instant. */
function instantOf(date: string): string {
  const text = /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : date;
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time) || (text !== date && !new Date(time).toISOString().startsWith(date)))
    throw new UsageError("--date takes a day as 2026-01-31, or an instant as 2026-01-31T12:00:00Z");
  return new Date(time).toISOString();
}

async function requireFree({ kind, path }: Target): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found) return;
  if (kind === "zip") throw new Error(`${path} already exists; choose another file`);
  if (!found.isDirectory() || (await readdir(path)).length > 0)
    throw new Error(`${path} is not an empty folder; choose another one`);
}

/** An id is of a workspace or of a folder. */
async function requested({ server, patience }: Transfer, id: string, { fields }: Pick<Options, "fields">) {
  const { client } = server;
  const isWorkspace = await patience
    .retry(() => client.getWorkspace({ id }))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return false;
        throw error;
      },
    );
  return client.createDocumentExport({ ...(isWorkspace ? { workspace_id: id } : { folder_id: id }), ...fields });
}

/** First and longest pause between two looks at an export. */
const POLL_MS = 50;
const POLL_MS_MAX = 1_000;

async function completed({ server, patience, progress }: Transfer, { id }: DocumentExport): Promise<DocumentExport> {
  for (let pause = POLL_MS; ; pause = Math.min(2 * pause, POLL_MS_MAX)) {
    const stored = await patience.retry(() => server.client.getDocumentExport({ id }));
    if (stored.status === "completed") return stored;
    if (stored.status === "failed") throw new Error(`the export failed on the server: ${stored.failure}`);
    progress.show(`export: ${stored.progress} %`);
    await setTimeout(pause);
  }
}

async function save(transfer: Transfer, stored: DocumentExport, { kind, path }: Target): Promise<void> {
  const { server, patience } = transfer;
  const { id, byte_size, sha256 } = stored;
  if (byte_size === null || sha256 === null) throw new Error("the server does not tell what it exported");
  const content = { id, name: "the export", byte_size, sha256 };
  const bytes = contentFrom(server, patience, content, 0, (headers) =>
    server.client.downloadDocumentExport({ id }, { headers }),
  );
  if (kind === "zip") return saveZip(bytes, path, sha256);
  await mkdir(path, { recursive: true });
  await unpackZip(bytes, path, sha256);
}
