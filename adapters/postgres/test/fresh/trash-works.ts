import { type TrashEntry, trashListing } from "@cartulary/documents";
import type { Day } from "@cartulary/kernel";
import { folder, member, reader, SUBTREE, workspace } from "./estate.ts";
import { idOf, ROWS } from "./fixtures.ts";
import { ADMINISTRATOR, BY_KEY, LATER, LONG_AGO, listed, NOW, newId, PERSON, type Works } from "./works.ts";

const TODAY = "2026-06-01" as Day;

const entry: TrashEntry = {
  ...{ id: newId(), kind: "folder", name: "Old", path: [{ type: "folder", id: folder, name: "New" }] },
  ...{ documentsCount: 1, foldersCount: 1, byteSize: 1, place: { type: "folder", id: folder } },
  ...{ deletedAt: NOW, deletedBy: PERSON, restorableUntil: LATER },
};

/** The works of the trash. */
export const trashWorks: Works<"trash" | "retention"> = {
  trash: {
    originOf: [
      BY_KEY,
      ({ trash }) =>
        trash.originOf({ type: "folder", id: folder }, { documentsFolderId: folder, workspaceId: workspace }),
    ],
    keepWorkspace: [2 * BY_KEY, ({ trash }) => trash.keepWorkspace(idOf("workspaces", 49))],
    insert: [BY_KEY, ({ trash }) => trash.insert(entry, [PERSON])],
    list: [
      ROWS.folders,
      listed(trashListing, ({ trash }, query) => trash.list(reader, query, NOW)),
      listed(trashListing, ({ trash }, query) => trash.list(member, query, NOW)),
    ],
    lock: [
      ROWS.folders,
      ({ trash }) => trash.lock(reader, entry.id, NOW),
      ({ trash }) => trash.lock(ADMINISTRATOR, entry.id, NOW),
    ],
    lockOver: [BY_KEY, ({ trash }) => trash.lockOver(LONG_AGO, null)],
    putBack: [
      BY_KEY,
      ({ trash }) => trash.putBack(entry, { documentsFolderId: folder, workspaceId: workspace, placedSeq: 1 }),
    ],
    remove: [BY_KEY, ({ trash }) => trash.remove(entry)],
    readableAmong: [BY_KEY, ({ trash }) => trash.readableAmong(reader, entry.path)],
  },
  retention: {
    above: [BY_KEY, ({ retention }) => retention.above({ documentsFolderId: folder, workspaceId: workspace })],
    aboveEntry: [ROWS.folders, ({ retention }) => retention.aboveEntry(entry)],
    within: [
      4 * SUBTREE,
      ({ retention }) => retention.within({ type: "folder", id: folder }, TODAY, 5),
      ({ retention }) => retention.within({ type: "workspace", id: workspace }, TODAY, 5),
    ],
  },
};
