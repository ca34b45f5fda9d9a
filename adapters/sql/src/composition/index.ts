import type { CompositionStores } from "@cartulary/composition";
import { contactRows, groupRows, memberRows, userRows } from "../directory/tables.ts";
import { documentRows, folderRows, grantRows, workspaceRows } from "../documents/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createAddressBook } from "./address-book.ts";
import { createComposedDocumentStore } from "./composed-document-store.ts";
import { createCompositionInspection } from "./composition-inspection.ts";
import { createMassCommunicationStore } from "./mass-communication-store.ts";
import { compositionMigrations } from "./migrations.ts";
import { createPartStore } from "./part-store.ts";
import { createRecipientStore } from "./recipient-store.ts";
import {
  compileClaimRows,
  composedDocumentRows,
  massCommunicationRows,
  massTemplateRows,
  partContentRows,
  partRows,
  recipientRows,
  templateRows,
  templateSeedRows,
  trashedReferenceRows,
} from "./tables.ts";
import { createTemplateStore } from "./template-store.ts";

/** The stores of this module. */
export type OwnCompositionStores = Pick<
  CompositionStores,
  | "templates"
  | "composedDocuments"
  | "parts"
  | "massCommunications"
  | "recipients"
  | "addressBook"
  | "compositionInspection"
>;

/** core/composition in SQL. Requires the modules of documents, for access to places, and of the directory. */
export const compositionModule: SqlModule<OwnCompositionStores, object> = sqlModule({
  name: "composition",
  entities: [
    ...[templateRows, composedDocumentRows, partRows, partContentRows, compileClaimRows, templateSeedRows],
    ...[massCommunicationRows, massTemplateRows, recipientRows, trashedReferenceRows],
  ],
  joins: [documentRows, folderRows, workspaceRows, grantRows, userRows, contactRows, groupRows, memberRows],
  migrations: compositionMigrations,
  stores: {
    templates: createTemplateStore,
    composedDocuments: createComposedDocumentStore,
    parts: createPartStore,
    massCommunications: createMassCommunicationStore,
    recipients: createRecipientStore,
    addressBook: createAddressBook,
    compositionInspection: createCompositionInspection,
  },
});
