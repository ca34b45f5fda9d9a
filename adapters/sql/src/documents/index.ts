import type { DocumentStores } from "@cartulary/documents";
import { groupRows, userRows } from "../directory/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { replayRows } from "../replays/tables.ts";
import { documentMigrations } from "./migrations.ts";
import { createDocumentTypeStore, createDomainStore, createWorkspaceTypeStore } from "./stores/catalogue-store.ts";
import { createClassificationPlanStore } from "./stores/classification-plan-store.ts";
import { createDocumentInspection } from "./stores/document-inspection.ts";
import { createDocumentStore } from "./stores/document-store.ts";
import { createFolderStore } from "./stores/folder-store.ts";
import { createGrantStore } from "./stores/grant-store.ts";
import { createSubjectStore } from "./stores/subject-store.ts";
import { createTagStore } from "./stores/tag-store.ts";
import { createTreeClock } from "./stores/tree-clock.ts";
import { createVersionStore } from "./stores/version-store.ts";
import { createWorkspaceStore } from "./stores/workspace-store.ts";
import {
  classificationCodeRows,
  classificationPlanRows,
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

/** The stores that core/documents owns; `blobs` and `replays` among its stores come from the modules of these names. */
export type OwnDocumentStores = Omit<DocumentStores, "blobs" | "replays">;

/** core/documents in SQL. Opened with the modules of the directory, whose names of users and groups it answers, and of replays. */
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
  ],
  joins: [userRows, groupRows, replayRows],
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
    inspection: createDocumentInspection,
  },
});
