import type { DocumentStores, ExportStores } from "@cartulary/documents";
import { groupRows, memberRows, userRows } from "../directory/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { replayRows } from "../replays/tables.ts";
import { documentMigrations } from "./migrations.ts";
import { createRetentionStore } from "./retention/retention-store.ts";
import { createDocumentTypeStore, createDomainStore, createWorkspaceTypeStore } from "./stores/catalogue-store.ts";
import { createClassificationPlanStore } from "./stores/classification-plan-store.ts";
import { createDocumentExportStore } from "./stores/document-export-store.ts";
import { createDocumentInspection } from "./stores/document-inspection.ts";
import { createDocumentStore } from "./stores/document-store.ts";
import { createExportTree } from "./stores/export-tree.ts";
import { createFolderStore } from "./stores/folder-store.ts";
import { createGrantStore } from "./stores/grant-store.ts";
import { createImportedDateStore } from "./stores/imported-date-store.ts";
import { createSubjectStore } from "./stores/subject-store.ts";
import { createTagStore } from "./stores/tag-store.ts";
import { createTreeClock } from "./stores/tree-clock.ts";
import { createVersionStore } from "./stores/version-store.ts";
import { createWorkspaceStore } from "./stores/workspace-store.ts";
import {
  classificationCodeRows,
  classificationPlanRows,
  documentExportRows,
  documentRows,
  documentTypeRows,
  domainRows,
  folderRows,
  grantRows,
  treeClockRows,
  versionRows,
  workspaceRows,
  workspaceTypeRows,
} from "./tables.ts";
import {
  trashEntryRows,
  trashedDocumentRows,
  trashedFolderRows,
  trashedPlanRows,
  trashedVersionRows,
  trashedWorkspaceRows,
  trashManagerRows,
} from "./trash/tables.ts";
import { createTrashStore } from "./trash/trash-store.ts";

/** The stores of this module; `blobs`, `replays` and `jobs` belong to the modules of these names. */
export type OwnDocumentStores = Omit<DocumentStores & ExportStores, "blobs" | "replays" | "jobs">;

/** core/documents in SQL. Requires the modules of the directory, for names of users and groups, and of replays. */
export const documentsModule: SqlModule<OwnDocumentStores, object> = sqlModule({
  name: "documents",
  entities: [
    workspaceTypeRows,
    documentTypeRows,
    domainRows,
    classificationPlanRows,
    classificationCodeRows,
    workspaceRows,
    folderRows,
    documentRows,
    versionRows,
    grantRows,
    treeClockRows,
    documentExportRows,
    trashEntryRows,
    trashManagerRows,
    trashedPlanRows,
    trashedWorkspaceRows,
    trashedFolderRows,
    trashedDocumentRows,
    trashedVersionRows,
  ],
  joins: [userRows, groupRows, memberRows, replayRows],
  migrations: documentMigrations,
  stores: {
    workspaceTypes: createWorkspaceTypeStore,
    documentTypes: createDocumentTypeStore,
    domains: createDomainStore,
    plans: createClassificationPlanStore,
    workspaces: createWorkspaceStore,
    folders: createFolderStore,
    documents: createDocumentStore,
    versions: createVersionStore,
    tags: createTagStore,
    grants: createGrantStore,
    subjects: createSubjectStore,
    tree: createTreeClock,
    trash: createTrashStore,
    retention: createRetentionStore,
    inspection: createDocumentInspection,
    documentExports: createDocumentExportStore,
    exportTree: createExportTree,
    importedDates: createImportedDateStore,
  },
});
