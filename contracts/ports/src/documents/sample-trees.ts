import {
  accessLevel,
  type Document,
  decidingGrant,
  type Folder,
  type Grant,
  LEVELS,
  type Level,
  type Lineage,
  type ResourceRef,
  type Workspace,
} from "@cartulary/documents";
import type { Caller, GroupId, Transact, UserId } from "@cartulary/kernel";
import fc from "fast-check";
import { ADMINISTRATOR, callerOf, digestOf, idOf, later, records } from "../harness/document-records.ts";
import type { DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { expect } from "../runner/runner.ts";

/** A small world: trees in workspaces and outside, a tag on each node, one on all, and what was granted on them. */
export interface SampleTree {
  readonly workspaces: readonly Workspace[];
  readonly folders: readonly Folder[];
  readonly documents: readonly Document[];
  readonly grants: readonly Grant[];
}

const USERS = [1, 2, 3].map((count) => idOf<"User">(count)) as [UserId, UserId, UserId];
const GROUPS = [11, 12].map((count) => idOf<"Group">(count)) as [GroupId, GroupId];

/** Callers in no group, in one group and in two, and an administrator. */
export const CALLERS: readonly Caller[] = [
  callerOf(USERS[0]),
  callerOf(USERS[1], GROUPS[0]),
  callerOf(USERS[2], GROUPS[0], GROUPS[1]),
  ADMINISTRATOR,
];

/** A placement: in the folder of this index, otherwise in the workspace of that one, otherwise nowhere. */
const place = () => fc.record({ folder: fc.option(fc.nat(30)), workspace: fc.option(fc.nat(2)) });

/** A folder or document of this index, and where it goes. */
export interface Move {
  readonly moved: number;
  readonly to: Place;
}

/** A few moves of an estate's folders and documents. */
export const moves = (): fc.Arbitrary<readonly Move[]> =>
  fc.array(fc.record({ moved: fc.nat(40), to: place() }), { maxLength: 4 });

/** Estates of any shape, deep and flat, sparsely granted. */
export function sampleTrees(): fc.Arbitrary<SampleTree> {
  return fc
    .record({
      workspaces: fc.integer({ min: 0, max: 3 }),
      folders: fc.array(place(), { maxLength: 12 }),
      documents: fc.array(place(), { maxLength: 12 }),
      grants: fc.array(
        fc.record({
          subject: fc.nat(4),
          resource: fc.nat(40),
          level: fc.constantFrom(...LEVELS),
          createdAfter: fc.nat(2),
        }),
        { maxLength: 8 },
      ),
    })
    .map(build);
}

interface Shape {
  readonly workspaces: number;
  readonly folders: readonly Place[];
  readonly documents: readonly Place[];
  readonly grants: readonly {
    readonly subject: number;
    readonly resource: number;
    readonly level: Level;
    /** Seconds. */
    readonly createdAfter: number;
  }[];
}

interface Place {
  readonly folder: number | null;
  readonly workspace: number | null;
}

function build(shape: Shape): SampleTree {
  const make = records();
  const workspaces = Array.from({ length: shape.workspaces }, () => make.workspace());
  const folders: Folder[] = [];
  // A folder's parent is one of those before it, so that every drawing is a forest.
  for (const place of shape.folders) {
    folders.push(make.folder({ ...within(place, workspaces, folders), tags: [`f${folders.length}`, "common"] }));
  }
  const documents = shape.documents.map((place, index) =>
    make.document({
      ...within(place, workspaces, folders),
      tags: [`d${index}`, "common"],
      sha256: digestOf(index % 2),
      createdAt: later(-(index % 3)),
    }),
  );

  const resources: ResourceRef[] = [
    ...workspaces.map(({ id }) => ({ type: "workspace" as const, id })),
    ...folders.map(({ id }) => ({ type: "folder" as const, id })),
    ...documents.map(({ id }) => ({ type: "document" as const, id })),
  ];
  const grants = new Map<string, Grant>();
  for (const { subject, resource, level, createdAfter } of shape.grants) {
    const on = picked(resources, resource);
    const to = picked([...USERS, ...GROUPS], subject);
    if (!on || !to) continue;
    const subjectType = subject < USERS.length ? "user" : "group";
    grants.set(
      `${to} ${on.id}`,
      make.grant({ to, subjectType, on: [on.type, on.id], level, createdAt: later(createdAfter) }),
    );
  }
  return { workspaces, folders, documents, grants: [...grants.values()] };
}

function within({ folder, workspace }: Place, workspaces: readonly Workspace[], folders: readonly Folder[]) {
  const parent = folder === null ? undefined : picked(folders, folder);
  const inherited = parent?.workspaceId ?? null;
  const chosen = workspace === null ? null : (picked(workspaces, workspace)?.id ?? null);
  return { documentsFolderId: parent?.id ?? null, workspaceId: parent ? inherited : chosen };
}

function picked<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)];
}

