import { expect } from "vitest";
import { DOCUMENTS, type Person } from "../../support/application-fixture.ts";
import { contentOf, documentAt, folderAt, type Makers, workspaceAt } from "../../support/record-factories.ts";
import type { DocumentBody, FolderBody, TrashEntryBody, WorkspaceBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Reply, uploadForm } from "../../support/send-request.ts";

/** A document, a folder and a deleted document in two nested folders of a workspace, and another folder; by their ids. */
export interface RetentionEstate {
  readonly workspace: string;
  readonly above: string;
  readonly folder: string;
  readonly inner: string;
  readonly document: string;
  readonly gone: string;
  readonly otherFolder: string;
}

export async function retentionEstate(makers: Makers, admin: Person): Promise<RetentionEstate> {
  const workspace = await makers.workspace();
  const above = await makers.folder({ workspace_id: workspace.id });
  const folder = await makers.folder({ documents_folder_id: above.id });
  const inner = await makers.folder({ documents_folder_id: folder.id });
  const document = await makers.upload({ documents_folder_id: folder.id }, "first");
  const gone = await makers.upload({ documents_folder_id: folder.id }, "gone");
  const otherFolder = await makers.folder();
  expectStatus(await admin.ask("DELETE", documentAt(gone.id)), 204);
  return {
    ...{ workspace: workspace.id, above: above.id, folder: folder.id, inner: inner.id, document: document.id },
    ...{ gone: gone.id, otherFolder: otherFolder.id },
  };
}

type Change = (by: Person, ids: RetentionEstate) => Promise<Reply<unknown>>;

/** Every operation that deletes, replaces or moves a document or folder, by its id; a retained folder refuses each. */
export const CONTENT_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  deleteWorkspace: [(by, { workspace }) => by.ask("DELETE", workspaceAt(workspace))],
  deleteFolder: [
    (by, { folder }) => by.ask("DELETE", folderAt(folder)),
    (by, { above }) => by.ask("DELETE", folderAt(above)),
  ],
  deleteDocument: [(by, { document }) => by.ask("DELETE", documentAt(document))],
  updateFolder: [
    (by, { inner, otherFolder }) => by.ask("PATCH", folderAt(inner), { json: { documents_folder_id: otherFolder } }),
    (by, { inner }) => by.ask("PATCH", folderAt(inner), { json: { documents_folder_id: null, workspace_id: null } }),
  ],
  updateDocument: [
    (by, { document, otherFolder }) =>
      by.ask("PATCH", documentAt(document), { json: { documents_folder_id: otherFolder } }),
    (by, { document }) =>
      by.ask("PATCH", documentAt(document), { json: { documents_folder_id: null, workspace_id: null } }),
    (by, { document }) => by.ask("PATCH", documentAt(document), uploadForm("another")),
  ],
  purgeFromTrash: [(by, { gone }) => by.ask("DELETE", `${DOCUMENTS}/trash/${gone}`)],
  restoreFromTrash: [
    (by, { gone, otherFolder }) =>
      by.ask("POST", `${DOCUMENTS}/trash/${gone}/restore`, { json: { documents_folder_id: otherFolder } }),
  ],
};

/** Long after the day on which the clocks of tests begin, 1 March 2026. */
export const LATER = "2036-12-31";

/** A way to retain a resource, and to end that. */
interface Keeping {
  keep: Change;
  end: Change;
}

type At = (ids: RetentionEstate) => string;

const held = (at: At): Keeping => ({
  keep: (by, ids) => by.ask("POST", `${at(ids)}/legal_hold`, { json: { reason: "a claim" } }),
  end: (by, ids) => by.ask("DELETE", `${at(ids)}/legal_hold`, { json: { reason: "settled" } }),
});
const retained = (at: At): Keeping => ({
  keep: (by, ids) => by.ask("PATCH", at(ids), { json: { retain_until: LATER } }),
  end: (by, ids) => by.ask("PATCH", at(ids), { json: { retain_until: null, reason: "an error" } }),
});

const workspaceOf: At = ({ workspace }) => workspaceAt(workspace);
const folderOf: At = ({ folder }) => folderAt(folder);
const documentOf: At = ({ document }) => documentAt(document);

/** Every way to retain a resource. */
export const KEEPERS = {
  holdWorkspace: held(workspaceOf),
  holdFolder: held(folderOf),
  holdDocument: held(documentOf),
  retainWorkspace: retained(workspaceOf),
  retainFolder: retained(folderOf),
  retainDocument: retained(documentOf),
} as const;

/** A retention and a change that happen at once. */
interface Pair {
  readonly what: string;
  readonly keep: Change;
  readonly change: Change;
}

