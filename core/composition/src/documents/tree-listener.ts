import type { TreeListener, WorkspaceId } from "@cartulary/documents";
import type { CompositionStores } from "../ports.ts";

/**
 * Updates composed documents after changes of the tree: they lose a removed folder or workspace but stay, follow their
 * folder to its workspace, and lose a removed PDF (documents.md 2.4). What comes back from the trash they get back.
 */
export function compositionTreeListener<Stores extends CompositionStores>(): TreeListener<Stores> {
  return {
    async moved({ composedDocuments }, _caller, { node, oldWorkspaceId }) {
      if (node.type !== "folder" || node.record.workspaceId === oldWorkspaceId) return;
      await composedDocuments.assignWorkspace(node.record.id, node.record.workspaceId);
    },

    async removed({ composedDocuments }, _caller, nodes, { type, id, isRestorable }) {
      const folderIds = nodes.flatMap((node) => (node.type === "folder" ? [node.id] : []));
      const documentIds = nodes.flatMap((node) => (node.type === "document" ? [node.id] : []));
      const workspaceId = type === "workspace" ? (id as WorkspaceId) : null;
      if (isRestorable) await composedDocuments.remember(id, { folderIds, documentIds, workspaceId });
      await composedDocuments.forgetFolders(folderIds);
      await composedDocuments.forgetPdfs(documentIds);
      if (workspaceId) await composedDocuments.forgetWorkspace(workspaceId);
    },

    restored: ({ composedDocuments }, _caller, _nodes, { id }) => composedDocuments.giveBack(id),
    purged: ({ composedDocuments }, _caller, _nodes, { id }) => composedDocuments.forgetEntry(id),
  };
}
