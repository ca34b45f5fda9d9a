import type { DocumentDatabasesHarness, DocumentStoresHarness } from "../harness/document-stores.ts";
import { replayStoreContract } from "../kernel/replay-store-contract.ts";
import { accessContract } from "./access-contract.ts";
import { catalogueStoreContract } from "./catalogue-store-contract.ts";
import { filingContract } from "./classification-contract.ts";
import { classificationPlanStoreContract } from "./classification-plan-store-contract.ts";
import { documentInspectionContract } from "./document-inspection-contract.ts";
import { documentListsContract } from "./document-lists-contract.ts";
import { documentStoreContract } from "./document-store-contract.ts";
import { folderStoreContract } from "./folder-store-contract.ts";
import { grantStoreContract } from "./grant-store-contract.ts";
import { recordLockContract } from "./record-lock-contract.ts";
import { retentionStoreContract } from "./retention-store-contract.ts";
import { subjectStoreContract } from "./subject-store-contract.ts";
import { tagStoreContract } from "./tag-store-contract.ts";
import { trashStoreContract } from "./trash-store-contract.ts";
import { treeClockContract } from "./tree-clock-contract.ts";
import { versionStoreContract } from "./version-store-contract.ts";
import { workspaceStoreContract } from "./workspace-store-contract.ts";

/** Contract of the document stores, separately and together. An adapter's whole test is a call to this. */
export function documentStoresContract(name: string, harness: DocumentDatabasesHarness): void {
  const alone: DocumentStoresHarness = { create: async () => (await harness.openDatabase()).transact };
  catalogueStoreContract(name, harness);
  classificationPlanStoreContract(name, alone);
  filingContract(name, harness);
  workspaceStoreContract(name, alone);
  folderStoreContract(name, alone);
  documentStoreContract(name, alone);
  versionStoreContract(name, alone);
  grantStoreContract(name, alone);
  subjectStoreContract(name, harness);
  accessContract(name, alone);
  documentListsContract(name, { create: async () => (await harness.openSharedDatabase()).transact });
  replayStoreContract(name, harness);
  tagStoreContract(name, alone);
  trashStoreContract(name, harness);
  retentionStoreContract(name, alone);
  treeClockContract(name, harness);
  recordLockContract(name, harness);
  documentInspectionContract(name, alone);
}
