import type { ClassificationPlan, ClassificationPlanField } from "@cartulary/documents";
import type { Caller, ListQuery } from "@cartulary/kernel";
import fc from "fast-check";
import { ADMINISTRATOR, callerOf, entryOf, later, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness, DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { inRolledBackTransaction } from "./sample-trees.ts";

const everything: ListQuery<ClassificationPlanField> = {
  page: 1,
  perPage: 100,
  sort: "createdAt",
  direction: "asc",
  conditions: [],
};

/** Contract of classification plan stores, including the effects on workspaces and documents. */
export function classificationPlanStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a classification plan store`, () => {
    it("gives back a whole plan as it was given, its entries in their order, and replaces it whole", async () => {
      const transact = await create();
      const make = records();
      const plan: ClassificationPlan = make.plan({
        label: "Plan « Gérance »",
        description: "Two\nlines",
        entries: [
          { code: "É2", label: "Quittances, avis", parentCode: "É", keywords: ["quittance", "été; l'"] },
          { code: "É", label: "Baux", parentCode: null, keywords: [] },
        ],
        createdBy: make.id(),
        madeByAdministrator: false,
        updatedAt: later(1.234),
      });
      const other = make.plan({ entries: [entryOf("É")] });
      await transact.write(async ({ plans }) => {
        await plans.insert(plan);
        await plans.insert(other);
      });
      expect(await transact.read(({ plans }) => plans.find(ADMINISTRATOR, plan.id))).toEqual(plan);

      const changed = { ...plan, label: "Autre", description: null, entries: [entryOf("Z")], updatedAt: later(9) };
      await transact.write(({ plans }) => plans.update(changed));
      expect(await transact.read(({ plans }) => plans.find(ADMINISTRATOR, plan.id))).toEqual(changed);
      expect(await transact.read(({ plans }) => plans.find(ADMINISTRATOR, other.id))).toEqual(other);
    });

    it("keeps a plan of five thousand entries", async () => {
      const transact = await create();
      const make = records();
      const plan = make.plan({ entries: Array.from({ length: 5000 }, (_, index) => entryOf(`c${index}`)) });
      const workspace = make.workspace({ classificationPlanId: plan.id });
      await transact.write(async ({ plans, workspaces }) => {
        await plans.insert(plan);
        await workspaces.insert(workspace);
        expect(await plans.find(ADMINISTRATOR, plan.id)).toEqual(plan);
        expect(await plans.hasCode(workspace.id, "c4999")).toBe(true);
        expect(await plans.entriesOf(workspace.id)).toEqual(plan.entries);
        expect(await plans.entriesOf(make.id())).toEqual([]);
        await plans.update({ ...plan, entries: plan.entries.slice(0, 4000) });
        expect(await plans.hasCode(workspace.id, "c4999")).toBe(false);
      });
    });

    it("has nothing under an id never written", async () => {
      const transact = await create();
      expect(await transact.read(({ plans }) => plans.find(ADMINISTRATOR, records().id()))).toBeNull();
    });

    it("shows a caller the plans of administrators, of himself, and of readable workspaces", async () => {
      const transact = await create();
      const make = records();
      const [userId, groupId] = [make.id<"User">(), make.id<"Group">()] as const;
      const dated = (second: number) => ({ createdAt: later(second), madeByAdministrator: false });
      const [own, attached, theirs] = [
        make.workspace(),
        make.workspace({ classificationPlanId: make.id() }),
        make.workspace({ classificationPlanId: make.id() }),
      ] as const;
      const made: readonly (readonly [string, ClassificationPlan])[] = [
        ["an administrator's", make.plan({ ...dated(1), madeByAdministrator: true })],
        ["his own", make.plan({ ...dated(2), createdBy: userId })],
        ["a readable workspace's own", make.plan({ ...dated(3), workspaceId: own.id })],
        ["one that a readable workspace has", make.plan({ ...dated(4), id: attached.classificationPlanId as never })],
        ["another user's", make.plan({ ...dated(5), createdBy: make.id() })],
        ["one that another workspace has", make.plan({ ...dated(6), id: theirs.classificationPlanId as never })],
        ["another workspace's own", make.plan({ ...dated(7), workspaceId: theirs.id })],
      ];
      await transact.write(async ({ plans, workspaces, grants }) => {
        for (const each of [own, attached, theirs]) await workspaces.insert(each);
        for (const [, plan] of made) await plans.insert(plan);
        await grants.insert(make.grant({ to: userId, on: ["workspace", own.id] }));
        await grants.insert(make.grant({ to: groupId, subjectType: "group", on: ["workspace", attached.id] }));
      });
      const seen = (caller: Caller) =>
        transact.read(async ({ plans }) => {
          const { items, total } = await plans.list(caller, everything);
          expect(total).toBe(items.length);
          const found = await Promise.all(made.map(([, { id }]) => plans.find(caller, id)));
          expect(found.filter((plan) => plan !== null)).toEqual(items);
          return made.filter(([, { id }]) => items.some((item) => item.id === id)).map(([what]) => what);
        });
      const all = made.map(([what]) => what);
      expect(await seen(callerOf(userId, groupId))).toEqual(all.slice(0, 4));
      expect(await seen(callerOf(userId))).toEqual(all.slice(0, 3));
      expect(await seen(callerOf(make.id()))).toEqual(all.slice(0, 1));
      expect(await seen(ADMINISTRATOR)).toEqual(all);
    });

    it("clears codes that a plan no longer has, in the workspaces that have it and in no others", async () => {
      const { transact, make, plan, workspace, other } = await planned(create);
      const [filed, remaining, elsewhere] = [
        make.document({ workspaceId: workspace.id, classificationCode: "A" }),
        make.document({ workspaceId: workspace.id, classificationCode: "B" }),
        make.document({ workspaceId: other.id, classificationCode: "A" }),
      ];
      await transact.write(async ({ plans, documents }) => {
        for (const each of [filed, remaining, elsewhere]) await documents.insert(each);
        await plans.update({ ...plan, entries: [entryOf("B")] });
        expect(await codes(documents, [filed, remaining, elsewhere])).toEqual([null, "B", "A"]);
        expect(await documents.lock(filed.id)).toEqual({ ...filed, classificationCode: null });
        const named = { fields: ["classificationCode"], join: "or", predicate: "cont", values: ["a"] } as const;
        const query = { ...everything, sort: "createdAt", conditions: [named] } as const;
        const { items } = await documents.list(ADMINISTRATOR, query, {});
        expect(items.map(({ id }) => id)).toEqual([elsewhere.id]);
      });
    });

    it("is forgotten by workspaces and documents when it goes", async () => {
      const { transact, make, plan, workspace, other } = await planned(create);
      const documents = [workspace, other].map(({ id }) => make.document({ workspaceId: id, classificationCode: "A" }));
      await transact.write(async (stores) => {
        for (const each of documents) await stores.documents.insert(each);
        await stores.plans.remove(plan.id);
      });
      await transact.write(async (stores) => {
        expect(await stores.plans.find(ADMINISTRATOR, plan.id)).toBeNull();
        expect(await stores.workspaces.lock(workspace.id)).toEqual({ ...workspace, classificationPlanId: null });
        expect(await stores.workspaces.lock(other.id)).toEqual(other);
        expect(await codes(stores.documents, documents)).toEqual([null, "A"]);
        expect(await stores.plans.hasCode(workspace.id, "A")).toBe(false);
        expect(await stores.plans.entriesOf(workspace.id)).toEqual([]);
      });
    });

    it("goes with the workspace that owns it, unless another one has it", async () => {
      const { transact, make, workspace, other } = await planned(create);
      const [owned, shared, foreign] = [
        make.plan({ workspaceId: workspace.id, entries: [entryOf("A")] }),
        make.plan({ workspaceId: workspace.id }),
        make.plan({ workspaceId: other.id }),
      ] as const;
      await transact.write(async ({ plans, workspaces }) => {
        for (const each of [owned, shared, foreign]) await plans.insert(each);
        await workspaces.update({ ...workspace, classificationPlanId: owned.id });
        await workspaces.update({ ...other, classificationPlanId: shared.id });
        await plans.removeOwned(workspace.id);
        await workspaces.remove(workspace.id);
      });
      await transact.read(async ({ plans }) => {
        const found = [owned, shared, foreign].map(({ id }) => plans.find(ADMINISTRATOR, id));
        expect(await Promise.all(found)).toEqual([null, { ...shared, workspaceId: null }, foreign]);
      });
    });

    it("lets documents of a workspace keep the codes that another plan has too", async () => {
      const { transact, make, workspace, other } = await planned(create);
      const next = make.plan({ entries: [entryOf("B")] });
      const filed = [
        make.document({ workspaceId: workspace.id, classificationCode: "A" }),
        make.document({ workspaceId: workspace.id, classificationCode: "B" }),
        make.document({ workspaceId: other.id, classificationCode: "A" }),
      ];
      await transact.write(async ({ plans, documents }) => {
        await plans.insert(next);
        for (const each of filed) await documents.insert(each);
        await documents.keepCodes(workspace.id, next.id);
        expect(await codes(documents, filed)).toEqual([null, "B", "A"]);
        await documents.keepCodes(workspace.id, null);
        expect(await codes(documents, filed)).toEqual([null, null, "A"]);
      });
    });

    it("lets documents that move with their folder keep the codes that the other workspace's plan has", async () => {
      const { transact, make, workspace, other } = await planned(create);
      const next = make.plan({ entries: [entryOf("B")] });
      const top = make.folder({ workspaceId: workspace.id });
      const inside = make.folder({ workspaceId: workspace.id, documentsFolderId: top.id });
      const place = { workspaceId: workspace.id, documentsFolderId: inside.id };
      const filed = [
        make.document({ ...place, classificationCode: "A" }),
        make.document({ ...place, classificationCode: "B" }),
        make.document({ workspaceId: workspace.id, classificationCode: "A" }),
      ];
      await transact.write(async ({ plans, workspaces, folders, documents }) => {
        await plans.insert(next);
        await workspaces.update({ ...other, classificationPlanId: next.id });
        for (const each of [top, inside]) await folders.insert(each);
        for (const each of filed) await documents.insert(each);
        await folders.assignWorkspace(top.id, other.id);
        expect(await codes(documents, filed)).toEqual([null, "B", "A"]);
        await folders.assignWorkspace(top.id, null);
        expect(await codes(documents, filed)).toEqual([null, null, "A"]);
      });
    });

    it("tells the completion of workspaces: of the plan's leaves, those with a document, of a hundred", async () => {
      const transact = await create();
      await fc.assert(
        fc.asyncProperty(filings(), (filing) =>
          inRolledBackTransaction(transact, async (stores) => {
            const expected = await settle(stores, filing);
            const { items } = await stores.workspaces.list(ADMINISTRATOR, { ...everything, sort: "createdAt" });
            const completion = items.map((workspace) => [workspace.id, workspace.completionPercentage]);
            expect(completion.toSorted()).toEqual(expected.toSorted());
            for (const item of items) expect(await stores.workspaces.find(item.id)).toEqual(item);
          }),
        ),
        { numRuns: 60 },
      );
    });
  });
}

/** A workspace whose plan has the codes A and B, and another without a plan. */
async function planned(create: DocumentStoresHarness["create"]) {
  const transact = await create();
  const make = records();
  const plan = make.plan({ entries: [entryOf("A"), entryOf("B")] });
  const [workspace, other] = [make.workspace({ classificationPlanId: plan.id }), make.workspace()] as const;
  await transact.write(async ({ plans, workspaces }) => {
    await plans.insert(plan);
    for (const each of [workspace, other]) await workspaces.insert(each);
  });
  return { transact, make, plan, workspace, other };
}

async function codes(
  documents: DocumentStoresUnderTest["documents"],
  those: readonly { readonly id: Parameters<typeof documents.find>[1] }[],
): Promise<readonly (string | null | undefined)[]> {
  const found = await Promise.all(those.map(({ id }) => documents.find(ADMINISTRATOR, id)));
  return found.map((each) => each?.record.classificationCode);
}

/** Plans as the parents of their entries by index, workspaces by the plan they have, documents by workspace and entry. */
interface Filing {
  readonly plans: readonly (readonly (number | null)[])[];
  readonly workspaces: readonly (number | null)[];
  readonly documents: readonly { readonly workspace: number; readonly entry: number }[];
}

/** Up to three plans, forests of up to eight entries, with documents under any of them, often several under one. */
function filings(): fc.Arbitrary<Filing> {
  return fc.record({
    plans: fc.array(fc.array(fc.option(fc.nat(7)), { maxLength: 8 }), { maxLength: 3 }),
    workspaces: fc.array(fc.option(fc.nat(2)), { minLength: 1, maxLength: 4 }),
    documents: fc.array(fc.record({ workspace: fc.nat(3), entry: fc.nat(8) }), { maxLength: 16 }),
  });
}

/** Writes it all down; answers the completion of each workspace, counted by hand. */
async function settle(
  stores: DocumentStoresUnderTest,
  filing: Filing,
): Promise<readonly (readonly [string, number])[]> {
  const make = records();
  const plans = filing.plans.map((parents) =>
    make.plan({
      // A parent is one of the entries before it, so that every drawing is a forest.
      entries: parents.map((parent, index) =>
        entryOf(`c${index}`, parent === null || index === 0 ? null : `c${parent % index}`),
      ),
    }),
  );
  const workspaces = filing.workspaces.map((index) =>
    make.workspace({ classificationPlanId: (index === null ? null : plans[index]?.id) ?? null }),
  );
  const documents = filing.documents.map(({ workspace, entry }) =>
    make.document({
      workspaceId: workspaces[workspace % workspaces.length]?.id ?? null,
      classificationCode: entry === 8 ? null : `c${entry}`,
    }),
  );
  for (const plan of plans) await stores.plans.insert(plan);
  for (const workspace of workspaces) await stores.workspaces.insert(workspace);
  for (const document of documents) await stores.documents.insert(document);
  return workspaces.map(({ id, classificationPlanId }) => {
    const entries = plans.find((plan) => plan.id === classificationPlanId)?.entries ?? [];
    const leaves = entries.filter(({ code }) => !entries.some(({ parentCode }) => parentCode === code));
    const filed = leaves.filter(({ code }) =>
      documents.some((document) => document.workspaceId === id && document.classificationCode === code),
    );
    return [id, leaves.length === 0 ? 0 : Math.floor((100 * filed.length) / leaves.length)] as const;
  });
}
