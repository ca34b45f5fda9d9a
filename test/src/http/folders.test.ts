import type { Folder } from "@cartulary/documents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { seededIds } from "../../support/fixed-clock.ts";
import { expectBounded, followed } from "../../support/long-lists.ts";
import {
  contentOf,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  versionsOf,
  workspaceAt,
} from "../../support/record-factories.ts";
import type { DocumentBody, FolderBody, FolderWithItemsBody } from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

const ALL = `${DOCUMENTS}/folders`;

describe.each(usualDatabases)("folders on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const read = async (id: string, by = admin) =>
    expectStatus(await by.ask<FolderWithItemsBody>("GET", folderAt(id)), 200);
  const change = (id: string, json: object, by = admin) => by.ask<FolderBody>("PATCH", folderAt(id), { json });
  const move = (id: string, json: object, by = admin) => change(id, json, by);
  const placeOf = async (id: string) => {
    const { documents_folder_id, workspace_id } = await read(id);
    return [documents_folder_id, workspace_id];
  };
  const workspaceOfDocument = async (id: string) =>
    (await admin.ask<DocumentBody>("GET", documentAt(id))).body.workspace_id;

  describe("are made", () => {
    it("with their fields and their place", async () => {
      const workspace = await makers.workspace({ label: "Here" });
      const top = await makers.folder({
        name: "  Racine ",
        description: "d",
        color: "#A1b2C3",
        icon: "home",
        workspace_id: workspace.id,
        tag_list: ["t"],
      });
      expect(top).toMatchObject({
        name: "Racine",
        description: "d",
        color: "#A1b2C3",
        icon: "home",
        documents_folder_id: null,
        workspace_id: workspace.id,
        workspace: { id: workspace.id, label: "Here" },
        parent: null,
        tags: ["t"],
        external_id: null,
        classification_plan_id: null,
        created_at: house.clock.now(),
        updated_at: house.clock.now(),
      });
      const inside = await makers.folder({ documents_folder_id: top.id });
      expect(inside).toMatchObject({
        workspace_id: workspace.id,
        parent: { id: top.id, name: "Racine", documents_folder_id: null },
      });
      expect(await read(top.id)).toMatchObject({ ...top, items_truncated: false });
    });

    it("without a name as Untitled, and with the name of a sibling as often as one likes", async () => {
      expect(expectStatus(await admin.ask<FolderBody>("POST", ALL, { json: {} }), 201).name).toBe("Untitled");
      const top = await makers.folder();
      const [one, other] = [
        await makers.folder({ documents_folder_id: top.id, name: "same" }),
        await makers.folder({ documents_folder_id: top.id, name: "same" }),
      ];
      expect(one.id).not.toBe(other.id);
    });

    it("with their name composed", async () => {
      const { id, name } = await makers.folder({ name: "e\u0301te\u0301" });
      expect(name).toBe("\u00e9t\u00e9");
      expect(expectStatus(await change(id, { name: "Cafe\u0301" }), 200).name).toBe("Caf\u00e9");
    });

    it("by any user outside workspaces, and managed by their creator", async () => {
      const [user, other] = [await house.person(), await house.person()];
      const folder = await makers.folder({}, user);
      expectNotFound(await other.ask("GET", folderAt(folder.id)));
      expectStatus(await user.ask<unknown>("DELETE", folderAt(folder.id)), 204);
    });
  });

  it("show and list at most 8 MiB of their content at once", async () => {
    const { id } = await makers.folder();
    const long = {
      documents_folder_id: id,
      // JSON writes each of these as two characters.
      description: '"'.repeat(10_000),
      metadata_user: JSON.stringify({ text: "x".repeat(65_000) }),
    };
    const names = Array.from({ length: 106 }, (_, index) => `long ${String(index).padStart(3, "0")}`);
    for (const name of names) await makers.upload({ ...long, name });
    const reply = await admin.ask<FolderWithItemsBody>("GET", folderAt(id));
    expect(reply.bytes.byteLength).toBeGreaterThan(8_000_000);
    expect(reply.bytes.byteLength).toBeLessThanOrEqual(8_388_608);
    expect(reply.body.items_truncated).toBe(true);
    expect(reply.body.items.map(({ name }) => name)).toEqual(names.slice(0, reply.body.items.length));
    const query = `documents_folder_id=${id}&sort=name&direction=asc&per_page=100`;
    const replies = await followed(admin, `${DOCUMENTS}/documents`, query);
    expectBounded(replies);
    const all = replies.flatMap(({ body }) => body as readonly { readonly name: string }[]);
    expect(all.map(({ name }) => name)).toEqual(names);
  });

  describe("show their content", () => {
    it("folders first, then by folded name and id, each a whole record", async () => {
      const top = await makers.folder();
      const within = { documents_folder_id: top.id };
      for (const name of ["B", "a", "École", "zèbre", "ecole"]) await makers.folder({ ...within, name });
      for (const name of ["Zebra.txt", "abricot.txt", "abricot.txt"]) await makers.upload({ ...within, name });
      await makers.folder({ documents_folder_id: (await read(top.id)).items[0]?.id });
      const { items, items_truncated } = await read(top.id);
      expect(items.map(({ type, name }) => [type, name])).toEqual([
        ["folder", "a"],
        ["folder", "B"],
        ["folder", "ecole"],
        ["folder", "zèbre"],
        ["folder", "École"],
        ["file", "abricot.txt"],
        ["file", "abricot.txt"],
        ["file", "Zebra.txt"],
      ]);
      const twins = items.filter(({ name }) => name === "abricot.txt").map(({ id }) => id);
      expect(twins).toEqual([...twins].sort());
      expect(items_truncated).toBe(false);
      for (const { type, ...record } of items) {
        const reply = await admin.ask<Record<string, unknown>>(
          "GET",
          type === "folder" ? folderAt(record.id) : documentAt(record.id),
        );
        const { items: _, items_truncated: __, ...alone } = reply.body;
        expect(record).toEqual(alone);
      }
    });

    it("a thousand at most, and report a rest", async () => {
      const top = await makers.folder();
      await fill(top.id, 999);
      await makers.upload({ documents_folder_id: top.id });
      const just = await read(top.id);
      expect([just.items.length, just.items_truncated]).toEqual([1000, false]);
      await makers.upload({ documents_folder_id: top.id });
      const more = await read(top.id);
      expect([more.items.length, more.items_truncated]).toEqual([1000, true]);
    });

    /** Puts so many folders into one, at once. */
    async function fill(parent: string, count: number): Promise<void> {
      const newId = seededIds(`in ${parent}`);
      const now = house.clock.now();
      await database.transact.write(async ({ folders }) => {
        const pattern = await folders.lock(parent as Folder["id"]);
        if (!pattern) throw new Error("No such folder");
        for (let index = 0; index < count; index += 1) {
          await folders.insert({
            ...pattern,
            id: newId<"Folder">(),
            name: `folder ${index}`,
            documentsFolderId: pattern.id,
            createdAt: now,
            updatedAt: now,
          });
        }
      });
    }
  });

  describe("are changed", () => {
    it("and change only the fields of the request", async () => {
      const made = await makers.folder({ description: "d", icon: "home", color: "#123456", tag_list: ["x"] });
      house.clock.pass(1000);
      const changed = expectStatus(await change(made.id, { icon: null, tag_list: ["y"] }), 200);
      expect(changed).toEqual({ ...made, icon: null, tags: ["y"], updated_at: house.clock.now() });
      expectInvalid(await change(made.id, { name: null }), "name", "blank");
      const again = expectStatus(
        await change(made.id, { ...(await read(made.id)), id: NOTHING, created_at: "x" }),
        200,
      );
      expect(again).toEqual({ ...changed, updated_at: again.updated_at });
    });
  });

  describe("move", () => {
    it("with everything in them, and take on the workspace that they go to", async () => {
      const [here, there] = [await makers.workspace(), await makers.workspace()];
      const [top, middle] = await makers.chain(3, { workspace_id: here.id });
      const document = await makers.upload({ documents_folder_id: middle?.id });
      const destination = await makers.folder({ workspace_id: there.id });
      const moved = expectStatus(await move(top?.id ?? "", { documents_folder_id: destination.id }), 200);
      expect([moved.workspace_id, moved.parent?.id]).toEqual([there.id, destination.id]);
      expect(await placeOf(middle?.id ?? "")).toEqual([top?.id, there.id]);
      expect(await workspaceOfDocument(document.id)).toBe(there.id);
      const listed = async (workspace_id: string) => {
        const [folders, documents] = await Promise.all([
          admin.ask<readonly FolderBody[]>("GET", ALL, { query: { workspace_id } }),
          admin.ask<readonly DocumentBody[]>("GET", `${DOCUMENTS}/documents`, { query: { workspace_id } }),
        ]);
        return [folders.body.length, documents.body.length];
      };
      expect([await listed(here.id), await listed(there.id)]).toEqual([
        [0, 0],
        [4, 1],
      ]);
    });

    it("to the top of their workspace, of another one, or out of any", async () => {
      const [here, there] = [await makers.workspace(), await makers.workspace()];
      const [top, middle, low] = await makers.chain(3, { workspace_id: here.id });
      const document = await makers.upload({ documents_folder_id: low?.id });
      const steps: readonly (readonly [object, readonly (string | null)[]])[] = [
        [{ documents_folder_id: null }, [null, here.id]],
        [{ workspace_id: there.id }, [null, there.id]],
        [{ documents_folder_id: top?.id }, [top?.id ?? null, here.id]],
        [{ documents_folder_id: null, workspace_id: there.id }, [null, there.id]],
        [{ workspace_id: null }, [null, null]],
        [{ documents_folder_id: top?.id, workspace_id: here.id }, [top?.id ?? null, here.id]],
        [{ documents_folder_id: null, workspace_id: null }, [null, null]],
      ];
      for (const [json, place] of steps) {
        expectStatus(await move(middle?.id ?? "", json), 200);
        expect(await placeOf(middle?.id ?? "")).toEqual(place);
        expect(await placeOf(low?.id ?? "")).toEqual([middle?.id, place[1]]);
        expect(await workspaceOfDocument(document.id)).toBe(place[1]);
      }
    });

    it("unchanged when they are there already", async () => {
      const workspace = await makers.workspace();
      const [top, inside] = await makers.chain(2, { workspace_id: workspace.id });
      for (const json of [
        { documents_folder_id: top?.id },
        { workspace_id: workspace.id },
        { documents_folder_id: top?.id, workspace_id: workspace.id },
      ]) {
        expectStatus(await move(inside?.id ?? "", json), 200);
        expect(await placeOf(inside?.id ?? "")).toEqual([top?.id, workspace.id]);
      }
    });

    it("only by users who may write in both places", async () => {
      const user = await house.person();
      const [source, destination, moved] = [await makers.folder(), await makers.folder(), await makers.folder()];
      await house.grant(user, "write", "folder", destination.id);
      await house.grant(user, "read", "folder", moved.id);
      expectRefusal(await move(moved.id, { documents_folder_id: destination.id }, user), 403, "forbidden");
      const inside = await makers.folder({ documents_folder_id: source.id });
      await house.grant(user, "write", "folder", inside.id);
      expectStatus(await move(inside.id, { documents_folder_id: destination.id }, user), 200);
    });

    it("and the rights that they inherit are those of where they are", async () => {
      const user = await house.person();
      const [shared, hidden] = [await makers.folder(), await makers.folder()];
      await house.grant(user, "read", "folder", shared.id);
      const folder = await makers.folder({ documents_folder_id: hidden.id });
      const document = await makers.upload({ documents_folder_id: folder.id });
      const seen = async () => {
        const paths = [folderAt(folder.id), documentAt(document.id), contentOf(document.id), versionsOf(document.id)];
        const replies = await Promise.all(paths.map((path) => user.ask("GET", path)));
        const listed = await user.ask<readonly unknown[]>("GET", `${DOCUMENTS}/documents`);
        return [...replies.map(({ status }) => status), listed.body.length];
      };
      expect(await seen()).toEqual([404, 404, 404, 404, 0]);
      expectStatus(await move(folder.id, { documents_folder_id: shared.id }), 200);
      expect(await seen()).toEqual([200, 200, 200, 200, 1]);
      expectStatus(await move(folder.id, { documents_folder_id: null }), 200);
      expect(await seen()).toEqual([404, 404, 404, 404, 0]);
    });
  });

  describe("give rights", () => {
    it("downwards, the highest of those that reach a thing", async () => {
      const workspace = await makers.workspace();
      const [top, middle, low] = await makers.chain(3, { workspace_id: workspace.id });
      const document = await makers.upload({ documents_folder_id: low?.id });
      const user = await house.person();
      const mayWrite = async () => {
        const things = [
          folderAt(top?.id ?? ""),
          folderAt(middle?.id ?? ""),
          folderAt(low?.id ?? ""),
          documentAt(document.id),
        ];
        const replies = await Promise.all(things.map((path) => user.ask("PATCH", path, { json: {} })));
        return replies.map(({ status }) => status);
      };
      expect(await mayWrite()).toEqual([404, 404, 404, 404]);
      await house.grant(user, "read", "workspace", workspace.id);
      expect(await mayWrite()).toEqual([403, 403, 403, 403]);
      await house.grant(user, "write", "folder", middle?.id ?? "");
      expect(await mayWrite()).toEqual([403, 200, 200, 200]);
      await house.grant(user, "read", "document", document.id);
      expect(await mayWrite()).toEqual([403, 200, 200, 200]);
    });

    it.each(["read", "write", "manage"] as const)("to %s, with their content", async (level) => {
      const writes = level !== "read";
      const workspace = await makers.workspace();
      const folder = await makers.folder({ workspace_id: workspace.id });
      const document = await makers.upload({ documents_folder_id: folder.id });
      const user = await house.person();
      await house.grant(user, level, "workspace", workspace.id);
      const statusOf = async (...run: Parameters<Person["ask"]>) => (await user.ask(...run)).status;
      for (const path of [
        workspaceAt(workspace.id),
        folderAt(folder.id),
        documentAt(document.id),
        contentOf(document.id),
      ]) {
        expect(await statusOf("GET", path)).toBe(200);
      }
      const within = { documents_folder_id: folder.id };
      expect([
        await statusOf("PATCH", workspaceAt(workspace.id), { json: {} }),
        await statusOf("PATCH", folderAt(folder.id), { json: {} }),
        await statusOf("PATCH", documentAt(document.id), { json: {} }),
        await statusOf("PATCH", documentAt(document.id), uploadForm("other")),
        await statusOf("POST", ALL, { json: within }),
        await statusOf("POST", ALL, { json: { workspace_id: workspace.id } }),
        await statusOf("POST", `${DOCUMENTS}/documents`, uploadForm("x", within)),
        await statusOf("POST", versionsOf(document.id), uploadForm("x")),
        await statusOf("DELETE", documentAt(document.id)),
        await statusOf("DELETE", folderAt(folder.id)),
      ]).toEqual(writes ? [200, 200, 200, 200, 201, 201, 201, 201, 204, 204] : Array(10).fill(403));
      expect(await statusOf("DELETE", workspaceAt(workspace.id))).toBe(level === "manage" ? 204 : 403);
    });

    it("that later files do not reuse", async () => {
      const user = await house.person();
      const folder = await makers.folder();
      await house.grant(user, "write", "folder", folder.id);
      const made = await makers.folder({ documents_folder_id: folder.id });
      expectStatus(await change(made.id, { description: "inherited" }, user), 200);
      expectStatus(await admin.ask<unknown>("DELETE", folderAt(folder.id)), 204);
      expectNotFound(await user.ask("GET", folderAt(folder.id)));
      expect((await user.ask<readonly unknown[]>("GET", ALL)).body).toEqual([]);
    });
  });

  describe("are removed", () => {
    it("with everything below them, and nothing outside", async () => {
      const [top, middle, low] = await makers.chain(3);
      const sibling = await makers.folder();
      const inside = await makers.upload({ documents_folder_id: low?.id });
      const unrelated = await makers.upload({ documents_folder_id: top?.id });
      await makers.version(inside.id, "another");
      expectStatus(await admin.ask<unknown>("DELETE", folderAt(middle?.id ?? "")), 204);
      const gone = [
        folderAt(middle?.id ?? ""),
        folderAt(low?.id ?? ""),
        documentAt(inside.id),
        contentOf(inside.id),
        versionsOf(inside.id),
      ];
      for (const path of gone) expectNotFound(await admin.ask("GET", path));
      expectNotFound(await admin.ask("DELETE", folderAt(middle?.id ?? "")));
      for (const path of [folderAt(top?.id ?? ""), folderAt(sibling.id), documentAt(unrelated.id)]) {
        expectStatus(await admin.ask<unknown>("GET", path), 200);
      }
      expect((await read(top?.id ?? "")).items.map(({ id }) => id)).toEqual([unrelated.id]);
    });

    it("by the right on the top alone", async () => {
      const [owner, user] = [await house.person(), await house.person()];
      const top = await makers.folder();
      await house.grant(owner, "write", "folder", top.id);
      await house.grant(user, "write", "folder", top.id);
      const inside = await makers.upload({ documents_folder_id: top.id }, "theirs", owner);
      expectStatus(await user.ask<unknown>("DELETE", folderAt(top.id)), 204);
      expectNotFound(await owner.ask("GET", documentAt(inside.id)));
    });

    it("once, under two concurrent requests", async () => {
      const [top] = await makers.chain(3);
      const replies = await Promise.all([1, 2, 3].map(() => admin.ask("DELETE", folderAt(top?.id ?? ""))));
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    });

    it("or moved, under concurrent requests, and never half of each", async () => {
      for (let round = 0; round < 5; round += 1) {
        const [top, inside] = await makers.chain(2);
        const outside = await makers.folder();
        const document = await makers.upload({ documents_folder_id: inside?.id });
        const [moved, removed] = await Promise.all([
          move(inside?.id ?? "", { documents_folder_id: outside.id }),
          admin.ask<unknown>("DELETE", folderAt(top?.id ?? "")),
        ]);
        expectStatus(removed, 204);
        expect([200, 404]).toContain(moved.status);
        const left = await admin.ask("GET", documentAt(document.id));
        expect(left.status).toBe(moved.status);
      }
    });
  });

  it("stay one tree, each in its parent's workspace, after any concurrent changes", async () => {
    const spaces = [await makers.workspace(), await makers.workspace()];
    const folders = (await Promise.all(spaces.map(({ id }) => makers.chain(5, { workspace_id: id })))).flat();
    const at = (index: number) => folders[index % folders.length]?.id ?? "";
    const deeds = Array.from({ length: 60 }, (_, index) => {
      const [one, other] = [at(index * 7), at(index * 3 + 1)];
      if (index % 10 === 9) return admin.ask("DELETE", folderAt(one));
      if (index % 5 === 4)
        return admin.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", { documents_folder_id: one }));
      if (index % 5 === 3) return admin.ask("POST", ALL, { json: { documents_folder_id: one } });
      if (index % 5 === 2) return move(one, { documents_folder_id: null, workspace_id: spaces[index % 2]?.id });
      return move(one, { documents_folder_id: other });
    });
    for (const reply of await Promise.all(deeds)) expect([200, 201, 204, 404, 422]).toContain(reply.status);

    for (const { id } of spaces) {
      const query = { workspace_id: id, per_page: "100" };
      const ordered = (await admin.ask<readonly FolderBody[]>("GET", ALL, { query })).body;
      const documents = (await admin.ask<readonly DocumentBody[]>("GET", `${DOCUMENTS}/documents`, { query })).body;
      const parents = new Map(ordered.map((folder) => [folder.id, folder.documents_folder_id]));
      for (const { documents_folder_id } of [...ordered, ...documents]) {
        const above = [documents_folder_id];
        while (above.at(-1) && above.length <= 64) above.push(parents.get(above.at(-1) ?? "") ?? null);
        expect(above.slice(0, -1).every((parent) => parent !== null && parents.has(parent))).toBe(true);
        expect(above.at(-1)).toBeNull();
      }
    }
  });
});
