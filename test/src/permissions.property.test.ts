import {
  type Document,
  type DocumentId,
  documentListing,
  documentUseCases,
  type FolderId,
  folderListing,
  folderUseCases,
  isLevelAtLeast,
  LEVELS,
  type Level,
  NOT_RETAINED,
  permissionUseCases,
  type ResourceRef,
  type WorkspaceId,
  workspaceListing,
  workspaceUseCases,
} from "@cartulary/documents";
import {
  type BlobKey,
  type Caller,
  DomainError,
  type GroupId,
  type ListQuery,
  type NewId,
  type Page,
  type UserId,
} from "@cartulary/kernel";
import type { HostStores } from "@cartulary/server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isWithin, levelOnPaper, type Paper, strike, type Thing } from "../support/access-model.ts";
import { databases, type TestDatabase } from "../support/databases.ts";
import { seededIds, steadyClock } from "../support/fixed-clock.ts";
import { runs } from "../support/runs.ts";

const USERS = [1, 2, 3].map((count) => idOf(count)) as UserId[];
const GROUPS = [4, 5].map((count) => idOf(count)) as GroupId[];
const ADMINISTRATOR = idOf(6) as UserId;
const SUBJECTS: readonly (UserId | GroupId)[] = [...USERS, ...GROUPS];

function idOf(count: number): string {
  return `00000000-0000-7000-8000-00000000000${count}`;
}

const DEEDS = ["workspace", "folder", "document", "move", "grant", "change", "revoke", "join", "remove"] as const;

/** An attempt. Its numbers index the existing things; `to` may choose none. */
interface Deed {
  readonly does: (typeof DEEDS)[number];
  readonly by: UserId;
  readonly thing: number;
  readonly to: number | null;
  readonly subject: UserId | GroupId;
  readonly level: Level;
}

const deed = (does: Deed["does"], to: number | null = null): Deed => ({
  ...{ does, by: ADMINISTRATOR, thing: 0, to },
  ...{ subject: ADMINISTRATOR, level: "read" },
});

/** Two workspaces with a folder each, one of them with a folder and a document inside: something to share and to move. */
const BEGINNING: readonly Deed[] = [
  deed("workspace"),
  deed("workspace"),
  deed("folder", 0),
  deed("folder", 1),
  deed("folder", 2),
  deed("document", 4),
];

/** Half of it done by the administrator, who is refused nothing but nonsense. */
const programs = () =>
  fc.array(
    fc.record({
      does: fc.constantFrom(...DEEDS, "move", "move", "grant", "grant", "grant", "join", "join"),
      by: fc.constantFrom(...USERS, ADMINISTRATOR, ADMINISTRATOR, ADMINISTRATOR),
      thing: fc.nat(20),
      to: fc.option(fc.nat(20), { freq: 8 }),
      subject: fc.constantFrom(...SUBJECTS),
      level: fc.constantFrom(...LEVELS),
    }),
    { minLength: 8, maxLength: 30, size: "max" },
  );

/** A deed, and whether the rule lets it happen. `run` does it, and then writes it down. */
interface Attempt {
  readonly allowed: boolean;
  run(): Promise<void>;
}

const dependencies = (newId: NewId) => ({
  clock: steadyClock(),
  newId,
  blobGraceSeconds: 60,
  treeListeners: [],
  grantListeners: [],
  extraReadRules: [],
});

