import { classificationPlanUseCases, documentUseCases, workspaceUseCases } from "@cartulary/documents";
import { ADMINISTRATOR, EPOCH, entryOf, records } from "../harness/document-records.ts";
import type { DocumentStoresUnderTest, MeetingHarness } from "../harness/document-stores.ts";
import { meeting } from "../harness/meeting.ts";
import { describe, expect, it } from "../runner/runner.ts";

type Stores = DocumentStoresUnderTest;

const make = records(0x9000);
const dependencies = {
  clock: { now: () => EPOCH },
  newId: () => make.id<never>(),
  blobGraceSeconds: 0,
  treeListeners: [],
  otherReaders: [],
};
const plans = classificationPlanUseCases<Stores>({ ...dependencies, onRemoval: async () => {} });
const workspaces = workspaceUseCases<Stores>(dependencies);
const documents = documentUseCases<Stores>(dependencies);

/** A document in a workspace whose plan has the code A. */
async function furnished(harness: MeetingHarness) {
  const place = await harness.meet();
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

/** Whatever takes the code A away. */
const CHANGES: Readonly<Record<string, (stores: Stores, furnished: Furnished) => Promise<unknown>>> = {
  "other entries": (stores, { plan: { id } }) => plans.update.run(stores, ADMINISTRATOR, { id, entries: [] }),
  "the end of the plan": (stores, { plan: { id } }) => plans.remove.run(stores, ADMINISTRATOR, id),
  "no plan for the workspace": (stores, { workspace: { id } }) =>
    workspaces.update.run(stores, ADMINISTRATOR, { id, classificationPlanId: null }),
};

/** How plans and the documents that are filed by them meet: a document's code is always one of its workspace's plan. */
export function filingContract(name: string, harness: MeetingHarness): void {
  describe.each(Object.entries(CHANGES))(
    `${name} knows no document under a code that is none after %s`,
    (_what, take) => {
      const file = (stores: Stores, { document: { id } }: Furnished) =>
        documents.update.run(stores, ADMINISTRATOR, { id, classificationCode: "A" });

      it("which had to wait until it was filed", async () => {
        const all = await furnished(harness);
        const [filed] = await meeting(all.place, {
          first: (stores) => file(stores, all),
          second: (stores) => take(stores, all),
        });
        expect(filed.classificationCode).toBe("A");
        const found = await all.place.transact.read((stores) => stores.documents.find(ADMINISTRATOR, all.document.id));
        expect(found?.record.classificationCode).toBeNull();
      });

      it("for which its filing had to wait, and is refused", async () => {
        const all = await furnished(harness);
        const met = meeting(all.place, {
          first: (stores) => take(stores, all),
          second: (stores) => file(stores, all),
        });
        await expect(met).rejects.toMatchObject({ details: [{ field: "classificationCode", code: "not_found" }] });
        const found = await all.place.transact.read((stores) => stores.documents.find(ADMINISTRATOR, all.document.id));
        expect(found?.record.classificationCode).toBeNull();
      });
    },
  );
}
