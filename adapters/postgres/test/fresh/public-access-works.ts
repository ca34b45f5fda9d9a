import type { WalkStart } from "@cartulary/public-access";
import { idOf, ROWS } from "./fixtures.ts";
import { BY_KEY, NOW, newId, PERSON, type Works } from "./works.ts";

/** Has eight others inside and sixty-four in those, and documents in each. */
const folder = idOf<"Folder">("folders", 10);
const root = idOf<"Folder">("folders", 5);
const document = idOf<"Document">("documents", 10);
const SUBTREE = (73 * (ROWS.folders + ROWS.documents)) / ROWS.folders;
const STAMPS = ROWS.public_stamps / 4;
/** All the marks there are, fresh or not. */
const MARKS = 2 * (ROWS.public_access_nodes + ROWS.public_roots + ROWS.public_stamps);

const start: WalkStart = { isExcluded: false, floorSeq: 0, roots: [{ id: root, publishedSeq: 1, lastPlacedSeq: 0 }] };

/** The works of the stores of public access. */
export const publicAccessWorks: Works<"publicAccess" | "publicAccessInspection"> = {
  publicAccess: {
    chain: [
      BY_KEY,
      ({ publicAccess }) => publicAccess.chain({ type: "folder", id: idOf("folders", 999) }),
      ({ publicAccess }) => publicAccess.chain({ type: "document", id: document }),
    ],
    folderLinks: [BY_KEY, ({ publicAccess }) => publicAccess.folderLinks([folder, root])],
    barriers: [BY_KEY, ({ publicAccess }) => publicAccess.barriers({ type: "folder", id: folder })],
    setFloor: [BY_KEY, ({ publicAccess }) => publicAccess.setFloor({ type: "folder", id: folder }, 2)],
    setBarriers: [
      BY_KEY,
      ({ publicAccess }) =>
        publicAccess.setBarriers(
          { type: "folder", id: folder },
          { floorSeq: 2, excludedSeq: 2, excludedAt: NOW, excludedBy: PERSON },
        ),
    ],
    insertRoot: [
      BY_KEY,
      ({ publicAccess }) =>
        publicAccess.insertRoot({
          folderId: idOf("folders", 3),
          publishedSeq: 3,
          publishedAt: NOW,
          publishedBy: PERSON,
        }),
    ],
    removeRoot: [BY_KEY, ({ publicAccess }) => publicAccess.removeRoot(root)],
    startPropagation: [BY_KEY, ({ publicAccess }) => publicAccess.startPropagation(root, 4, NOW)],
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
    endGrants: [2 * STAMPS, ({ publicAccess }) => publicAccess.endGrants([{ type: "folder", id: root }])],
    highestSeq: [2 * MARKS, ({ publicAccess }) => publicAccess.highestSeq()],
  },
  publicAccessInspection: {
    barriers: [
      MARKS,
      ({ publicAccessInspection }) => publicAccessInspection.barriers(null, 100),
      ({ publicAccessInspection }) => publicAccessInspection.barriers(folder, 100),
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