/** Runs attempts through the use cases, inside one transaction, and records the expectation on paper. */
function attempts(stores: HostStores, paper: Paper, newId: NewId) {
  const all = dependencies(newId);
  const workspaces = workspaceUseCases<HostStores>(all);
  const folders = folderUseCases<HostStores>(all);
  const documents = documentUseCases<HostStores>(all);
  const permissions = permissionUseCases<HostStores>(all);

  const has = (caller: Caller, thing: Thing | null, level: Level) =>
    thing === null || isLevelAtLeast(levelOnPaper(paper, askerOf(caller), thing), level);
  const chosen = (index: number | null, ...types: readonly Thing["type"][]) => {
    const candidates = paper.things.filter(({ type }) => types.includes(type));
    return index === null ? null : (candidates[index % Math.max(candidates.length, 1)] ?? null);
  };
  const place = (to: Thing | null) => ({
    documentsFolderId: to?.type === "folder" ? (to.id as FolderId) : null,
    ...(to?.type === "workspace" && { workspaceId: to.id as WorkspaceId }),
    ...(to === null && { workspaceId: null }),
  });
  /** The creator of a thing gets "manage" on it. */
  async function made(type: Thing["type"], id: string, parent: Thing | null, caller: Caller): Promise<void> {
    const thing: Thing = { type, id, parent };
    paper.things.push(thing);
    const { items } = await stores.grants.list({ type, id }, query("createdAt"));
    const [own] = items.filter(({ inheritedFrom }) => inheritedFrom === null);
    if (own) paper.input.push({ id: own.id, subject: caller.userId, on: thing, level: "manage" });
  }

  return {
    workspace: ({ caller }: CallersDeed): Attempt => ({
      allowed: caller.role === "admin",
      run: async () => made("workspace", (await workspaces.create.run(stores, caller, {})).id, null, caller),
    }),
    folder({ caller, to }: CallersDeed): Attempt {
      const parent = chosen(to, "workspace", "folder");
      return {
        allowed: has(caller, parent, "write"),
        run: async () => made("folder", (await folders.create.run(stores, caller, place(parent))).id, parent, caller),
      };
    },
    /** Put there past the rules: its bytes are nothing to these. */
    document({ caller, to }: CallersDeed): Attempt {
      const parent = chosen(to, "workspace", "folder");
      return {
        allowed: true,
        async run() {
          const id = newId<"Document">();
          const folder = parent?.type === "folder" ? await stores.folders.lock(parent.id as FolderId) : null;
          const workspaceId = folder ? folder.workspaceId : (place(parent).workspaceId ?? null);
          await stores.documents.insert({ ...DOCUMENT, id, workspaceId, documentsFolderId: folder?.id ?? null });
          await made("document", id, parent, caller);
        },
      };
    },
    move({ caller, thing, to }: CallersDeed): Attempt | null {
      const moved = chosen(thing, "folder", "document");
      if (!moved) return null;
      const parent = chosen(to, "workspace", "folder");
      const stays = moved.parent === parent;
      const rights = has(caller, moved, "write") && (stays || has(caller, parent, "write"));
      return {
        allowed: rights && (stays || parent === null || !isWithin(parent, moved)),
        async run() {
          const change = { id: moved.id, ...place(parent) };
          if (moved.type === "folder")
            await folders.update.run(stores, caller, { ...change, id: moved.id as FolderId });
          else await documents.update.run(stores, caller, { ...change, id: moved.id as DocumentId });
          moved.parent = parent;
        },
      };
    },
    grant({ caller, thing, subject, level }: CallersDeed): Attempt | null {
      const on = chosen(thing, "workspace", "folder", "document");
      if (!on) return null;
      const taken = paper.input.some((input) => input.on === on && input.subject === subject);
      return {
        allowed: has(caller, on, "manage") && !taken,
        async run() {
          const subjectType = isUser(subject) ? "user" : "group";
          const wanted = { resource: refOf(on), subjectType, subjectId: subject, level } as const;
          const { id } = await permissions.grant.run(stores, caller, wanted);
          paper.input.push({ id, subject, on, level });
        },
      };
    },
    change({ caller, thing, level }: CallersDeed): Attempt | null {
      const input = paper.input[thing % Math.max(paper.input.length, 1)];
      if (!input) return null;
      return {
        allowed: has(caller, input.on, "manage"),
        async run() {
          await permissions.change.run(stores, caller, { resource: refOf(input.on), id: input.id, level });
          input.level = level;
        },
      };
    },
    revoke({ caller, thing }: CallersDeed): Attempt | null {
      const input = paper.input[thing % Math.max(paper.input.length, 1)];
      if (!input) return null;
      return {
        allowed: has(caller, input.on, "manage"),
        async run() {
          await permissions.revoke.run(stores, caller, { resource: refOf(input.on), id: input.id });
          paper.input = paper.input.filter((each) => each !== input);
        },
      };
    },
    /** Adds a member, or removes the present one. */
    join: ({ thing, subject }: CallersDeed): Attempt => ({
      allowed: true,
      async run() {
        const members = paper.members.get(GROUPS[thing % GROUPS.length] ?? "");
        if (isUser(subject) && !members?.delete(subject)) members?.add(subject);
      },
    }),
    remove({ caller, thing }: CallersDeed): Attempt | null {
      const gone = chosen(thing, "workspace", "folder", "document");
      if (!gone) return null;
      return {
        allowed: has(caller, gone, gone.type === "workspace" ? "manage" : "write"),
        async run() {
          if (gone.type === "workspace") await workspaces.remove.run(stores, caller, gone.id as WorkspaceId);
          else if (gone.type === "folder") await folders.remove.run(stores, caller, gone.id as FolderId);
          else await documents.remove.run(stores, caller, gone.id as DocumentId);
          strike(paper, gone);
        },
      };
    },
  } satisfies Record<Deed["does"], (deed: CallersDeed) => Attempt | null>;
}

