import type { TreeListener, WorkspaceId } from "@cartulary/documents";
import type { CompositionStores } from "../ports.ts";

/**
 * What becomes of composed documents when the tree changes: they keep existing when what they lie in goes, belong to the
 * workspace that their folder moves to, and have no PDF any more once that document is gone (documents.md 2.4).
 */
export function compositionTreeListener<Stores extends CompositionStores>(): TreeListener<Stores> {
  return {
    async moved({ composedDocuments }, _caller, { node, oldWorkspaceId }) {
      if (node.type !== "folder" || node.record.workspaceId === oldWorkspaceId) return;
      await composedDocuments.assignWorkspace(node.record.id, node.record.workspaceId);
    },

    async removed({ composedDocuments }, _caller, nodes, requested) {
      await composedDocuments.forgetFolders(nodes.flatMap((node) => (node.type === "folder" ? [node.id] : [])));
      await composedDocuments.forgetPdfs(nodes.flatMap((node) => (node.type === "document" ? [node.id] : [])));
      if (requested.type === "workspace") await composedDocuments.forgetWorkspace(requested.id as WorkspaceId);
    },
  };
}
