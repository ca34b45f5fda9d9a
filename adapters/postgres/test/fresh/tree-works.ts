import { permissionListing } from "@cartulary/documents";
import { document, EVERYTHING, folder, member, plan, reader, workspace } from "./estate.ts";
import { FRESH, idOf, ROWS } from "./fixtures.ts";
import { BY_KEY, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";

/** The works of permissions, of the clock of the tree, and of verification. */
export const treeWorks: Works<"grants" | "subjects" | "tree" | "inspection"> = {
  grants: {
    levelOn: [
      BY_KEY,
      ({ grants }) => grants.levelOn(reader, { type: "document", id: document }),
      ({ grants }) => grants.levelOn(reader, { type: "folder", id: idOf("folders", 64) }),
      ({ grants }) => grants.levelOn(member, { type: "workspace", id: workspace }),
    ],
    deciding: [2 * BY_KEY, ({ grants }) => grants.deciding(reader, { type: "folder", id: idOf("folders", 64) })],
    list: [
      2 * BY_KEY,
      listed(permissionListing, ({ grants }, query) => grants.list({ type: "folder", id: idOf("folders", 64) }, query)),
    ],
    find: [BY_KEY, ({ grants }) => grants.find({ type: "folder", id: folder }, idOf("grants", 0))],
    lock: [BY_KEY, ({ grants }) => grants.lock({ type: "folder", id: folder }, idOf("grants", 0))],
    insert: [
      BY_KEY,
      ({ grants }) =>
        grants.insert({
          id: newId(),
          subjectType: "user",
          subjectId: PERSON,
          resource: { type: "workspace", id: workspace },
          level: "read",
          createdAt: NOW,
          updatedAt: NOW,
        }),
    ],
    update: [
      BY_KEY,
      async ({ grants }) =>
        grants.update({
          ...required(await grants.lock({ type: "folder", id: folder }, idOf("grants", 0))),
          level: "write",
        }),
    ],
    remove: [BY_KEY, ({ grants }) => grants.remove(idOf("grants", 0))],
    removeOn: [BY_KEY, ({ grants }) => grants.removeOn([folder, document])],
    removeTo: [4 * (ROWS.grants / 50), ({ grants }) => grants.removeTo(idOf<"User">("users", 11))],
  },
  subjects: {
    nameOf: [BY_KEY, ({ subjects }) => subjects.nameOf(PERSON)],
    callerOf: [BY_KEY, ({ subjects }) => subjects.callerOf(PERSON)],
    lockShared: [
      BY_KEY,
      ({ subjects }) => subjects.lockShared("user", PERSON),
      ({ subjects }) => subjects.lockShared("group", idOf("groups", 0)),
    ],
  },
  tree: {
    tick: [BY_KEY, ({ tree }) => tree.tick()],
    raise: [BY_KEY, ({ tree }) => tree.raise(1)],
    highestPosition: [EVERYTHING, ({ tree }) => tree.highestPosition()],
    lockShared: [BY_KEY, ({ tree }) => tree.lockShared()],
  },
  inspection: {
    treeClock: [BY_KEY, ({ inspection }) => inspection.treeClock()],
    plans: [
      EVERYTHING,
      ({ inspection }) => inspection.plans(null, 100),
      ({ inspection }) => inspection.plans(plan, 100),
    ],
    workspaces: [
      EVERYTHING,
      ({ inspection }) => inspection.workspaces(null, 100),
      ({ inspection }) => inspection.workspaces(workspace, 100),
    ],
    folders: [
      EVERYTHING,
      ({ inspection }) => inspection.folders(null, 100),
      ({ inspection }) => inspection.folders(folder, 100),
    ],
    documents: [
      EVERYTHING,
      ({ inspection }) => inspection.documents(null, 100),
      ({ inspection }) => inspection.documents(document, 100),
    ],
    versions: [
      EVERYTHING,
      ({ inspection }) => inspection.versions(null, 100),
      ({ inspection }) => inspection.versions(idOf("versions", 2), 100),
    ],
    grants: [
      EVERYTHING,
      ({ inspection }) => inspection.grants(null, 100),
      ({ inspection }) => inspection.grants(idOf("grants", 2), 100),
    ],
    replays: [
      EVERYTHING,
      ({ inspection }) => inspection.replays(null, 100),
      ({ inspection }) => inspection.replays({ userId: PERSON, scope: `${FRESH}-8`, key: `${FRESH}-8` }, 100),
    ],
    blobHolders: [EVERYTHING, ({ inspection }) => inspection.blobHolders(`${FRESH}-1` as never, `${FRESH}-2` as never)],
  },
};