type CallersDeed = Deed & { readonly caller: Caller };

const isUser = (subject: string): boolean => (USERS as readonly string[]).includes(subject);
const refOf = ({ type, id }: Thing): ResourceRef => ({ type, id });
const askerOf = ({ userId, role }: Caller) => ({ id: userId, administrator: role === "admin" });

function query<Field extends string>(sort: Field): ListQuery<Field> {
  return { page: 1, perPage: 100, sort, direction: "asc", conditions: [] };
}

function callerOf(paper: Paper, userId: UserId): Caller {
  const groupIds = GROUPS.filter((group) => paper.members.get(group)?.has(userId));
  return { userId, role: userId === ADMINISTRATOR ? "admin" : "user", scopes: ["write"], groupIds };
}

/** Runs each attempt, and expects success exactly where the rule allows it. */
async function live(stores: HostStores, paper: Paper, program: readonly Deed[]): Promise<void> {
  const attempt = attempts(stores, paper, seededIds("rights"));
  for (const deed of program) {
    const attempted = attempt[deed.does]({ ...deed, caller: callerOf(paper, deed.by) });
    if (!attempted) continue;
    const happened = await attempted.run().then(
      () => true,
      (error) => {
        if (error instanceof DomainError) return false;
        throw error;
      },
    );
    expect({ ...deed, happened }).toEqual({ ...deed, happened: attempted.allowed });
  }
}

/** For every user: a list contains exactly the things that a check admits, and both equal the paper. */
async function compare(stores: HostStores, paper: Paper): Promise<void> {
  for (const userId of [...USERS, ADMINISTRATOR]) {
    const caller = callerOf(paper, userId);
    const letIn: string[] = [];
    for (const thing of paper.things) {
      const level = await stores.grants.levelOn(caller, refOf(thing));
      expect({ thing, level }).toEqual({ thing, level: levelOnPaper(paper, askerOf(caller), thing) });
      if (level !== null) letIn.push(thing.id);
    }
    const listed = [
      await stores.workspaces.list(caller, query(workspaceListing.sort)),
      await stores.folders.list(caller, query(folderListing.sort), {}),
      await stores.documents.list(caller, query(documentListing.sort), {}),
    ].flatMap((page: Page<{ readonly id: string }>) => page.items.map(({ id }) => id));
    expect(listed.sort()).toEqual(letIn.sort());
  }
}

describe.each(databases)("rights on $name, after whatever people did", ({ name, open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await database.transact.write(async ({ users, groups }) => {
      for (const id of [...USERS, ADMINISTRATOR])
        await users.insert({ ...USER, id, emailAddress: `${id}@example.org` });
      for (const id of GROUPS) await groups.insert({ ...GROUP, id });
    });
  });
  afterAll(() => database.close());

  it("a list shows what a check admits, and both follow the rule", async () => {
    const property = fc.asyncProperty(programs(), async (program) => {
      const undone = new Error("The work is done and to be undone");
      const run = database.transact.write(async (stores) => {
        const paper: Paper = { things: [], input: [], members: new Map(GROUPS.map((group) => [group, new Set()])) };
        await live(stores, paper, [...BEGINNING, ...program]);
        await compare(stores, paper);
        throw undone;
      });
      await run.catch((error) => {
        if (error !== undone) throw error;
      });
    });
    await fc.assert(property, {
      numRuns: name === "SQLite" ? runs({ sparing: 8, usual: 25 }) : runs({ sparing: 3, usual: 8 }),
    });
  });
});

const NOW = steadyClock().now();
const dates = { createdAt: NOW, updatedAt: NOW };

const GROUP = { name: "a group", description: null, externalId: null, ...dates };

const USER = {
  firstName: null,
  lastName: null,
  displayName: "Somebody",
  initials: "S",
  role: "user",
  active: true,
  externalId: null,
  ...dates,
} as const;

const DOCUMENT: Omit<Document, "id" | "workspaceId" | "documentsFolderId"> = {
  name: "a document",
  description: null,
  externalId: null,
  domainId: null,
  documentTypeId: null,
  classificationCode: null,
  metadataUser: {},
  tags: [],
  versionsCount: 0,
  textStatus: "pending",
  ...NOT_RETAINED,
  placedSeq: 0,
  createdBy: null,
  blobKey: "blobs/none" as BlobKey,
  byteSize: 0,
  sha256: "0".repeat(64),
  fileName: "none.txt",
  contentType: "text/plain",
  declaredContentType: "text/plain",
  charset: "utf-8",
  contentCreatedAt: NOW,
  ...dates,
};
