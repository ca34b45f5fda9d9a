import type { Blobs } from "@cartulary/blobs";
import { type GeneratedDocuments, type TreeListener, withStagedContent } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  DomainError,
  type ErrorKind,
  forbidden,
  type NewId,
  type Transact,
} from "@cartulary/kernel";
import { requirePrintable } from "../compile/printable.ts";
import { createPdfDocument, pdfContent, typesetAndStage } from "../compile/typeset-pdf.ts";
import { type ComposedPlace, destination } from "../documents/place.ts";
import type { CompositionStores, Typesetter } from "../ports.ts";
import { isActive, type MassCommunication, withFailure, withSuccess } from "../records/mass-communication.ts";
import { inOrder, outlineOf } from "../records/part.ts";
import type { Recipient } from "../records/recipient.ts";
import type { DocumentTemplate } from "../records/template.ts";
import { printedDocument, printedPart } from "../source/composition.ts";
import { failureMessage } from "./failure-message.ts";
import { type RecipientDocument, recipientDocument } from "./recipient-document.ts";

export interface MassCommunicationDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly typesetter: Typesetter;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly treeListeners: readonly TreeListener<Stores>[];
}

/** One attempt of a job; after the last one, temporary failures become permanent. */
export interface Batch<Stores> extends MassCommunicationDependencies<Stores> {
  readonly generated: GeneratedDocuments<Stores>;
  readonly isLast: boolean;
}

/** The input of a batch. */
export interface BatchInput {
  readonly record: MassCommunication;
  readonly template: DocumentTemplate;
  readonly recipients: readonly Recipient[];
  /** An error that prevents all documents. */
  readonly obstacle: DomainError | null;
}

/**
 * Creates the recipient's document and PDF. Counts a permanent failure; throws a temporary one, so that the job is
 * retried.
 */
export async function makeRecipientDocument<Stores extends CompositionStores>(
  turn: Batch<Stores>,
  { record, template, obstacle }: BatchInput,
  recipient: Recipient,
): Promise<void> {
  const made = recipientDocument(record, template, { recipient, newId: turn.newId, now: turn.clock.now() });
  try {
    if (obstacle) throw obstacle;
    await typesetAndStore(turn, recipient, made);
  } catch (error) {
    if (!isRefusal(error) && !turn.isLast) throw error;
    const message = isRefusal(error)
      ? failureMessage(error, made.parts)
      : "The document could not be created because of a temporary failure";
    await turn.transact.write((stores) => fail(stores, { recipient, message, clock: turn.clock }));
    if (!isRefusal(error)) throw error;
  }
}

async function typesetAndStore<Stores extends CompositionStores>(
  turn: Batch<Stores>,
  recipient: Recipient,
  made: RecipientDocument,
): Promise<void> {
  const { transact, blobs } = turn;
  const { document, parts } = made;
  requirePrintable(document, parts.map(outlineOf), true);
  const composition = { document: printedDocument(document), parts: inOrder(parts).map(printedPart) };
  const { createdAt, createdBy: onBehalfOf } = document;
  const options = { createdAt, onBehalfOf, inBackground: true };
  const { blob } = await typesetAndStage(turn, async () => ({ composition }), options);
  const content = pdfContent(blob, document.name);
  const isStored = await withStagedContent(blobs, content, () =>
    transact.write((stores) => storeDocument(stores, { turn, recipient, made, content })),
  );
  if (!isStored) await blobs.discard(blob);
}

interface StoreInput<Stores> {
  readonly turn: Batch<Stores>;
  readonly recipient: Recipient;
  readonly made: RecipientDocument;
  readonly content: ReturnType<typeof pdfContent>;
}

/**
 * Stores the document and its PDF, and counts them. Returns false and changes nothing when the recipient no longer
 * waits.
 */
async function storeDocument<Stores extends CompositionStores>(
  stores: Stores,
  { turn: { clock, newId, generated }, recipient, made, content }: StoreInput<Stores>,
): Promise<boolean> {
  // Locked before any row, in the same order as removing a folder.
  await stores.tree.lockShared();
  const record = await takeRecipient(stores, recipient);
  if (!record) return false;
  const { maker, place } = await resolveDestination(stores, record);
  const { templateId } = made.document;
  const isThere = templateId !== null && (await stores.templates.lockShared(templateId));
  const present = { ...made.document, ...place, ...(!isThere && { templateId: null, templateKey: null }) };
  const { id: pdfFileId } = await createPdfDocument(stores, maker, { present, content, generated, newId });
  const now = clock.now();
  const exported = { pdfFileId, exportedAt: now, exportedRevision: present.revision, status: "exported" } as const;
  await stores.composedDocuments.insert({ ...present, ...exported });
  await stores.parts.insert(made.parts);
  await count(stores, withSuccess(record, now));
  return true;
}

async function fail(
  stores: CompositionStores,
  { recipient, message, clock }: { readonly recipient: Recipient; readonly message: string; readonly clock: Clock },
): Promise<void> {
  const record = await takeRecipient(stores, recipient);
  const { emailAddress } = recipient;
  if (record) await count(stores, withFailure(record, { emailAddress, message }, clock.now()));
}

/** Locks the mass communication and removes the recipient from the waiting ones; `null` if it does not wait. */
async function takeRecipient(
  { massCommunications, recipients }: CompositionStores,
  recipient: Recipient,
): Promise<MassCommunication | null> {
  const record = await massCommunications.lock(recipient.massCommunicationId);
  return record && (await recipients.remove(recipient)) ? record : null;
}

async function count({ massCommunications }: CompositionStores, record: MassCommunication): Promise<void> {
  await massCommunications.update(record);
  if (!isActive(record)) await massCommunications.forgetTemplate(record.id);
}

/** Kinds of errors that another attempt cannot resolve. */
const PERMANENT: readonly ErrorKind[] = ["invalid", "forbidden", "not_found"];

const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && PERMANENT.includes(error.kind);

/** Returns the error if it is permanent; throws others. */
export function asDomainError(error: unknown): DomainError {
  if (isRefusal(error)) return error;
  throw error;
}

/** Returns the caller and placement with which documents are created now. */
export async function resolveDestination(
  stores: CompositionStores,
  { userId, folderId, workspaceId }: MassCommunication,
): Promise<{ readonly maker: Caller; readonly place: ComposedPlace }> {
  const maker: Caller | null = await stores.subjects.callerOf(userId);
  if (!maker) throw forbidden("The requesting user may no longer create documents");
  return { maker, place: await destination(stores, maker, folderId ? { folderId } : { workspaceId }) };
}
