import type { WalkStart } from "@cartulary/public-access";
import { BY_KEY, NOW, newId, PERSON, type Works } from "./works.ts";
import { idOf, ROWS } from "./worlds.ts";

/** Has eight others inside and sixty-four in those, and documents in each. */
const folder = idOf<"Folder">("folders", 10);
const root = idOf<"Folder">("folders", 5);
const document = idOf<"Document">("documents", 10);
const SUBTREE = (73 * (ROWS.folders + ROWS.documents)) / ROWS.folders;
const STAMPS = ROWS.public_stamps / 4;
/** All the marks there are, fresh or not. */
const MARKS = 2 * (ROWS.public_access_nodes + ROWS.public_roots + ROWS.public_stamps);

const start: WalkStart = { cut: false, floorSeq: 0, roots: [{ id: root, publishedSeq: 1, lastPlacedSeq: 0 }] };

/** What is done with the stores of public access. */
export const publicAccessWorks: Works<"publicAccess" | "publicAccessInspection"> = {
  publicAccess: {
    chain: [
      BY_KEY,
      ({ publicAccess }) => publicAccess.chain({ type: "folder", id: idOf("folders", 999) }),
      ({ publicAccess }) => publicAccess.chain({ type: "document", id: document }),
    ],
    folderLinks: [BY_KEY, ({ publicAccess }) => publicAccess.folderLinks([folder, root])],
    marks: [BY_KEY, ({ publicAccess }) => publicAccess.marks({ type: "folder", id: folder })],
    raiseFloor: [BY_KEY, ({ publicAccess }) => publicAccess.raiseFloor({ type: "folder", id: folder }, 2)],
    mark: [
      BY_KEY,
      ({ publicAccess }) =>
        publicAccess.mark(
          { type: "folder", id: folder },
          { floorSeq: 2, excludedSeq: 2, excludedAt: NOW, excludedBy: PERSON },
        ),
    ],
    open: [
      BY_KEY,
      ({ publicAccess }) =>
        publicAccess.open({ folderId: idOf("folders", 3), publishedSeq: 3, publishedAt: NOW, publishedBy: PERSON }),
    ],
    close: [BY_KEY, ({ publicAccess }) => publicAccess.close(root)],
    propagating: [BY_KEY, ({ publicAccess }) => publicAccess.propagating(root, 4, NOW)],
    stamp: [2 * BY_KEY, ({ publicAccess }) => publicAccess.stamp({ rootId: root, seq: 9, folderIds: [folder] })],
    counts: [8 * SUBTREE, ({ publicAccess }) => publicAccess.counts(folder, start)],
    unstamped: [8 * SUBTREE, ({ publicAccess }) => publicAccess.unstamped(folder, start, 20)],
    exclusions: [8 * SUBTREE, ({ publicAccess }) => publicAccess.exclusions(folder, 20)],
    candidates: [
      2 * BY_KEY,
      ({ publicAccess }) => publicAccess.candidates(folder, null, 1000),
      ({ publicAccess }) => publicAccess.candidates(folder, { type: "folder", id: newId(), name: "7" }, 1000),
    ],
    publicFolder: [BY_KEY, ({ publicAccess }) => publicAccess.publicFolder(folder)],
    publicDocument: [BY_KEY, ({ publicAccess }) => publicAccess.publicDocument(document)],
    forget: [2 * STAMPS, ({ publicAccess }) => publicAccess.forget([{ type: "folder", id: root }])],
    highestSeq: [2 * MARKS, ({ publicAccess }) => publicAccess.highestSeq()],
  },
  publicAccessInspection: {
    marks: [
      MARKS,
      ({ publicAccessInspection }) => publicAccessInspection.marks(null, 100),
      ({ publicAccessInspection }) => publicAccessInspection.marks(folder, 100),
    ],
    roots: [
      MARKS,
      ({ publicAccessInspection }) => publicAccessInspection.roots(null, 100),
      ({ publicAccessInspection }) => publicAccessInspection.roots(folder, 100),
    ],
    stamps: [
      MARKS,
      ({ publicAccessInspection }) => publicAccessInspection.stamps(null, 100),
      ({ publicAccessInspection }) => publicAccessInspection.stamps({ resourceId: folder, rootId: root }, 100),
    ],
  },
};
