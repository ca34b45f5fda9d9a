import type { Workspace, WorkspaceField } from "@cartulary/documents";
import type { Day, ListQuery } from "@cartulary/kernel";
import { ADMINISTRATOR, callerOf, EPOCH, later, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

const everything: ListQuery<WorkspaceField> = {
  page: 1,
  perPage: 100,
  sort: "label",
  direction: "asc",
  conditions: [],
};

/** Contract of workspace stores. */
export function workspaceStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a workspace store`, () => {
    it("gives back a whole workspace as it was given, down to the order of free-form keys", async () => {
      const transact = await create();
      const make = records();
      const workspace: Workspace = {
        id: make.id(),
        label: "Résidence « Les Érables » 🏡",
        description: "Two\nlines",
        externalId: "Ext-1",
        classificationPlanId: make.id(),
        domainId: make.id(),
        workspaceTypeId: make.id(),
        settings: { zeta: 1, alpha: { keepsCase: [1.5, null, true, "é"], "": {} }, snake_case: "2026-01-01" },
        businessTags: ["b", "a", "É"],
        metadataUser: { b: null, a: [{ z: 1, y: 2 }] },
        retainUntil: "2036-12-31" as Day,
        legalHold: { reason: "Réclamation", setAt: EPOCH, setBy: { id: make.id(), displayName: "Ada" } },
        legalHoldSetAt: EPOCH,
        createdBy: make.id(),
        createdAt: EPOCH,
        updatedAt: later(1.234),
      };
      await transact.write(({ workspaces }) => workspaces.insert(workspace));
      const found = await transact.read(({ workspaces }) => workspaces.find(workspace.id));
      const locked = await transact.write(({ workspaces }) => workspaces.lock(workspace.id));
      expect(locked).toEqual(workspace);
      expect(found).toEqual({
        ...workspace,
        classificationPlanLabel: null,
        workspaceTypeName: null,
        completionPercentage: 0,
        user: null,
        retained: {
          until: "2036-12-31",
          legalHold: true,
          by: { type: "workspace", id: workspace.id, name: workspace.label },
        },
      });
      expect(JSON.stringify(found?.settings)).toBe(JSON.stringify(workspace.settings));
      expect(JSON.stringify(found?.metadataUser)).toBe(JSON.stringify(workspace.metadataUser));
    });

    it("returns a workspace without optional fields", async () => {
      const transact = await create();
      const workspace = records().workspace();
      await transact.write(({ workspaces }) => workspaces.insert(workspace));
      const found = await transact.read(({ workspaces }) => workspaces.find(workspace.id));
      expect(found).toEqual({ ...found, ...workspace });
    });

    it("lists as many as the bytes of one list allow, and the rest from there", async () => {
      const transact = await create();
      const make = records();
      const long = { text: "x".repeat(65_000) };
      const made = Array.from({ length: 70 }, (_, index) =>
        make.workspace({ label: `w ${10 + index}`, settings: long, metadataUser: long }),
      );
      await transact.write(async ({ workspaces }) => {
        for (const each of made) await workspaces.insert(each);
      });
      await transact.read(async ({ workspaces }) => {
        const first = await workspaces.list(ADMINISTRATOR, everything);
        expect([first.items.length, first.total]).toEqual([64, 70]);
        const rest = await workspaces.list(ADMINISTRATOR, { ...everything, offset: 64 });
        expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      });
    });

    it("has nothing under an id never written", async () => {
      const transact = await create();
      const id = records().id<"Workspace">();
      expect(await transact.read(({ workspaces }) => workspaces.find(id))).toBeNull();
      expect(await transact.write(({ workspaces }) => workspaces.lock(id))).toBeNull();
    });

    it("names who made it for as long as that person exists, by id and in lists", async () => {
      const transact = await create();
      const make = records();
      const user = make.user({ displayName: "Ada Lovelace", emailAddress: "ada@example.org" });
      const workspace = make.workspace({ createdBy: user.id });
      const seen = () =>
        transact.read(async ({ workspaces }) => [
          await workspaces.find(workspace.id),
          (await workspaces.list(ADMINISTRATOR, everything)).items[0],
        ]);
      await transact.write(async ({ users, workspaces }) => {
        await users.insert(user);
        await workspaces.insert(workspace);
      });
      const shown = { id: user.id, displayName: "Ada Lovelace", emailAddress: "ada@example.org" };
      expect((await seen()).map((each) => each?.user)).toEqual([shown, shown]);

      await transact.write(({ users }) => users.remove(user.id));
      expect((await seen()).map((each) => each?.user)).toEqual([null, null]);
    });

    it("names the type of a workspace as it is called now, by id and in lists", async () => {
      const transact = await create();
      const make = records();
      const type = make.entry<"WorkspaceType">({ name: "Copropriété" });
      const workspace = make.workspace({ workspaceTypeId: type.id });
      const seen = () =>
        transact.read(async ({ workspaces }) => [
          await workspaces.find(workspace.id),
          (await workspaces.list(ADMINISTRATOR, everything)).items[0],
        ]);
      await transact.write(async ({ workspaceTypes, workspaces }) => {
        await workspaceTypes.insert(type);
        await workspaces.insert(workspace);
      });
      expect((await seen()).map((each) => each?.workspaceTypeName)).toEqual(["Copropriété", "Copropriété"]);

      await transact.write(({ workspaceTypes }) => workspaceTypes.update({ ...type, name: "Autre" }));
      expect((await seen()).map((each) => each?.workspaceTypeName)).toEqual(["Autre", "Autre"]);
    });

    it("returns the same record in lists and by id", async () => {
      const transact = await create();
      const make = records();
      const workspace = make.workspace({ settings: { b: 1, a: 2 }, businessTags: ["x"], externalId: "e" });
      await transact.write(({ workspaces }) => workspaces.insert(workspace));
      await transact.read(async ({ workspaces }) => {
        const { items } = await workspaces.list(ADMINISTRATOR, everything);
        expect(items).toEqual([await workspaces.find(workspace.id)]);
      });
    });

    it("replaces the whole record, several times in one transaction and in later ones", async () => {
      const transact = await create();
      const make = records();
      const before = make.workspace({ label: "Before", description: "gone", settings: { a: { b: 1 } } });
      const after = { ...before, label: "After", description: null, settings: { a: {} }, updatedAt: later(60) };
      await transact.write(async ({ workspaces }) => {
        await workspaces.insert(before);
        await workspaces.update({ ...before, label: "Between" });
        expect(await workspaces.find(before.id)).toMatchObject({ ...before, label: "Between" });
        await workspaces.update({ ...before, label: "Between again" });
      });
      await transact.write(async ({ workspaces }) => {
        await workspaces.lock(before.id);
        await workspaces.update(after);
      });
      expect(await transact.write(({ workspaces }) => workspaces.lock(before.id))).toEqual(after);
    });

    it("searches and sorts by the current label", async () => {
      const transact = await create();
      const make = records();
      const [changed, other] = [make.workspace({ label: "Zulu" }), make.workspace({ label: "Mike" })] as const;
      await transact.write(async ({ workspaces }) => {
        for (const each of [changed, other]) await workspaces.insert(each);
        await workspaces.update({ ...changed, label: "ÀLPHA" });
        const found = async (text: string) => {
          const condition = { fields: ["label"], join: "or", predicate: "cont", values: [text] } as const;
          const query = { ...everything, conditions: [condition] };
          return (await workspaces.list(ADMINISTRATOR, query)).items.map(({ id }) => id);
        };
        expect(await found("àlph")).toEqual([changed.id]);
        expect(await found("zulu")).toEqual([]);
        expect(await found("")).toEqual([other.id, changed.id]);
      });
    });

    it("shows an update to the lists of the same transaction", async () => {
      const transact = await create();
      const workspace = records().workspace({ label: "Before" });
      await transact.write(async ({ workspaces }) => {
        await workspaces.insert(workspace);
        await workspaces.update({ ...workspace, label: "After" });
        const { items } = await workspaces.list(ADMINISTRATOR, everything);
        expect(items.map(({ label }) => label)).toEqual(["After"]);
      });
    });

    it("leaves the other workspaces alone when it updates or removes one", async () => {
      const transact = await create();
      const make = records();
      const [remaining, changed, gone] = [make.workspace(), make.workspace(), make.workspace()] as const;
      await transact.write(async ({ workspaces }) => {
        for (const each of [remaining, changed, gone]) await workspaces.insert(each);
        await workspaces.update({ ...changed, label: "Changed" });
        await workspaces.remove(gone.id);
      });
      await transact.read(async ({ workspaces }) => {
        const found = await workspaces.find(remaining.id);
        expect(found).toEqual({ ...found, ...remaining });
        expect((await workspaces.find(changed.id))?.label).toBe("Changed");
        expect(await workspaces.find(gone.id)).toBeNull();
      });
    });

    it("keeps nothing of a transaction that failed", async () => {
      const transact = await create();
      const workspace = records().workspace();
      const failed = transact.write(async ({ workspaces }) => {
        await workspaces.insert(workspace);
        throw new Error("changed my mind");
      });
      await expect(failed).rejects.toThrow("changed my mind");
      expect(await transact.read(({ workspaces }) => workspaces.find(workspace.id))).toBeNull();
    });

    it("lists the workspaces that were granted to a caller or to one of his groups, at any level", async () => {
      const transact = await create();
      const make = records();
      const [own, shared, other] = [make.workspace(), make.workspace(), make.workspace()] as const;
      const [userId, groupId] = [make.id<"User">(), make.id<"Group">()] as const;
      await transact.write(async ({ workspaces, grants }) => {
        for (const each of [own, shared, other]) await workspaces.insert(each);
        await grants.insert(make.grant({ to: userId, on: ["workspace", own.id], level: "manage" }));
        await grants.insert(make.grant({ to: groupId, subjectType: "group", on: ["workspace", shared.id] }));
        await grants.insert(make.grant({ to: make.id<"User">(), on: ["workspace", other.id] }));
      });
      const listed = await transact.read(({ workspaces }) => workspaces.list(callerOf(userId, groupId), everything));
      expect(listed.items.map(({ id }) => id)).toEqual([own.id, shared.id]);
      expect(listed.total).toBe(2);
    });
  });
}
