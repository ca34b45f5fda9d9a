import type { CompositionStores } from "@cartulary/composition";
import { userRows } from "../directory/tables.ts";
import { folderRows, grantRows, workspaceRows } from "../documents/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createComposedDocumentStore } from "./composed-document-store.ts";
import { compositionMigrations } from "./migrations.ts";
import { createPartStore } from "./part-store.ts";
import { compileClaimRows, composedDocumentRows, partRows, templateRows, templateSeedRows } from "./tables.ts";
import { createTemplateStore } from "./template-store.ts";

/** The stores that core/composition owns. */
export type OwnCompositionStores = Pick<CompositionStores, "templates" | "composedDocuments" | "parts">;

/** core/composition in SQL. Opened with the modules of documents, by whose places it is read, and of the directory. */
export const compositionModule: SqlModule<OwnCompositionStores, object> = sqlModule({
  name: "composition",
  entities: [templateRows, composedDocumentRows, partRows, compileClaimRows, templateSeedRows],
  joins: [folderRows, workspaceRows, grantRows, userRows],
  migrations: compositionMigrations,
  stores: {
    templates: createTemplateStore,
    composedDocuments: createComposedDocumentStore,
    parts: createPartStore,
  },
});
