import type { BlobHolders, Blobs, StagedBlob } from "@cartulary/blobs";
import {
  type Answered,
  type ByteRange,
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  existing,
  type ListQuery,
  malformed,
  type NewId,
  notFound,
  type Page,
  type ReplayStores,
  requireSound,
  type Transact,
  type TransactFor,
  unavailable,
  whileFound,
} from "@cartulary/kernel";
import { checkFec, describeFec, exportFec, fecDescriptionName, type WrittenFec } from "@cartulary/ledger";
import type { AccountingListener } from "./accounting-listener.ts";
import { rentalPlan } from "./chart.ts";
import {
  type FecExport,
  type FecExportField,
  type FecExportId,
  type FecExportInput,
  type FecHeading,
  fecExportErrors,
  fecHeading,
} from "./fec-export.ts";
import { caveatWarnings, fecInvalid, societyWarnings, verdictOf } from "./fec-verdict.ts";
import { handedOver } from "./handover.ts";
import { type MandataireId, societyOf } from "./mandataire.ts";
import type { RegistryStores, RentalStores } from "./ports.ts";

/** The accounting files of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface FecExports {
  /**
   * Writes the file of a civil year, checks it as strictly as anybody's (fec.md 1.2) and keeps it. Of a year without
   * entries it is a header alone. Refused fields are `unprocessable_entity`; without a SIREN, or where the file would not
   * be conform, 422 `fec_invalid` with the first rows that are not, and nothing is kept.
   */
  create(caller: Caller, input: FecExportInput): Promise<FecExport>;
  list(caller: Caller, query: ListQuery<FecExportField>): Promise<Page<FecExport>>;
  get(caller: Caller, id: FecExportId): Promise<FecExport>;
  /** The file, or a part that goes with it; 400 for a part that there is not. */
  download(caller: Caller, query: FecDownloadQuery): Promise<FecDownload>;
}

/** What is to be downloaded. */
export interface FecDownloadQuery {
  readonly id: FecExportId;
  /** `description`, the notice of art. A47 A-1, XI; the file itself when it is not said. */
  readonly part?: string;
}

/** Bytes to be handed out: always the same of one export. */
export interface FecDownload {
  readonly fileName: string;
  /** With the charset that the bytes are in. */
  readonly contentType: string;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** All of them, or those of a range. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  /** Where an export can be downloaded, under the address that the server is reached at. */
  readonly downloadPath: (id: FecExportId) => string;
  readonly listeners: readonly AccountingListener<Stores>[];
}

/** Dependencies, with the stores of one mandataire. */
type One = Omit<Dependencies<never>, "transactFor" | "listeners"> & {
  readonly mandataireId: MandataireId;
  readonly transact: Transact<RentalStores>;
  readonly keep: Keep;
};

/** Writes an export down beside its blob, and tells of it. */
type Keep = (caller: Caller, undated: Omit<FecExport, "createdAt">, blob: StagedBlob) => Promise<Answered<FecExport>>;

/** Accounting files over a database and a blob store, a mandataire each. */
export function createFecExports<Stores extends RentalStores & ReplayStores>({
  transactFor,
  listeners,
  ...others
}: Dependencies<Stores>): (mandataireId: MandataireId) => FecExports {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const one: One = {
      ...others,
      mandataireId,
      transact,
      keep: keeping(transact, listeners, mandataireId, others.clock),
    };
    return {
      create: (caller, input) => create(one, caller, input),
      list: (_caller, query) => transact.read(({ fecExports }) => fecExports.list(query)),
      get: (_caller, id) => transact.read(async ({ fecExports }) => existing(await fecExports.find(id))),
      download: (_caller, query) => download(one, query),
    };
  };
}

/** Bytes flow while the books are read, out of one snapshot; the record is written afterwards, in a moment. */
async function create(one: One, caller: Caller, input: FecExportInput): Promise<FecExport> {
  requireSound(fecExportErrors(input));
  const { siren, society } = await whose(one);
  if (siren === null) throw fecInvalid("The mandataire has no SIREN, which names the file");
  const heading = fecHeading(input, { siren, society });
  const [written, { blob }] = await handedOver<Uint8Array, WrittenFec<void>, { readonly blob: StagedBlob }>(
    (hand) => exportFec({ transact: one.transact, plan: rentalPlan }, heading, hand),
    (file) => one.blobs.stage(file),
  );
  try {
    const fecExport = await judged(one, heading, written, blob);
    const { reply, replayed } = await one.keep(caller, fecExport, blob);
    if (replayed) await one.blobs.discard(blob);
    return reply;
  } catch (error) {
    await one.blobs.discard(blob);
    throw error;
  }
}

function whose({ transact, mandataireId }: One): Promise<{ readonly siren: string | null; readonly society: string }> {
  return transact.read(async ({ mandataires }) => {
    const mandataire = existing(await mandataires.find(mandataireId));
    return { siren: mandataire.siren, society: societyOf(mandataire) };
  });
}

/** What was written is read again, as whoever downloads it will, and judged. */
async function judged(
  one: One,
  heading: FecHeading,
  written: WrittenFec<void>,
  blob: StagedBlob,
): Promise<Omit<FecExport, "createdAt">> {
  const { rows, warnings } = await verdictOf(
    checkFec(await one.blobs.open(blob.key), heading.filename, heading.encoding),
  );
  if (rows.length > 0) throw fecInvalid("The accounting file of that year would not be conform", rows);
  const id = one.newId<"FecExport">();
  return {
    ...heading,
    ...written.totals,
    id,
    status: "ready",
    byteSize: blob.byteSize,
    sha256: blob.sha256,
    warnings: [
      ...caveatWarnings(written.caveats, heading.year),
      ...societyWarnings(written.otherSocieties),
      ...warnings,
    ],
    downloadPath: one.downloadPath(id),
  };
}

/** The book is locked shared, so that its mandataire is not removed meanwhile. */
function keeping<Stores extends RentalStores & ReplayStores>(
  transact: Transact<Stores>,
  listeners: readonly AccountingListener<Stores>[],
  mandataireId: MandataireId,
  clock: Clock,
): Keep {
  return (caller, undated, blob) =>
    createIdempotently(
      transact,
      caller,
      async (stores) => {
        const { books, blobs, fecExports, fecFiles } = stores;
        if (!(await books.lockShared())) throw notFound();
        if (!(await blobs.attach(blob)))
          throw unavailable(
            "storage_unavailable",
            "The file took too long to be written and was given up; try again",
            5,
          );
        // Whoever follows what is made is not sent past a date that is written down much later.
        const fecExport = { ...undated, createdAt: clock.now() };
        await fecExports.insert(fecExport);
        await fecFiles.insert(mandataireId, fecExport.id, blob.key);
        for (const listener of listeners) await listener.fecExported?.(stores, caller, { mandataireId, fecExport });
        return fecExport;
      },
      whileFound(async ({ fecExports }, _caller, { id }) => existing(await fecExports.find(id))),
    );
}

async function download(
  { transact, blobs, digests, mandataireId }: One,
  { id, part }: FecDownloadQuery,
): Promise<FecDownload> {
  if (part !== undefined && part !== "description") throw malformed(`There is no part ${part}`);
  const { fecExport, key } = await transact.read(async ({ fecExports, fecFiles }) => ({
    fecExport: existing(await fecExports.find(id)),
    key: existing(await fecFiles.find(mandataireId, id)),
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

/** For the checks of blobs. */
export const fecBlobHolders: BlobHolders<RegistryStores> = ({ fecFiles }, from, through) =>
  fecFiles.holders(from, through);
