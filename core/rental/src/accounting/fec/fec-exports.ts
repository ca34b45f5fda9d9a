import type { BlobReferences, Blobs, StagedBlob } from "@cartulary/blobs";
import {
  type ByteRange,
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  dayInParis,
  type IdempotentReply,
  type ListQuery,
  malformed,
  type NewId,
  notFound,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type Transact,
  type TransactFor,
  throwIfInvalid,
  unavailable,
} from "@cartulary/kernel";
import { checkFec, describeFec, exportFec, type FecExportResult, fecDescriptionName } from "@cartulary/ledger";
import { refuseRetained, retainedThrough } from "../../agency/accounting-retention.ts";
import { type MandataireId, societyOf } from "../../agency/mandataire.ts";
import type { AccountingListener } from "../accounting-listener.ts";
import { rentalPlan } from "../chart-of-accounts.ts";
import type { AccountingStores } from "../ports.ts";
import { caveatWarnings, collectFindings, fecInvalid, societyWarnings } from "./fec-check-result.ts";
import {
  type FecExport,
  type FecExportField,
  type FecExportHeader,
  type FecExportId,
  type FecExportInput,
  fecExportErrors,
  fecExportHeader,
} from "./fec-export.ts";
import { handOffStream } from "./stream-handoff.ts";

/** Accounting files of one mandataire. The caller of this service has checked that the user is a member. */
export interface FecExports {
  /**
   * Writes the file of a civil year, checks it strictly (fec.md 1.2) and stores it. A year without entries gives a
   * header only. Throws `unprocessable_entity` for invalid fields, and 422 `fec_invalid`, with the first invalid rows,
   * for a mandataire without SIREN or an invalid file; nothing is stored then.
   */
  create(caller: Caller, input: FecExportInput): Promise<FecExport>;
  list(caller: Caller, query: ListQuery<FecExportField>): Promise<Page<FecExport>>;
  get(caller: Caller, id: FecExportId): Promise<FecExport>;
  /**
   * Removes a file whose retention is over. Throws 422 `retained` until its last day (Code de commerce, art. L123-22).
   */
  remove(caller: Caller, id: FecExportId): Promise<void>;
  /** Returns the file or another part; throws 400 for an unknown part. */
  download(caller: Caller, query: FecDownloadQuery): Promise<FecDownload>;
}

export interface FecDownloadQuery {
  readonly id: FecExportId;
  /** `description` is the notice of art. A47 A-1, XI; absent means the file. */
  readonly part?: string;
}

/** A download. The bytes of one export are always the same. */
export interface FecDownload {
  readonly fileName: string;
  /** With the charset of the bytes. */
  readonly contentType: string;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Streams all bytes or a range. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  /** Path of an export's download under the server's public address. */
  readonly downloadPath: (id: FecExportId) => string;
  readonly listeners: readonly AccountingListener<Stores>[];
}

/** Dependencies, with the stores of one mandataire. */
type Context = Omit<Dependencies<never>, "transactFor" | "listeners"> & {
  readonly mandataireId: MandataireId;
  readonly transact: Transact<AccountingStores>;
  readonly storeExport: StoreExport;
};

/** Stores an export with its blob and notifies the listeners. */
type StoreExport = (
  caller: Caller,
  undated: Omit<FecExport, "createdAt">,
  blob: StagedBlob,
) => Promise<IdempotentReply<FecExport>>;

/** Creates the accounting files of each mandataire over a database and a blob store. */
export function createFecExports<Stores extends AccountingStores & ReplayStores>({
  transactFor,
  listeners,
  ...dependencies
}: Dependencies<Stores>): (mandataireId: MandataireId) => FecExports {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const context: Context = {
      ...dependencies,
      mandataireId,
      transact,
      storeExport: storingExport(transact, listeners, mandataireId, dependencies.clock),
    };
    return {
      create: (caller, input) => create(context, caller, input),
      list: (_caller, query) => transact.read(({ fecExports }) => fecExports.list(query)),
      get: (_caller, id) => transact.read(async ({ fecExports }) => orNotFound(await fecExports.find(id))),
      remove: (caller, id) =>
        transact.write(async (stores) => {
          const fecExport = await removeExport(stores, id, context);
          for (const listener of listeners)
            await listener.fecExportRemoved?.(stores, caller, { mandataireId, fecExport });
        }),
      download: (_caller, query) => download(context, query),
    };
  };
}

/** Streams the file from one snapshot of the book, then stores the record in a short write. */
async function create(context: Context, caller: Caller, input: FecExportInput): Promise<FecExport> {
  throwIfInvalid(fecExportErrors(input));
  const { siren, society } = await readSociety(context);
  if (siren === null) throw fecInvalid("The mandataire has no SIREN; it is required for the file name");
  const header = fecExportHeader(input, { siren, society });
  const [written, { blob }] = await handOffStream<Uint8Array, FecExportResult<void>, { readonly blob: StagedBlob }>(
    (hand) => exportFec({ transact: context.transact, plan: rentalPlan }, header, hand),
    (file) => context.blobs.stage(file),
  );
  try {
    const fecExport = await validate(context, header, written, blob);
    const { reply, replayed } = await context.storeExport(caller, fecExport, blob);
    if (replayed) await context.blobs.discard(blob);
    return reply;
  } catch (error) {
    await context.blobs.discard(blob);
    throw error;
  }
}

