import { classificationPlanUseCases, documentUseCases, workspaceUseCases } from "@cartulary/documents";
import { interleave } from "../harness/concurrent-transactions.ts";
import { ADMINISTRATOR, EPOCH, entryOf, records } from "../harness/document-records.ts";
import type { DatabaseHarness, DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

type Stores = DocumentStoresUnderTest;

const make = records(0x9000);
const dependencies = {
  clock: { now: () => EPOCH },
  newId: () => make.id<never>(),
  blobGraceSeconds: 0,
  treeListeners: [],
  extraReadRules: [],
};
const plans = classificationPlanUseCases<Stores>({ ...dependencies, onRemoval: async () => {} });
const workspaces = workspaceUseCases<Stores>(dependencies);
const documents = documentUseCases<Stores>(dependencies);

/** A document in a workspace whose plan has the code A. */
async function furnished(harness: DatabaseHarness) {
  const place = await harness.openDatabase();
  const plan = make.plan({ entries: [entryOf("A")] });
  const workspace = make.workspace({ classificationPlanId: plan.id });
  const document = make.document({ workspaceId: workspace.id });
  await place.transact.write(async (stores) => {
    await stores.plans.insert(plan);
    await stores.workspaces.insert(workspace);
    await stores.documents.insert(document);
  });
  return { place, plan, workspace, document };
}

type Furnished = Awaited<ReturnType<typeof furnished>>;

/** The changes that remove the code A. */
const CHANGES: Readonly<Record<string, (stores: Stores, furnished: Furnished) => Promise<unknown>>> = {
  "other entries": (stores, { plan: { id } }) => plans.update.run(stores, ADMINISTRATOR, { id, entries: [] }),
  "the end of the plan": (stores, { plan: { id } }) => plans.remove.run(stores, ADMINISTRATOR, id),
  "no plan for the workspace": (stores, { workspace: { id } }) =>
    workspaces.update.run(stores, ADMINISTRATOR, { id, classificationPlanId: null }),
};

/** Contract of plans and of the documents filed by them: a document's code always belongs to its workspace's plan. */
export function filingContract(name: string, harness: DatabaseHarness): void {
  describe.each(Object.entries(CHANGES))(`${name} finds no document by an unknown code after %s`, (_what, take) => {
    const file = (stores: Stores, { document: { id } }: Furnished) =>
      documents.update.run(stores, ADMINISTRATOR, { id, classificationCode: "A" });

    it("which had to wait until it was filed", async () => {
      const all = await furnished(harness);
      const [filed] = await interleave(all.place, {
        first: (stores) => file(stores, all),
        second: (stores) => take(stores, all),
      });
      expect(filed.classificationCode).toBe("A");
      const found = await all.place.transact.read((stores) => stores.documents.find(ADMINISTRATOR, all.document.id));
      expect(found?.record.classificationCode).toBeNull();
    });

    it("for which its filing had to wait, and is refused", async () => {
      const all = await furnished(harness);
      const met = interleave(all.place, {
        first: (stores) => take(stores, all),
        second: (stores) => file(stores, all),
      });
      await expect(met).rejects.toMatchObject({ details: [{ field: "classificationCode", code: "not_found" }] });
      const found = await all.place.transact.read((stores) => stores.documents.find(ADMINISTRATOR, all.document.id));
      expect(found?.record.classificationCode).toBeNull();
    });
  });
}
