import type { Caller, Id, ListQuery } from "@cartulary/kernel";
import type { StoresOf } from "@cartulary/sql";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule } from "@cartulary/sql/search";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqlite } from "../src/dialect.ts";
import { plansIn, wasteful } from "./plans.ts";

const id = <Noun extends string>(count: number) => `00000000-0000-7000-8000-00000000000${count}` as Id<Noun>;
const caller: Caller = { userId: id(1), role: "user", scopes: ["read"], groupIds: [id(2), id(3)] };
const everything = { page: 1, perPage: 20, sort: "updatedAt", direction: "desc", conditions: [] } as const;
const named = { fields: ["name"], join: "or", predicate: "cont", values: ["x"] } as const;
const planned = { fields: ["classificationPlanId"], join: "or", predicate: "eq", values: [id(4)] } as const;

const modules = [directoryModule, documentsModule, replaysModule, publicAccessModule, searchModule] as const;
type Stores = StoresOf<typeof modules>;

interface Within {
  readonly workspaceId?: Id<"Workspace">;
  readonly documentsFolderId?: Id<"Folder">;
}

/** Full lists, searched ones, and those of a place. */
const input: readonly (readonly [ListQuery<"name" | "updatedAt" | "classificationPlanId">, Within])[] = [
  [everything, {}],
  [{ ...everything, conditions: [named, planned] }, {}],
  [everything, { workspaceId: id(5) }],
  [everything, { documentsFolderId: id(6) }],
  [everything, { workspaceId: id(5), documentsFolderId: id(6) }],
];

const plan: Parameters<Stores["plans"]["insert"]>[0] = {
  id: id(4),
  label: "Plan",
  description: null,
  entries: [],
  workspaceId: id(5),
  createdBy: id(1),
  madeByAdministrator: false,
  createdAt: "2026-01-01T00:00:00.000Z" as never,
  updatedAt: "2026-01-01T00:00:00.000Z" as never,
};

/** SQLite's plan of every statement of `work`. It uses no statistics: the size of a table changes nothing. */
async function plansOf(work: (stores: Stores) => Promise<unknown>): Promise<readonly string[]> {
  const file = new Database(":memory:");
  onTestFinished(() => {
    file.close();
  });
  for (const { up } of modules.flatMap(({ migrations }) => migrations)) for (const step of up(sqlite)) file.exec(step);
  return plansIn(file, modules, work);
}

const act = { publishedAt: "2026-01-01T00:00:00.000Z" as never, publishedBy: id<"User">(1) };

