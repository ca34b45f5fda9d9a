import type { Caller, Digests } from "@cartulary/kernel";
import { throwIfInvalid } from "@cartulary/kernel";
import { type ClassificationDependencies, classifyDocument } from "../classification/auto-classification.ts";
import type { ContentDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import type { StagedContent } from "../records/document.ts";
import type { Place } from "../tree/placement.ts";
import { type NewDocument, newDocumentErrors, requestedCode, sourceErrors } from "./document-input.ts";
import { hasReplay, idempotencyKey, writeContentIdempotently } from "./idempotent-upload.ts";
import { fileErrors, stage, withStagedContent } from "./stage-content.ts";
import type { StreamedRequest } from "./streamed-request.ts";

/** The result of checking a document request before its bytes are stored. */
export interface CreationPlan {
  /** The request, completed by the uploads that it names. */
  readonly input: NewDocument;
  /** The destination of the document. */
  readonly place: Place;
  /** The content, when it is already stored. */
  readonly content: StagedContent | null;
  /** True when the reply is stored under an Idempotency-Key. */
  readonly isIdempotent: boolean;
  /** Throws for content that cannot be used. Opens its own transactions. */
  readonly examine?: (content: StagedContent) => Promise<void>;
}

/** Checks the fields received so far in a transaction that writes nothing; throws if the creation would fail. */
export type PlanCreation<Stores> = (stores: Stores, caller: Caller, input: NewDocument) => Promise<CreationPlan>;

/** Creates the document after checking everything again; `reason` has the code for requests without one. */
export type InsertDocument<Stores, Reply> = (
  stores: Stores,
  caller: Caller,
  input: NewDocument,
  content: StagedContent | null,
  reason: ClassificationReason | null,
) => Promise<Reply>;

/** The steps of creating a document, besides receiving its bytes. */
export interface CreationSteps<Stores, Reply> {
  readonly plan: PlanCreation<Stores>;
  readonly insert: InsertDocument<Stores, Reply>;
  /** Returns the part of a stored reply that the caller may still read. */
  readonly onReplay: (stores: Stores, caller: Caller, reply: Reply) => Promise<Reply>;
}

export type CreationDependencies<Stores> = ContentDependencies<Stores> &
  ClassificationDependencies & { readonly digests: Digests };

/** Idempotency-Keys are unique per user for all document creations. */
const SCOPE = "documents";

/**
 * Creates documents from requests, together with other work in the same transaction.
 *
 * Checks rights before reading the first byte and again in the transaction. A repeated Idempotency-Key skips the first
 * check: the request is only compared with the original one.
 */
export function documentCreation<Stores extends DocumentStores, Reply>(
  dependencies: CreationDependencies<Stores>,
  { plan, insert, onReplay }: CreationSteps<Stores, Reply>,
): (caller: Caller, incoming: StreamedRequest<NewDocument>) => Promise<Reply> {
  const { transact, blobs } = dependencies;

  async function planFor(caller: Caller, input: NewDocument): Promise<CreationPlan | null> {
    const { userId, idempotency } = caller;
    // A single statement checks most requests; requests that name an upload or a key need a transaction.
    const isPlain = !idempotency && !input.bulkUploadId && !input.chunkedUploadId;
    return transact[isPlain ? "single" : "read"](async (stores) => {
      if (idempotency && (await hasReplay(stores, userId, SCOPE, idempotency))) return null;
      return plan(stores, caller, input);
    });
  }

  async function reasonFor({ userId }: Caller, creationPlan: CreationPlan | null, content: StagedContent | null) {
    if (!creationPlan || !content || !creationPlan.input.autoClassify || requestedCode(creationPlan.input)) return null;
    return classifyDocument(transact, dependencies, {
      workspaceId: creationPlan.place.workspaceId,
      names: [creationPlan.input.name ?? content.fileName, content.fileName],
      content: { ...content, blobKey: content.blob.key },
      onBehalfOf: userId,
    });
  }

  return async (caller, { fieldsBeforeFile, file, readAll }) => {
    if (caller.idempotency) idempotencyKey(caller.idempotency);
    throwIfInvalid([
      ...newDocumentErrors(fieldsBeforeFile),
      ...fileErrors(file),
      ...(file ? sourceErrors(fieldsBeforeFile, file) : []),
    ]);
    const earlyPlan = await planFor(caller, fieldsBeforeFile);
    const staged = file && (await stage(file, dependencies));
    return withStagedContent(blobs, staged, async () => {
      const input = await readAll();
      // The same object when no fields follow the file.
      const isUnchanged = input === fieldsBeforeFile || fieldsText(fieldsBeforeFile) === fieldsText(input);
      throwIfInvalid([...(input === fieldsBeforeFile ? [] : newDocumentErrors(input)), ...sourceErrors(input, staged)]);
      const creationPlan = isUnchanged ? earlyPlan : await planFor(caller, input);
      const content = staged ?? creationPlan?.content ?? null;
      if (content) await creationPlan?.examine?.(content);
      const reason = await reasonFor(caller, creationPlan, content);
      const work = (stores: Stores) => insert(stores, caller, input, staged, reason);
      if (!caller.idempotency || creationPlan?.isIdempotent === false) return transact.write(work);
      const fingerprint = { scope: SCOPE, staged, fields: fieldsOf(input) };
      return writeContentIdempotently(dependencies, caller, fingerprint, work, { onReplay });
    });
  };
}

/** Sorts the fields, so that their order does not matter. */
const fieldsOf = (input: NewDocument) => Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
const fieldsText = (input: NewDocument) => JSON.stringify(fieldsOf(input));
