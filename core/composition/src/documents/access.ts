import { type Level, requireLevel } from "@cartulary/documents";
import { type Caller, notFound } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import type { ComposedDocument, ComposedDocumentView } from "../records/composed-document.ts";
import type { ComposedDocumentId } from "../records/ids.ts";
import { levelOf } from "./place.ts";

/** The document as its caller sees it: 404 where he may not read it or there is none, 403 where he may not do so much. */
export async function permitted(
  stores: CompositionStores,
  caller: Caller,
  id: ComposedDocumentId,
  needed: Level,
): Promise<ComposedDocumentView> {
  const record = await stores.composedDocuments.find(id);
  const level = record && (await levelOf(stores, caller, record));
  if (!record || !level) throw notFound();
  return requireLevel({ record, level }, needed);
}

/** The document to be changed, locked until the transaction ends: whoever changes it or a part of it queues here. */
export async function lockedToWrite(
  stores: CompositionStores,
  caller: Caller,
  id: ComposedDocumentId,
): Promise<ComposedDocument> {
  await permitted(stores, caller, id, "write");
  const locked = await stores.composedDocuments.lock(id);
  if (!locked) throw notFound();
  return locked;
}
