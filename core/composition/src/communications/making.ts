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
import { firstPdf, pdfContent, stagedPdf } from "../compile/pdf.ts";
import { requirePrintable } from "../compile/printable.ts";
import { type ComposedPlace, destination } from "../documents/place.ts";
import type { CompositionStores, Typesetter } from "../ports.ts";
import { isUnderWay, type MassCommunication, withFailure, withSuccess } from "../records/mass-communication.ts";
import { inOrder, outlineOf } from "../records/part.ts";
import type { Recipient } from "../records/recipient.ts";
import type { DocumentTemplate } from "../records/template.ts";
import { printedDocument, printedPart } from "../source/composition.ts";
import { failureMessage } from "./failure-message.ts";
import { type RecipientDocument, recipientDocument } from "./recipient-document.ts";

/** What documents of mass communications are made with. */
export interface CommunicatingDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly typesetter: Typesetter;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly treeListeners: readonly TreeListener<Stores>[];
}

/** One attempt of a job; the last one gives up what it cannot make. */
export interface Turn<Stores> extends CommunicatingDependencies<Stores> {
  readonly generated: GeneratedDocuments<Stores>;
  readonly isLast: boolean;
}

/** What a turn begins with. */
export interface Beginning {
  readonly record: MassCommunication;
  readonly template: DocumentTemplate;
  readonly recipients: readonly Recipient[];
  /** What keeps every document from being made. */
  readonly obstacle: DomainError | null;
}

/** Makes the document of a recipient, or counts that there is none; throws what may be otherwise at another attempt. */
export async function make<Stores extends CompositionStores>(
  turn: Turn<Stores>,
  { record, template, obstacle }: Beginning,
  recipient: Recipient,
): Promise<void> {
  const made = recipientDocument(record, template, { recipient, newId: turn.newId, now: turn.clock.now() });
  try {
    if (obstacle) throw obstacle;
    await typesetAndKeep(turn, recipient, made);
  } catch (error) {
    if (!isRefusal(error) && !turn.isLast) throw error;
    const message = isRefusal(error)
      ? failureMessage(error, made.parts)
      : "It could not be made, for no fault of its own";
    await turn.transact.write((stores) => fail(stores, { recipient, message, clock: turn.clock }));
    if (!isRefusal(error)) throw error;
  }
}

async function typesetAndKeep<Stores extends CompositionStores>(
  turn: Turn<Stores>,
  recipient: Recipient,
  made: RecipientDocument,
): Promise<void> {
  const { transact, blobs } = turn;
  const { document, parts } = made;
  requirePrintable(document, parts.map(outlineOf), true);
  const composition = { document: printedDocument(document), parts: inOrder(parts).map(printedPart) };
  const { createdAt, createdBy: onBehalfOf } = document;
  const options = { createdAt, onBehalfOf, inBackground: true };
  const { blob } = await stagedPdf(turn, async () => ({ composition }), options);
  const content = pdfContent(blob, document.name);
  const isKept = await withStagedContent(blobs, content, () =>
    transact.write((stores) => keep(stores, { turn, recipient, made, content })),
  );
  if (!isKept) await blobs.discard(blob);
}

interface Keeping<Stores> {
  readonly turn: Turn<Stores>;
  readonly recipient: Recipient;
  readonly made: RecipientDocument;
  readonly content: ReturnType<typeof pdfContent>;
}

/** The document, its PDF and the count of both. False, with nothing changed, where there is no need of it any more. */
async function keep<Stores extends CompositionStores>(
  stores: Stores,
  { turn: { clock, newId, generated }, recipient, made, content }: Keeping<Stores>,
): Promise<boolean> {
  // Before any row is locked: whoever removes a folder holds the tree first.
  await stores.tree.lockShared();
  const record = await taken(stores, recipient);
  if (!record) return false;
  const { maker, place } = await filed(stores, record);
  const { templateId } = made.document;
  const isThere = templateId !== null && (await stores.templates.lockShared(templateId));
  const present = { ...made.document, ...place, ...(!isThere && { templateId: null, templateKey: null }) };
  const { id: pdfFileId } = await firstPdf(stores, maker, { present, content, generated, newId });
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
  const record = await taken(stores, recipient);
  const { emailAddress } = recipient;
  if (record) await count(stores, withFailure(record, { emailAddress, message }, clock.now()));
}

/** The mass communication, locked, with this recipient taken from those who wait; `null` where he does not wait. */
async function taken(
  { massCommunications, recipients }: CompositionStores,
  recipient: Recipient,
): Promise<MassCommunication | null> {
  const record = await massCommunications.lock(recipient.massCommunicationId);
  return record && (await recipients.remove(recipient)) ? record : null;
}

async function count({ massCommunications }: CompositionStores, record: MassCommunication): Promise<void> {
  await massCommunications.update(record);
  if (!isUnderWay(record)) await massCommunications.forgetTemplate(record.id);
}

/** What will be so at the next attempt, too. */
const HOPELESS: readonly ErrorKind[] = ["invalid", "forbidden", "not_found"];

const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && HOPELESS.includes(error.kind);

/** The refusal that something ended in; throws whatever else it was. */
export function refusalOf(error: unknown): DomainError {
  if (isRefusal(error)) return error;
  throw error;
}

/** By whom and where documents are made now. */
export async function filed(
  stores: CompositionStores,
  { userId, folderId, workspaceId }: MassCommunication,
): Promise<{ readonly maker: Caller; readonly place: ComposedPlace }> {
  const maker: Caller | null = await stores.subjects.callerOf(userId);
  if (!maker) throw forbidden("Whoever asked for it may make no documents any more");
  return { maker, place: await destination(stores, maker, folderId ? { folderId } : { workspaceId }) };
}
