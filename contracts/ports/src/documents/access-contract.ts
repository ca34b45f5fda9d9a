import {
  type DocumentField,
  documentListing,
  type FolderField,
  folderListing,
  type PermissionField,
  permissionListing,
  type ResourceRef,
  readableFrom,
  tagListing,
  type Within,
  workspaceListing,
} from "@cartulary/documents";
import type { Caller, Id, ListQuery, Page } from "@cartulary/kernel";
import fc from "fast-check";
import type { DocumentStoresHarness, DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";
import {
  CALLERS,
  decidingIn,
  grantsReaching,
  inRolledBackTransaction,
  insertTree,
  levelIn,
  lineageOf,
  move,
  moves,
  type SampleTree,
  sampleTrees,
} from "./sample-trees.ts";

/**
 * Named permissions as every store tells them: by id, by level, and in lists, on any trees, for any grants and after any
 * moves, they say what the rule of access says of each node (documents.md 2.4).
 */
export function accessContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name}, for callers with any grants`, () => {
    it("returns the level of the access rule for each node, in every query", async () => {
      const transact = await create();
      const property = fc.asyncProperty(sampleTrees(), moves(), (first, moved) =>
        inRolledBackTransaction(transact, async (stores) => {
          await insertTree(stores, first);
          let estate = first;
          for (const each of moved) estate = await move(stores, estate, each);
          for (const caller of CALLERS) await checkAll(stores, estate, caller);
        }),
      );
      await fc.assert(property, { numRuns: 25, seed: 20_260_102 });
    });

    it("lists all the grants that reach a resource, and no other", async () => {
      const transact = await create();
      const property = fc.asyncProperty(sampleTrees(), (estate) =>
        inRolledBackTransaction(transact, async (stores) => {
          await insertTree(stores, estate);
          for (const resource of resourcesOf(estate)) {
            const listed = await whole((page) =>
              stores.grants.list(resource, { ...query<PermissionField>(permissionListing.sort), page }),
            );
            const expected = grantsReaching(estate, resource);
            expect(listed).toEqual(expected.map(({ id }) => id).sort());
          }
        }),
      );
      await fc.assert(property, { numRuns: 25, seed: 20_260_103 });
    });
  });
}

type Check = (stores: DocumentStoresUnderTest, estate: SampleTree, caller: Caller) => Promise<void>;

/** All checks of an estate after its moves: setting it up for each check took as long as the check. */
const CHECKS: Readonly<Record<string, Check>> = {
  "tells the level on each workspace, folder and document, and how far above it that may be read": async (
    { grants, folders, documents },
    estate,
    caller,
  ) => {
    for (const resource of resourcesOf(estate)) {
      const level = levelIn(estate, caller, resource);
      expect(await grants.levelOn(caller, resource)).toBe(level);
      if (resource.type === "folder") {
        const found = await folders.find(caller, resource.id as Id<"Folder">);
        expect([found?.level, found?.grantedOn]).toEqual([level, readableFrom(caller, lineageOf(estate, resource))]);
      }
      if (resource.type === "document") {
        const found = await documents.find(caller, resource.id as Id<"Document">);
        expect([found?.level, found?.grantedOn]).toEqual([level, readableFrom(caller, lineageOf(estate, resource))]);
      }
    }
  },

  "tells which grant gives the level: the nearest of the highest, of those the oldest": async (
    { grants },
    estate,
    caller,
  ) => {
    for (const resource of resourcesOf(estate)) {
      const expected = decidingIn(estate, caller, resource);
      const found = await grants.deciding(caller, resource);
      expect([found?.id, found?.inheritedFrom?.id]).toEqual([
        expected?.id,
        expected?.resource.id === resource.id ? undefined : expected?.resource.id,
      ]);
    }
  },

  "lists the workspaces that the caller may read, and no other": async ({ workspaces }, estate, caller) => {
    const listed = await whole((page) => workspaces.list(caller, { ...query(workspaceListing.sort), page }));
    expect(listed).toEqual(readable(estate, caller, "workspace", estate.workspaces));
  },

  "lists the folders that the caller may read, everywhere and in each place, and no other": async (
    { folders },
    estate,
    caller,
  ) => {
    for (const within of withins(estate)) {
      const listed = await whole((page) =>
        folders.list(caller, { ...query<FolderField>(folderListing.sort), page }, within),
      );
      expect(listed).toEqual(readable(estate, caller, "folder", estate.folders.filter(lies(within))));
    }
  },

  "lists the documents that the caller may read, everywhere and in each place, and no other": async (
    { documents },
    estate,
    caller,
  ) => {
    for (const within of withins(estate)) {
      const listed = await whole((page) =>
        documents.list(caller, { ...query<DocumentField>(documentListing.sort), page }, within),
      );
      expect(listed).toEqual(readable(estate, caller, "document", estate.documents.filter(lies(within))));
    }
  },

  "finds the oldest document of a digest that the caller may read, and no other": async (
    { documents },
    estate,
    caller,
  ) => {
    for (const sha256 of new Set(estate.documents.map((each) => each.sha256))) {
      const same = estate.documents.filter((each) => each.sha256 === sha256);
      const ages = new Map(same.map(({ id, createdAt }) => [id as string, createdAt as string]));
      const [oldest = null] = readable(estate, caller, "document", same).toSorted((one, other) =>
        `${ages.get(one)}${one}` < `${ages.get(other)}${other}` ? -1 : 1,
      );
      expect(await documents.findDuplicate(caller, sha256)).toBe(oldest);
    }
  },

  "names in lists what a folder or document lies in where the caller may read that, and nowhere else": async (
    { folders, documents },
    estate,
    caller,
  ) => {
    for (const within of withins(estate)) {
      const [inner, outer] = [
        await folders.list(caller, { ...query<FolderField>(folderListing.sort), perPage: 20 }, within),
        await documents.list(caller, { ...query<DocumentField>(documentListing.sort), perPage: 20 }, within),
      ];
      const shown = [
        ...inner.items.map((each) => ({ ...each, above: each.parent })),
        ...outer.items.map((each) => ({ ...each, above: each.folder })),
      ];
      for (const { workspace, above, workspaceId, documentsFolderId } of shown) {
        expect([workspace?.id, above?.id]).toEqual([
          seenIn(estate, caller, "workspace", workspaceId),
          seenIn(estate, caller, "folder", documentsFolderId),
        ]);
      }
    }
  },

  "shows of the items of a folder that the caller cannot read those that he can, with his level on each": async (
    { folders },
    estate,
    caller,
  ) => {
    for (const { id } of estate.folders) {
      if (levelIn(estate, caller, { type: "folder", id }) !== null) continue;
      const { folders: inner, documents, truncated } = await folders.itemsIn(caller, id, { ids: [], limit: 100 });
      const inside = { documentsFolderId: id };
      for (const [type, shown, all] of [
        ["folder", inner, estate.folders],
        ["document", documents, estate.documents],
      ] as const) {
        const expected = readable(estate, caller, type, all.filter(lies(inside)));
        expect(shown.map(({ record }) => record.id).sort()).toEqual(expected);
        for (const { record, level } of shown) {
          expect(level).toBe(levelIn(estate, caller, { type, id: record.id }));
        }
      }
      expect(truncated).toBe(false);
    }
  },

  "lists the tags of the folders and documents that the caller may read, and no other": async (
    { tags },
    estate,
    caller,
  ) => {
    const shown = [
      ...readable(estate, caller, "folder", estate.folders),
      ...readable(estate, caller, "document", estate.documents),
    ];
    const tagged = [...estate.folders, ...estate.documents].filter(({ id }) => shown.includes(id));
    const { items } = await tags.list(caller, { ...query(tagListing.sort), perPage: 100 });
    expect(items.map(({ name }) => name)).toEqual([...new Set(tagged.flatMap((each) => each.tags))].sort());
  },
};

async function checkAll(stores: DocumentStoresUnderTest, estate: SampleTree, caller: Caller): Promise<void> {
  for (const [title, check] of Object.entries(CHECKS)) {
    await check(stores, estate, caller).catch((cause: unknown) => {
      throw new Error(title, { cause });
    });
  }
}

/** Returns the id of the container, if the caller may read it. */
function seenIn(estate: SampleTree, caller: Caller, type: ResourceRef["type"], id: string | null): string | undefined {
  return id !== null && levelIn(estate, caller, { type, id }) !== null ? id : undefined;
}

function resourcesOf({ workspaces, folders, documents }: SampleTree): readonly ResourceRef[] {
  return [
    ...workspaces.map(({ id }) => ({ type: "workspace" as const, id })),
    ...folders.map(({ id }) => ({ type: "folder" as const, id })),
    ...documents.map(({ id }) => ({ type: "document" as const, id })),
  ];
}

/** Everywhere, each workspace, each folder, and a folder in a workspace: in its own, or in another one. */
function withins({ workspaces, folders }: SampleTree): readonly Within[] {
  return [
    {},
    ...workspaces.map(({ id }) => ({ workspaceId: id })),
    ...folders.map(({ id }) => ({ documentsFolderId: id })),
    ...workspaces.flatMap((workspace) =>
      folders.slice(0, 2).map((folder) => ({ workspaceId: workspace.id, documentsFolderId: folder.id })),
    ),
  ];
}

interface PlacedNode {
  readonly documentsFolderId: string | null;
  readonly workspaceId: string | null;
}

const lies =
  ({ workspaceId, documentsFolderId }: Within) =>
  (node: PlacedNode) =>
    (workspaceId === undefined || node.workspaceId === workspaceId) &&
    (documentsFolderId === undefined || node.documentsFolderId === documentsFolderId);

function readable(
  estate: SampleTree,
  caller: Caller,
  type: ResourceRef["type"],
  candidates: readonly { readonly id: string }[],
): readonly string[] {
  return candidates
    .map(({ id }) => id)
    .filter((id) => levelIn(estate, caller, { type, id }) !== null)
    .sort();
}

/** Small pages, so that what joins or repeats would show across them. */
function query<Field extends string>(sort: Field): ListQuery<Field> {
  return { page: 1, perPage: 4, sort, direction: "asc", conditions: [] };
}

/** A page after the last one of every tree here, whose total needs a separate statement. */
const PAST_THE_END = 100;

/** The ids on all pages, in order of id; every page must count the same. */
async function whole(list: (page: number) => Promise<Page<{ readonly id: string }>>): Promise<readonly string[]> {
  const ids: string[] = [];
  const { total } = await list(PAST_THE_END);
  for (let page = 1; page === 1 || ids.length < total; page += 1) {
    const answer = await list(page);
    expect(answer.total).toBe(total);
    if (answer.items.length === 0) break;
    ids.push(...answer.items.map(({ id }) => id));
  }
  expect(ids.length).toBe(total);
  return ids.sort();
}