const works: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  "lists documents": async ({ documents }) => {
    for (const [query, within] of input) await documents.list(caller, query, within);
  },
  "lists folders": async ({ folders }) => {
    for (const [query, within] of input) await folders.list(caller, query, within);
  },
  "lists workspaces": ({ workspaces }) => workspaces.list(caller, everything),
  "lists classification plans": ({ plans }) => plans.list(caller, everything),
  "finds a classification plan": ({ plans }) => plans.find(caller, id(4)),
  "finds a workspace": ({ workspaces }) => workspaces.find(id(5)),
  "changes and removes plans": async ({ plans, documents }) => {
    await plans.hasCode(id(5), "A");
    await plans.update(plan);
    await plans.remove(id(4));
    await plans.removeOwned(id(5));
    await documents.keepCodes(id(5), id(4));
  },
  "lists tags": async ({ tags }) => {
    await tags.list(caller, { ...everything, sort: "name", conditions: [named] });
  },
  "finds a document": ({ documents }) => documents.find(caller, id(7)),
  "finds a folder": ({ folders }) => folders.find(caller, id(7)),
  "tells levels": async ({ grants }) => {
    for (const type of ["workspace", "folder", "document"] as const) await grants.levelOn(caller, { type, id: id(7) });
  },
  "shows the permissions that reach a resource": async ({ grants }) => {
    for (const type of ["workspace", "folder", "document"] as const) {
      const resource = { type, id: id(7) };
      await grants.list(resource, { ...everything, conditions: [] });
      await grants.find(resource, id(9));
      await grants.deciding(caller, resource);
    }
  },
  "changes grants": async ({ grants }) => {
    await grants.lock({ type: "folder", id: id(6) }, id(9));
    await grants.remove(id(9));
  },
  "shows a folder's content": ({ folders }) => folders.items(id(6), 1000),
  "walks the tree": async ({ folders }) => [await folders.chain(id(6)), await folders.height(id(6))],
  "gives a subtree another workspace": ({ folders }) => folders.assignWorkspace(id(6), null),
  "removes a subtree": ({ folders }) => folders.removeSubtree(id(6)),
  "removes what a workspace has": ({ folders }) => folders.removeWorkspaceContent(id(5)),
  "removes a document": ({ documents }) => documents.remove(id(7)),
  "removes what workspaces and documents refer to": async ({ domains, documentTypes, workspaceTypes }) => {
    await domains.remove(id(8));
    await documentTypes.remove(id(8));
    await workspaceTypes.remove(id(8));
  },
  "lists versions": ({ versions }) => versions.list(id(7), { page: 1, perPage: 20 }),
  "removes grants": async ({ grants }) => {
    await grants.removeOn([id(6), id(7)]);
    await grants.removeTo(id(1));
  },
  "explains a node": async ({ publicAccess }) => {
    await publicAccess.chain({ type: "document", id: id(7) });
    await publicAccess.chain({ type: "folder", id: id(6) });
    await publicAccess.folderLinks([id(6), id(7)]);
  },
  "cuts and opens": async ({ publicAccess }) => {
    const folder = { type: "folder", id: id<"Folder">(6) } as const;
    await publicAccess.insertRoot({ ...act, folderId: id(6), publishedSeq: 1 });
    await publicAccess.startPropagation(id(6), 2, act.publishedAt);
    await publicAccess.setBarriers(folder, { floorSeq: 1, excludedSeq: null, excludedAt: null, excludedBy: null });
    await publicAccess.setFloor(folder, 2);
    await publicAccess.removeRoot(id(6));
  },
  "stamps a folder's content": async ({ publicAccess }) => {
    await publicAccess.stamp({ rootId: id(6), seq: 3, folderIds: [id(6), id(7)] });
  },
  "counts the public states below a folder": async ({ publicAccess }) => {
    const start = { isExcluded: false, floorSeq: 0, roots: [{ id: id(6), publishedSeq: 1, lastPlacedSeq: -1 }] };
    await publicAccess.counts(id(6), start);
    await publicAccess.unstamped(id(6), start, 20);
    await publicAccess.exclusions(id(6), 20);
  },
  "shows visitors a folder's content": async ({ publicAccess }) => {
    await publicAccess.candidates(id(6), null, 1000);
    await publicAccess.candidates(id(6), { type: "document", id: id(7), name: "a" }, 1000);
    await publicAccess.publicFolder(id(6));
    await publicAccess.publicDocument(id(7));
  },
  "forgets removed resources": ({ publicAccess }) => publicAccess.forget([{ type: "folder", id: id(6) }]),
  "finds by words": async ({ search }) => {
    const word = (exact: string) => ({ kind: "word", exact: [exact], others: [`~${exact}`] }) as const;
    const phrase = { kind: "phrase", words: ["common", "more"], terms: ["common", "more"] } as const;
    for (const wanted of [[word("seldom")], [word("common"), word("more")], [phrase]])
      for (const role of ["user", "super_admin"] as const)
        await search.find({ ...caller, role }, { wanted, unwanted: [word("rare")] }, { page: 2, perPage: 20 });
    await search.wordsLike("locatiare");
  },
  "writes entries": async ({ search }) => {
    const of = { documentId: id<"Document">(7), name: "x", description: null, blobKey: "x" as never };
    const heading = { of, name: { terms: ["x"], words: " x " }, description: { terms: [], words: "" } };
    await search.put([{ ...heading, isRead: true, text: null }]);
    await search.describe(heading);
    await search.indexable([id(7)]);
    await search.outdated(id(7), 20);
  },
  "removes expired replays": ({ replays }) => replays.removeExpired("2026-01-01T00:00:00.000Z" as never),
};

describe("On SQLite, the cost of a store's query depends on its result, not on the size of its tables: it", () => {
  for (const [name, work] of Object.entries(works)) {
    it(name, async () => {
      expect((await plansOf(work)).filter(wasteful)).toEqual([]);
    });
  }
});
