import { documentListing, folderListing, tagListing, workspaceListing } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import {
  CODES,
  document,
  folder,
  member,
  NAMES,
  plan,
  reader,
  SUBTREE,
  VERSIONS,
  WORKSPACE,
  workspace,
} from "./estate.ts";
import { idOf } from "./fixtures.ts";
import { ADMINISTRATOR, BY_KEY, listed, newId, PERSON, required, type Way, type Works } from "./works.ts";

/** Lists of folders or documents for a user: everywhere, in a workspace, in a folder. */
const listedTo = (caller: Caller, noun: "folders" | "documents"): readonly Way[] =>
  [{}, { workspaceId: workspace }, { documentsFolderId: folder }].map((within) =>
    noun === "folders"
      ? listed(folderListing, ({ folders }, query) => folders.list(caller, query, within))
      : listed(documentListing, ({ documents }, query) => documents.list(caller, query, within)),
  );

/** The works of workspaces and their content. */
export const documentWorks: Works<"workspaces" | "folders" | "documents" | "versions" | "tags"> = {
  workspaces: {
    find: [2 * WORKSPACE + 2 * CODES, ({ workspaces }) => workspaces.find(workspace)],
    lock: [BY_KEY, ({ workspaces }) => workspaces.lock(workspace)],
    list: [
      3 * (WORKSPACE + CODES),
      listed(workspaceListing, ({ workspaces }, query) => workspaces.list(member, query)),
      listed(workspaceListing, ({ workspaces }, query) => workspaces.list(reader, query)),
    ],
    insert: [
      BY_KEY,
      async ({ workspaces }) => workspaces.insert({ ...required(await workspaces.lock(workspace)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ workspaces }) => workspaces.update({ ...required(await workspaces.lock(workspace)), label: "New" }),
    ],
    remove: [2 * BY_KEY, ({ workspaces }) => workspaces.remove(idOf("workspaces", 49))],
  },
  folders: {
    find: [BY_KEY, ({ folders }) => folders.find(reader, folder), ({ folders }) => folders.find(ADMINISTRATOR, folder)],
    lock: [BY_KEY, ({ folders }) => folders.lock(folder)],
    list: [12 * WORKSPACE + NAMES, ...listedTo(reader, "folders"), ...listedTo(member, "folders")],
    // The names of a few dozen workspaces are gone through for each.
    items: [2 * (BY_KEY + NAMES), ({ folders }) => folders.items(folder, 1000)],
    itemsIn: [
      BY_KEY + NAMES,
      ({ folders }) => folders.itemsIn(reader, folder, { ids: [idOf("folders", 64)], limit: 100 }),
    ],
    insert: [BY_KEY, async ({ folders }) => folders.insert({ ...required(await folders.lock(folder)), id: newId() })],
    update: [BY_KEY, async ({ folders }) => folders.update({ ...required(await folders.lock(folder)), name: "New" })],
    chain: [BY_KEY, ({ folders }) => folders.chain(idOf("folders", 999))],
    height: [4 * SUBTREE, ({ folders }) => folders.height(folder)],
    assignWorkspace: [
      6 * SUBTREE,
      ({ folders }) => folders.assignWorkspace(folder, null),
      ({ folders }) => folders.assignWorkspace(folder, workspace),
    ],
    removeSubtree: [8 * SUBTREE, ({ folders }) => folders.removeSubtree(idOf("folders", 9))],
    removeWorkspaceContent: [BY_KEY, ({ folders }) => folders.removeWorkspaceContent(idOf("workspaces", 49))],
  },
  documents: {
    find: [
      BY_KEY,
      ({ documents }) => documents.find(reader, document),
      ({ documents }) => documents.find(ADMINISTRATOR, document),
    ],
    lock: [BY_KEY, ({ documents }) => documents.lock(document)],
    list: [12 * WORKSPACE + NAMES, ...listedTo(reader, "documents"), ...listedTo(member, "documents")],
    insert: [
      BY_KEY,
      async ({ documents }) => documents.insert({ ...required(await documents.lock(document)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ documents }) => documents.update({ ...required(await documents.lock(document)), name: "New" }),
    ],
    setTextStatus: [
      BY_KEY,
      async ({ documents }) => {
        const { blobKey } = required(await documents.lock(document));
        await documents.setTextStatus("read", [{ documentId: document, blobKey }]);
      },
    ],
    findDuplicate: [
      BY_KEY,
      async ({ documents }) => documents.findDuplicate(reader, required(await documents.lock(document)).sha256),
      async ({ documents }) => documents.findDuplicate(member, required(await documents.lock(document)).sha256),
      ({ documents }) => documents.findDuplicate(ADMINISTRATOR, "0".repeat(64)),
    ],
    keepCodes: [
      4 * WORKSPACE,
      ({ documents }) => documents.keepCodes(workspace, null),
      ({ documents }) => documents.keepCodes(workspace, plan),
    ],
    remove: [3 * VERSIONS, ({ documents }) => documents.remove(document)],
  },
  versions: {
    find: [2 * VERSIONS, ({ versions }) => versions.find(document, idOf("versions", 2))],
    list: [3 * VERSIONS, ({ versions }) => versions.list(document, { page: 2, perPage: 20 })],
    insert: [
      2 * VERSIONS,
      async ({ versions }) => {
        const version = required(await versions.find(document, idOf("versions", 2)));
        await versions.insert({ ...version, id: newId(), versionNumber: 1000, createdBy: PERSON });
      },
    ],
  },
  tags: {
    list: [
      10 * WORKSPACE,
      listed(tagListing, ({ tags }, query) => tags.list(reader, query)),
      listed(tagListing, ({ tags }, query) => tags.list(member, query)),
    ],
  },
};
