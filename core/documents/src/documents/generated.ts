import type { Caller } from "@cartulary/kernel";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import { type Document, type DocumentId, type StagedContent, UNREAD } from "../records/document.ts";
import { everyListener, type Place } from "../tree/tree.ts";
import { attach } from "./content.ts";
import { NEW_DOCUMENT } from "./document-input.ts";

/** A document that a service makes, and nobody uploads. Whoever asks has judged the caller's right to the place. */
export interface GeneratedDocument {
  readonly name: string;
  readonly place: Place;
  readonly content: StagedContent;
}

/** Documents whose bytes the core makes itself: they come with no permission of their own. */
export interface GeneratedDocuments<Stores> {
  insert(stores: Stores, caller: Caller, generated: GeneratedDocument): Promise<Document>;
  /** Archives the present content and puts another in its place; `null` where the document is gone. */
  addVersion(stores: Stores, caller: Caller, id: DocumentId, content: StagedContent): Promise<Document | null>;
}

/** For packages that make documents inside a transaction of their own. */
export function generatedDocuments<Stores extends DocumentStores>({
  clock,
  newId,
  treeListeners,
}: Pick<TreeDependencies<Stores>, "clock" | "newId" | "treeListeners">): GeneratedDocuments<Stores> {
  const listeners = everyListener(treeListeners);
  return {
    async insert(stores, caller, { name, place, content }) {
      const placedSeq = await stores.tree.lockShared();
      const now = clock.now();
      const record: Document = {
        ...NEW_DOCUMENT,
        ...(await attach(stores, content, now)),
        ...place,
        id: newId(),
        name,
        placedSeq,
        createdBy: caller.userId,
        createdAt: now,
        updatedAt: now,
      };
      await stores.documents.insert(record);
      await listeners.created(stores, caller, { type: "document", record });
      return record;
    },

    async addVersion(stores, caller, id, content) {
      const present = await stores.documents.lock(id);
      if (!present) return null;
      const now = clock.now();
      const versionNumber = present.versionsCount + 1;
      await stores.versions.insert({
        ...present,
        id: newId(),
        documentId: id,
        versionNumber,
        comment: null,
        createdBy: caller.userId,
        createdAt: now,
      });
      const record: Document = {
        ...present,
        ...(await attach(stores, content, now)),
        ...UNREAD,
        versionsCount: versionNumber,
        updatedAt: now,
      };
      await stores.documents.update(record);
      await listeners.changed(stores, caller, { type: "document", record });
      return record;
    },
  };
}