/** Every way to retain a resource with every change. */
export const PAIRS: readonly Pair[] = Object.entries(KEEPERS).flatMap(([keeper, { keep }]) =>
  Object.entries(CONTENT_CHANGES).flatMap(([operation, changes]) =>
    changes.map((change, index) => ({ what: `${keeper} and ${operation} ${index}`, keep, change })),
  ),
);

/** Expects of both at once what they do in one order or in the other. */
export async function expectOneWins(makers: Makers, admin: Person, { what, keep, change }: Pair): Promise<void> {
  const estate = () => retentionEstate(makers, admin);
  const [keptFirst, changedFirst, atOnce] = [await estate(), await estate(), await estate()];
  const kept = (await keep(admin, keptFirst)).status;
  const orders = [[kept, (await change(admin, keptFirst)).status, await stateOf(admin, keptFirst)]];
  const changed = (await change(admin, changedFirst)).status;
  orders.push([(await keep(admin, changedFirst)).status, changed, await stateOf(admin, changedFirst)]);
  expect({ what, kept, changed: changed < 300 }).toEqual({ what, kept: 200, changed: true });
  const replies = await Promise.all([keep(admin, atOnce), change(admin, atOnce)]);
  const result = [...replies.map(({ status }) => status), await stateOf(admin, atOnce)];
  const matching = orders.filter((order) => JSON.stringify(order) === JSON.stringify(result));
  expect({ what, result, isOfAnOrder: matching.length > 0 }).toEqual({ what, result, isOfAnOrder: true });
}

/** The state of an estate, with names for its ids. */
async function stateOf(admin: Person, ids: RetentionEstate): Promise<unknown> {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  const states: Record<string, unknown> = {};
  for (const [name, at] of Object.entries(PATHS)) {
    const reply = await admin.ask<WorkspaceBody | FolderBody | DocumentBody>("GET", at(ids));
    if (reply.status === 404) continue;
    const { retain_until, legal_hold, retained, ...record } = expectStatus(reply, 200);
    const place = "documents_folder_id" in record ? [record.documents_folder_id, record.workspace_id].map(named) : null;
    states[name] = { retain_until, held: legal_hold !== null, by: named(retained?.by?.id ?? null), place };
  }
  const entries = await admin.ask<readonly TrashEntryBody[]>("GET", `${DOCUMENTS}/trash`, {
    query: { per_page: "100" },
  });
  const trash = expectStatus(entries, 200).flatMap(({ id }) => names.get(id) ?? []);
  return { states, trash, content: (await admin.ask("GET", contentOf(ids.document))).text.slice(0, 8) };
}

const PATHS: Readonly<Record<string, At>> = {
  workspace: workspaceOf,
  above: ({ above }) => folderAt(above),
  folder: folderOf,
  inner: ({ inner }) => folderAt(inner),
  document: documentOf,
  gone: ({ gone }) => documentAt(gone),
};

/** Operations that change or delete something else, make something, or keep the content that they replace as a version. */
export const HARMLESS: readonly string[] = [
  ...["createWorkspace", "createFolder", "createDocument", "createVersion", "restoreVersion", "createBulkUpload"],
  ...["updateWorkspace", "setImportedDates"],
  ...["holdWorkspace", "holdFolder", "holdDocument", "releaseWorkspace", "releaseFolder", "releaseDocument"],
  ...["grantWorkspacePermission", "changeWorkspacePermission", "revokeWorkspacePermission"],
  ...["grantFolderPermission", "changeFolderPermission", "revokeFolderPermission"],
  ...["grantDocumentPermission", "changeDocumentPermission", "revokeDocumentPermission"],
  ...["publishFolder", "unpublishFolder", "propagateFolder", "publishSite"],
  ...["excludeFolder", "excludeDocument", "liftFolderExclusion", "liftDocumentExclusion"],
  ...["createDocumentExport", "deleteDocumentExport"],
  ...["createWorkspaceType", "updateWorkspaceType", "deleteWorkspaceType"],
  ...["createDocumentType", "updateDocumentType", "deleteDocumentType"],
  ...["createDomain", "updateDomain", "deleteDomain"],
  ...["createClassificationPlan", "updateClassificationPlan", "deleteClassificationPlan"],
  ...["createChunkedUpload", "uploadChunk", "completeChunkedUpload", "cancelChunkedUpload"],
  ...["createTemplate", "updateTemplate", "deleteTemplate"],
  ...["createComposedDocument", "updateComposedDocument", "deleteComposedDocument", "compileComposedDocument"],
  ...["createPart", "reorderParts", "updatePart", "deletePart"],
  ...["createMassCommunication", "cancelMassCommunication"],
];
