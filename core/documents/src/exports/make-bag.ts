import { storedZip } from "@cartulary/bags";
import type { Blobs, StagedBlob } from "@cartulary/blobs";
import {
  type BlobKey,
  type Caller,
  type Digests,
  type StopSignal,
  type Transact,
  throwIfCancelled,
  unprocessable,
} from "@cartulary/kernel";
import type { Visibility } from "../access/visibility.ts";
import { type BagContent, type BagEntry, bagEntries, textBytes } from "./bag-entries.ts";
import { createChannel } from "./channel.ts";
import type { DocumentExport } from "./document-export.ts";
import { exportItems } from "./export-items.ts";
import { exportLine, readLines, writtenLine } from "./export-lines.ts";
import { exportRoot } from "./export-root.ts";
import type { ExportRecords, ExportStores } from "./ports.ts";

export interface BagDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly digests: Digests;
  /** Absent: exports are not available. */
  readonly exportRecords?: ExportRecords;
  /** Returns the Source-Organization of bags. */
  readonly organization: () => string;
}

/** The bytes of a finished export, staged. */
export interface MadeBag {
  readonly zip: StagedBlob;
  readonly items: StagedBlob;
}

/** Called with the percentage that is done; rejects to stop the work. */
type OnProgress = (percent: number) => Promise<void>;

/**
 * Makes the bag of an export: lists the tree in one consistent snapshot, reads all contents to check them, then writes the
 * ZIP. Memory grows with the largest folder, not with the export. Discards what it staged when it fails.
 */
export async function makeBag<Stores extends ExportStores>(
  dependencies: BagDependencies<Stores> & { readonly visibility: Visibility<Stores> },
  work: { readonly stored: DocumentExport; readonly caller: Caller; readonly stop: StopSignal },
  onProgress: OnProgress,
): Promise<MadeBag> {
  const { blobs } = dependencies;
  const { items, rootFiles } = await stageItems(dependencies, work);
  try {
    const lines = async function* () {
      yield* readLines(await blobs.open(items.key));
    };
    const read = contentReader(blobs);
    const payload = await checkPayload(dependencies, { lines, read }, work.stop, onProgress);
    const content = { ...bagContent(work.stored, dependencies.organization()), ...payload, lines, rootFiles };
    const entries = await bagEntries(content, dependencies.digests);
    const zip = storedZip(entries, (entry) => entryBytes(read, entry), work.stored.baggedAt);
    const share = { total: payload.payloadBytes, from: CHECKED_PERCENT, to: 99 };
    const { blob } = await blobs.stage(counted(zip, share, work.stop, onProgress), { checksUtf8: false });
    return { zip: blob, items };
  } catch (error) {
    await blobs.discard(items);
    throw error;
  }
}

/** Bytes that are read at once: small reads cost more than what is done with the bytes. */
const PIECE_BYTES = 1_048_576;

/** Reads the bytes of a blob. Each piece is valid until the next one is requested. */
type ContentReader = (key: BlobKey) => Promise<AsyncIterable<Uint8Array>>;

/** Returns a reader for one blob after the other, into the same memory. */
function contentReader(blobs: Blobs): ContentReader {
  const memory = new Uint8Array(PIECE_BYTES);
  return async (key) => {
    const bytes = await blobs.find(key, memory);
    if (!bytes) throw new Error(`The bytes of blob ${key} are missing, but a row refers to them`);
    return bytes;
  };
}

/** Progress once all contents are checked. */
const CHECKED_PERCENT = 50;

function bagContent(
  { workspaceId, folderId, baggedAt, name }: DocumentExport,
  sourceOrganization: string,
): Pick<BagContent, "externalIdentifier" | "baggedAt" | "sourceOrganization" | "top"> {
  return { externalIdentifier: workspaceId ?? folderId ?? "", baggedAt, sourceOrganization, top: `${name}/` };
}

/** Lists what is exported, in one transaction, into a blob. */
async function stageItems<Stores extends ExportStores>(
  { transact, blobs, visibility, exportRecords }: BagDependencies<Stores> & { readonly visibility: Visibility<Stores> },
  { stored, caller, stop }: { readonly stored: DocumentExport; readonly caller: Caller; readonly stop: StopSignal },
): Promise<{ readonly items: StagedBlob; readonly rootFiles: Readonly<Record<string, string>> }> {
  if (!exportRecords) throw new TypeError("Exports need a writer of records");
  const channel = createChannel<string>();
  const staging = blobs.stage(textBytes(channel.values), { checksUtf8: false });
  // A store that fails before it reads would leave the writer waiting.
  staging.catch(() => channel.close());
  const rootFiles = await transact
    .read(async (stores) => {
      const root = await exportRoot(stores, visibility, caller, stored);
      for await (const item of exportItems(stores, root.scope)) {
        throwIfCancelled(stop);
        if (!(await channel.push(writtenLine(exportLine(item, exportRecords))))) break;
      }
      return root.files(stores, exportRecords);
    })
    .then(
      (files) => {
        channel.end();
        return files;
      },
      (error: unknown) => {
        channel.fail(error);
        throw error;
      },
    );
  return { items: (await staging).blob, rootFiles };
}

/** Reads every content once: for its checksum, and to export none that is damaged. */
async function checkPayload(
  { digests }: Pick<BagDependencies<never>, "digests">,
  { lines, read }: { readonly lines: BagContent["lines"]; readonly read: ContentReader },
  stop: StopSignal,
  onProgress: OnProgress,
): Promise<Pick<BagContent, "checksums" | "payloadBytes">> {
  let total = 0;
  for await (const { files } of lines()) for (const { byteSize } of files) total += byteSize;
  const meter = progressMeter({ total, from: 0, to: CHECKED_PERCENT }, onProgress);
  const checksums: number[] = [];
  for await (const { files } of lines()) {
    for (const { blobKey, sha256, path } of files) {
      const digest = digests.startSha256();
      let checksum = 0;
      for await (const piece of await read(blobKey)) {
        throwIfCancelled(stop);
        digest.update(piece);
        checksum = digests.crc32(piece, checksum);
        await meter(piece.byteLength);
      }
      if (digest.hex() !== sha256) throw unprocessable("damaged_content", `The stored content of ${path} is damaged`);
      checksums.push(checksum);
    }
  }
  return { checksums, payloadBytes: total };
}

function entryBytes(
  read: ContentReader,
  entry: BagEntry,
): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>> {
  return "blobKey" in entry ? read(entry.blobKey) : textBytes(entry.text());
}

interface Share {
  readonly total: number;
  readonly from: number;
  readonly to: number;
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  share: Share,
  stop: StopSignal,
  onProgress: OnProgress,
): AsyncGenerator<Uint8Array> {
  const meter = progressMeter(share, onProgress);
  for await (const piece of bytes) {
    throwIfCancelled(stop);
    yield piece;
    await meter(piece.byteLength);
  }
}

/** Steps of progress that are stored. */
const STEP_PERCENT = 5;

function progressMeter({ total, from, to }: Share, onProgress: OnProgress): (bytes: number) => Promise<void> {
  let [done, shown] = [0, from];
  return async (bytes) => {
    done += bytes;
    const percent = Math.min(to, Math.floor(from + ((to - from) * done) / Math.max(total, 1)));
    if (percent < shown + STEP_PERCENT) return;
    shown = percent;
    await onProgress(percent);
  };
}
