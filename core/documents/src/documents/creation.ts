import type { Caller, Digests } from "@cartulary/kernel";
import { requireSound } from "@cartulary/kernel";
import { type ClassificationDependencies, classified } from "../classification/auto-classification.ts";
import type { ContentDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import type { ClassificationReason } from "../records/classification-plan.ts";
import type { StagedContent } from "../records/document.ts";
import type { Place } from "../tree/tree.ts";
import { fileErrors, stage, withStagedContent } from "./content.ts";
import { type NewDocument, namedCode, newDocumentErrors, sourceErrors } from "./document-input.ts";
import type { Incoming } from "./incoming.ts";
import { answerWithContent, keyOf, wasAnswered } from "./replays.ts";

/** What a request for a document means, judged before anything is stored. */
export interface Foreseen {
  /** The request, with what the uploads that it names say where it says nothing. */
  readonly input: NewDocument;
  /** Where the document will lie. */
  readonly place: Place;
  /** The bytes, where they are here already. */
  readonly content: StagedContent | null;
  /** Whether its answer is stored under an Idempotency-Key. */
  readonly isAnsweredOnce: boolean;
  /** Refuses bytes that it cannot be made of. Opens its own transactions. */
  readonly examine?: (content: StagedContent) => Promise<void>;
}

/** Refuses a request for a document that has no chance, by what has come of it; in a transaction that writes nothing. */
export type Foresee<Stores> = (stores: Stores, caller: Caller, input: NewDocument) => Promise<Foreseen>;

/** Makes the document, judging everything again; `reason` says under what it is filed unless a code is named. */
export type Inserting<Stores, Reply> = (
  stores: Stores,
  caller: Caller,
  input: NewDocument,
  content: StagedContent | null,
  reason: ClassificationReason | null,
) => Promise<Reply>;

/** What making a document consists of, beside the reception of its bytes. */
export interface CreationSteps<Stores, Reply> {
  readonly foresee: Foresee<Stores>;
  readonly inserting: Inserting<Stores, Reply>;
  /** What a caller still gets of the answer that was given then. */
  readonly again: (stores: Stores, caller: Caller, reply: Reply) => Promise<Reply>;
}

/** What documents are made with. */
export type CreationDependencies<Stores> = ContentDependencies<Stores> &
  ClassificationDependencies & { readonly digests: Digests };

/** A person's key holds for all the documents he makes. */
const SCOPE = "documents";

/**
 * Receives what documents are made of: the one way in, whatever else takes part in the transaction that makes one.
 *
 * Rights are judged before the first byte is read and again in that transaction. A request under an Idempotency-Key that
 * was answered before is not judged by what is so now, but compared with the one that was answered.
 */
export function documentCreation<Stores extends DocumentStores, Reply>(
  dependencies: CreationDependencies<Stores>,
  { foresee, inserting, again }: CreationSteps<Stores, Reply>,
): (caller: Caller, incoming: Incoming<NewDocument>) => Promise<Reply> {
  const { transact, blobs } = dependencies;

  async function foreseen(caller: Caller, input: NewDocument): Promise<Foreseen | null> {
    const { userId, idempotency } = caller;
    // One statement judges most requests; where something is named that is looked up as well, it takes a transaction.
    const isPlain = !idempotency && !input.bulkUploadId && !input.chunkedUploadId;
    return transact[isPlain ? "single" : "read"](async (stores) => {
      if (idempotency && (await wasAnswered(stores, userId, SCOPE, idempotency))) return null;
      return foresee(stores, caller, input);
    });
  }

  async function reasonFor({ userId }: Caller, expected: Foreseen | null, content: StagedContent | null) {
    if (!expected || !content || !expected.input.autoClassify || namedCode(expected.input)) return null;
    return classified(transact, dependencies, {
      workspaceId: expected.place.workspaceId,
      names: [expected.input.name ?? content.fileName, content.fileName],
      content: { ...content, blobKey: content.blob.key },
      onBehalfOf: userId,
    });
  }

  return async (caller, { first, file, complete }) => {
    if (caller.idempotency) keyOf(caller.idempotency);
    requireSound([...newDocumentErrors(first), ...fileErrors(file), ...(file ? sourceErrors(first, file) : [])]);
    const early = await foreseen(caller, first);
    const staged = file && (await stage(file, dependencies));
    return withStagedContent(blobs, staged, async () => {
      const input = await complete();
      // The same object, unless fields came behind the file.
      const isAsBegun = input === first || fieldsText(first) === fieldsText(input);
      requireSound([...(input === first ? [] : newDocumentErrors(input)), ...sourceErrors(input, staged)]);
      const expected = isAsBegun ? early : await foreseen(caller, input);
      const content = staged ?? expected?.content ?? null;
      if (content) await expected?.examine?.(content);
      const reason = await reasonFor(caller, expected, content);
      const work = (stores: Stores) => inserting(stores, caller, input, staged, reason);
      if (!caller.idempotency || expected?.isAnsweredOnce === false) return transact.write(work);
      const likeness = { scope: SCOPE, staged, fields: fieldsOf(input) };
      return answerWithContent(dependencies, caller, likeness, work, { again });
    });
  };
}

/** The order of fields makes no other request. */
const fieldsOf = (input: NewDocument) => Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
const fieldsText = (input: NewDocument) => JSON.stringify(fieldsOf(input));
