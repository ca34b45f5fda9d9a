import { type Level, requireLevel } from "@cartulary/documents";
import { type Caller, notFound } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import type { ComposedDocument, ComposedDocumentView } from "../records/composed-document.ts";
import type { ComposedDocumentId } from "../records/ids.ts";
import { levelOf } from "./place.ts";

/**
 * Returns the document; throws 404 if the caller may not read it or it does not exist, 403 if the permission is too
 * low.
 */
export async function requirePermitted(
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

/** Locks the document for a change of it or its parts, until the transaction ends. */
export async function lockForWrite(
  stores: CompositionStores,
  caller: Caller,
  id: ComposedDocumentId,
): Promise<ComposedDocument> {
  await requirePermitted(stores, caller, id, "write");
  const locked = await stores.composedDocuments.lock(id);
  if (!locked) throw notFound();
  return locked;
}