/** Inserts everything. */
export async function insertTree(stores: DocumentStoresUnderTest, estate: SampleTree): Promise<void> {
  for (const workspace of estate.workspaces) await stores.workspaces.insert(workspace);
  for (const folder of estate.folders) {
    const shown = await stores.folders.insert(folder);
    expect(shown).toEqual((await stores.folders.find(ADMINISTRATOR, folder.id))?.record);
  }
  for (const document of estate.documents) {
    const shown = await stores.documents.insert(document);
    expect(shown).toEqual((await stores.documents.find(ADMINISTRATOR, document.id))?.record);
  }
  for (const grant of estate.grants) await stores.grants.insert(grant);
}

/** Moves a resource with its content like the services; returns the new estate. */
export async function move(
  stores: DocumentStoresUnderTest,
  estate: SampleTree,
  { moved, to }: Move,
): Promise<SampleTree> {
  const { workspaces, folders, documents } = estate;
  const node = picked([...folders, ...documents], moved);
  const inside = new Set(below(folders, node?.id ?? "").map(({ id }) => id));
  const place = within(to, workspaces, folders);
  if (!node || (place.documentsFolderId && inside.has(place.documentsFolderId))) return estate;

  const folder = folders.find(({ id }) => id === node.id);
  const document = documents.find(({ id }) => id === node.id);
  if (folder) {
    await stores.folders.update({ ...folder, ...place });
    await stores.folders.assignWorkspace(folder.id, place.workspaceId);
  }
  if (document) await stores.documents.update({ ...document, ...place });
  const follows = ({ documentsFolderId }: Pick<Folder, "documentsFolderId">) =>
    documentsFolderId !== null && inside.has(documentsFolderId);
  const location = <Node extends Folder | Document>(each: Node): Node => ({
    ...each,
    ...(each.id === node.id ? place : follows(each) && { workspaceId: place.workspaceId }),
  });
  return { ...estate, folders: folders.map(location), documents: documents.map(location) };
}

/** Returns the level by the rule of access. */
export function levelIn(estate: SampleTree, caller: Caller, resource: ResourceRef): Level | null {
  return accessLevel(caller, lineageOf(estate, resource));
}

/** The grant that gives the level, by the same rule. */
export function decidingIn(estate: SampleTree, caller: Caller, resource: ResourceRef): Grant | null {
  return decidingGrant(caller, lineageOf(estate, resource));
}

/** Returns all grants on the resource and its ancestors. */
export function grantsReaching(estate: SampleTree, resource: ResourceRef): readonly Grant[] {
  return lineageOf(estate, resource).flatMap(({ grants }) => grants);
}

/** Returns the resource and its ancestors for the rule. */
export function lineageOf({ folders, documents, grants }: SampleTree, resource: ResourceRef): Lineage {
  const place = (type: ResourceRef["type"], id: string) => ({
    type,
    grants: grants.filter((grant) => grant.resource.id === id),
  });
  const { type, id } = resource;
  if (type === "workspace") return [place(type, id)];
  const found = (type === "folder" ? folders : documents).find((each) => each.id === id);
  const above = [place(type, id)];
  for (let parent = found?.documentsFolderId; parent; ) {
    above.push(place("folder", parent));
    parent = folders.find((folder) => folder.id === parent)?.documentsFolderId;
  }
  return found?.workspaceId ? [...above, place("workspace", found.workspaceId)] : above;
}

/** The folder and those below it. */
export function below(folders: readonly Folder[], id: string): readonly Folder[] {
  const [self] = folders.filter((folder) => folder.id === id);
  const children = folders.filter((folder) => folder.documentsFolderId === id);
  return self ? [self, ...children.flatMap((child) => below(folders, child.id))] : [];
}

/** Runs `work` in a transaction that leaves nothing behind. */
export async function inRolledBackTransaction(
  transact: Transact<DocumentStoresUnderTest>,
  work: (stores: DocumentStoresUnderTest) => Promise<void>,
): Promise<void> {
  const undone = new Error("The work is done and to be undone");
  const run = transact.write(async (stores) => {
    await work(stores);
    throw undone;
  });
  await run.catch((error) => {
    if (error !== undone) throw error;
  });
}
