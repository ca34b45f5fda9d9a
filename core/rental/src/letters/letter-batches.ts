import type { Blobs } from "@cartulary/blobs";
import {
  type ByteRange,
  type Caller,
  type Clock,
  conflict,
  createIdempotently,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../agency/mandataire.ts";
import type { BatchedLetter } from "./batched-letter.ts";
import {
  type LetterBatch,
  type LetterBatchField,
  type LetterBatchId,
  type LetterBatchInput,
  type LetterKind,
  letterBatchErrors,
  withCancellation,
} from "./letter-batch.ts";
import { batchJob, endBatch } from "./letter-batch-jobs.ts";
import type { LetterBatchListener } from "./letter-batch-listener.ts";
import type { MailingStores } from "./ports.ts";
import { subjectsOf } from "./subjects-of.ts";

/** Letters of one mandataire that are printed as many, in the background. The caller has checked the membership. */
export interface LetterBatches {
  list(caller: Caller, query: ListQuery<LetterBatchField>): Promise<Page<LetterBatch>>;
  /** Throws 404 if the mandataire has no such letters. */
  get(caller: Caller, id: LetterBatchId): Promise<LetterBatch>;
  /** Begins to print. Throws field errors, such as `ids[i]` `not_found`. */
  create(caller: Caller, input: LetterBatchInput): Promise<LetterBatch>;
  /** Ends the work and removes what is printed. Throws 422 `invalid_transition` after another end. */
  cancel(caller: Caller, id: LetterBatchId): Promise<LetterBatch>;
  /** Returns the merged PDF. Throws 409 `conflict` unless the letters are completed. */
  download(caller: Caller, id: LetterBatchId): Promise<LettersDownload>;
}

/** The merged PDF of many letters. Its bytes never change. */
export interface LettersDownload {
  readonly fileName: string;
  /** What some of the letters lack. */
  readonly missing: LetterBatch["missing"];
  readonly warning: LetterBatch["warning"];
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export interface LetterBatchDependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly listeners: readonly LetterBatchListener<Stores>[];
}

export function createLetterBatches<Stores extends MailingStores & ReplayStores>({
  transactFor,
  blobs,
  clock,
  newId,
  listeners,
}: LetterBatchDependencies<Stores>): (mandataireId: MandataireId) => LetterBatches {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ letterBatches }) => letterBatches.list(query)),
      get: (_caller, id) => transact.read(async ({ letterBatches }) => orNotFound(await letterBatches.find(id))),

      async create(caller, input) {
        const work = async (stores: Stores) => {
          throwIfInvalid(letterBatchErrors(input));
          const { subjects, days } = await subjectsOf(stores, input);
          const batch = newBatch(input.kind, {
            id: newId<"Letters">(),
            mandataireId,
            total: subjects.length,
            now: clock.now(),
          });
          const dated = { ...batch, ...days };
          await stores.letterBatches.insert(dated);
          await stores.batchedLetters.insert(
            subjects.map((subject, index): BatchedLetter => ({ ...subject, batchId: batch.id, position: index + 1 })),
          );
          await stores.jobs.enqueue(batchJob(dated));
          for (const listener of listeners) await listener.requested?.(stores, caller, dated);
          return dated;
        };
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },

      cancel: (caller, id) =>
        transact.write(async (stores) => {
          const present = orNotFound(await stores.letterBatches.lock(id));
          const batch = withCancellation(present, clock.now());
          if (batch === present) return batch;
          await endBatch(stores, batch, clock.now());
          for (const listener of listeners) await listener.cancelled?.(stores, caller, batch);
          return batch;
        }),

      async download(_caller, id) {
        const { batch, key } = await transact.read(async ({ letterBatches, letterFiles }) => ({
          batch: orNotFound(await letterBatches.find(id)),
          key: await letterFiles.merged({ mandataireId, id }),
        }));
        const { kind, createdAt, missing, warning, byteSize, sha256 } = batch;
        if (key === null || byteSize === null || sha256 === null)
          throw conflict("conflict", `The letters are ${batch.status}, not completed`);
        const fileName = `${FILE_NAMES[kind]}-${dayInParis(createdAt)}.pdf`;
        return { fileName, missing, warning, byteSize, sha256, open: (range) => blobs.open(key, range) };
      },
    };
  };
}

const FILE_NAMES: Readonly<Record<LetterKind, string>> = {
  notice: "avis-d-echeance",
  receipt: "quittances",
  revision: "revisions",
  reminder: "relances",
  charge_statement: "decomptes-de-charges",
  owner_statement: "comptes-rendus-de-gestion",
};

const replayIfFound = replayWhileVisible<MailingStores, LetterBatch>(async ({ letterBatches }, _caller, { id }) =>
  orNotFound(await letterBatches.find(id)),
);

function newBatch(
  kind: LetterKind,
  { now, ...identity }: Pick<LetterBatch, "id" | "mandataireId" | "total"> & { readonly now: LetterBatch["createdAt"] },
): LetterBatch {
  return {
    ...identity,
    ...{ kind, status: "queued", periodFrom: null, periodTo: null, year: null },
    ...{ done: 0, failed: 0, failures: [], missing: [], warning: null, byteSize: null, sha256: null },
    ...{ createdAt: now, updatedAt: now },
  };
}