function readSociety({
  transact,
  mandataireId,
}: Context): Promise<{ readonly siren: string | null; readonly society: string }> {
  return transact.read(async ({ mandataires }) => {
    const mandataire = orNotFound(await mandataires.find(mandataireId));
    return { siren: mandataire.siren, society: societyOf(mandataire) };
  });
}

/** Validates the written file by reading it as a downloader would. */
async function validate(
  context: Context,
  header: FecExportHeader,
  written: FecExportResult<void>,
  blob: StagedBlob,
): Promise<Omit<FecExport, "createdAt">> {
  const { rows, warnings } = await collectFindings(
    checkFec(await context.blobs.open(blob.key), header.filename, header.encoding),
  );
  if (rows.length > 0) throw fecInvalid("The accounting file of that year would be invalid", rows);
  const id = context.newId<"FecExport">();
  return {
    ...header,
    ...written.totals,
    id,
    status: "ready",
    byteSize: blob.byteSize,
    sha256: blob.sha256,
    warnings: [
      ...caveatWarnings(written.caveats, header.year),
      ...societyWarnings(written.otherSocieties),
      ...warnings,
    ],
    downloadPath: context.downloadPath(id),
  };
}

/** Creates the write of an export. It locks the book in share mode, so that the mandataire is not removed meanwhile. */
function storingExport<Stores extends AccountingStores & ReplayStores>(
  transact: Transact<Stores>,
  listeners: readonly AccountingListener<Stores>[],
  mandataireId: MandataireId,
  clock: Clock,
): StoreExport {
  return (caller, undated, blob) =>
    createIdempotently(
      transact,
      caller,
      async (stores) => {
        const { books, blobs, fecExports, fecFiles } = stores;
        if (!(await books.lockShared())) throw notFound();
        if (!(await blobs.attach(blob)))
          throw unavailable("storage_unavailable", "Writing the file timed out; try again", 5);
        // Dated at the write, not at the export's start: clients that follow the list could otherwise miss it.
        const fecExport = { ...undated, createdAt: clock.now() };
        await fecExports.insert(fecExport);
        await fecFiles.insert(mandataireId, fecExport.id, blob.key);
        for (const listener of listeners) await listener.fecExported?.(stores, caller, { mandataireId, fecExport });
        return fecExport;
      },
      replayWhileVisible(async ({ fecExports }, _caller, { id }) => orNotFound(await fecExports.find(id))),
    );
}

/** Removes the record and the file; its bytes are collected soon. */
async function removeExport(
  { blobs, fecExports, fecFiles, tombstones }: AccountingStores,
  id: FecExportId,
  { mandataireId, clock }: Pick<Context, "mandataireId" | "clock">,
): Promise<FecExport> {
  const fecExport = orNotFound(await fecExports.find(id));
  const now = clock.now();
  const until = retainedThrough(fecExport.year);
  if (until >= dayInParis(now)) refuseRetained({ type: "fec_export", id, name: fecExport.filename }, until);
  const blobKey = await fecFiles.remove(mandataireId, id);
  if (!(await fecExports.remove(id))) throw notFound();
  if (blobKey !== null) await blobs.release([blobKey], now);
  await tombstones.insert("fec_exports", [id], now);
  return fecExport;
}

async function download(
  { transact, blobs, digests, mandataireId }: Context,
  { id, part }: FecDownloadQuery,
): Promise<FecDownload> {
  if (part !== undefined && part !== "description") throw malformed(`Unknown part ${part}`);
  const { fecExport, key } = await transact.read(async ({ fecExports, fecFiles }) => ({
    fecExport: orNotFound(await fecExports.find(id)),
    key: orNotFound(await fecFiles.find(mandataireId, id)),
  }));
  const { siren, year, encoding, byteSize, sha256, filename } = fecExport;
  const contentType = `text/plain; charset=${encoding}`;
  if (part === undefined) {
    return { fileName: filename, contentType, byteSize, sha256, open: (range) => blobs.open(key, range) };
  }
  const notice = describeFec(siren, year, fecExport);
  return {
    fileName: fecDescriptionName(siren, year),
    contentType,
    byteSize: notice.byteLength,
    sha256: digests.sha256(notice),
    open: async ({ start, end } = { start: 0, end: notice.byteLength - 1 }) => bytesOf(notice.subarray(start, end + 1)),
  };
}

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Counts the references of accounting files to blobs, for the checks of blobs. */
export const fecBlobHolders: BlobReferences<Pick<AccountingStores, "fecFiles">> = ({ fecFiles }, from, through) =>
  fecFiles.holders(from, through);
