import type {
  CatalogueEntry,
  CatalogueField,
  CatalogueKind,
  CatalogueStore,
  CatalogueStores,
} from "@cartulary/documents";
import { recordFamilyContract } from "../directory/record-family-contract.ts";
import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { ADMINISTRATOR, records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The catalogues that there are. */
export const CATALOGUES: readonly CatalogueKind[] = ["workspaceTypes", "documentTypes", "domains"];

/** The store of a kind, as if its ids were of no kind. */
export function catalogueOf(stores: CatalogueStores, kind: CatalogueKind): CatalogueStore<string> {
  return stores[kind] as unknown as CatalogueStore<string>;
}

/** Contract of the stores of workspace types, document types and domains. The listing contract covers their lists. */
export function catalogueStoreContract(name: string, harness: DatabaseHarness): void {
  const { openDatabase, writesAtOnce } = harness;
  for (const kind of CATALOGUES) {
    const status = kind === "domains" ? "published" : "draft";
    recordFamilyContract<CatalogueStores, CatalogueEntry<string>, CatalogueEntry<string>, CatalogueField>(
      `${name} is a store of ${kind}`,
      harness,
      {
        storeOf: (stores) => catalogueOf(stores, kind),
        make: (make) => make.entry({ description: "Two\nlines" }),
        change: { name: "Copropriété « Les Érables »", description: null, status },
        shown: (entry) => entry,
        sort: "name",
      },
    );
  }

  describe.each(CATALOGUES)(`${name} keeps %s`, (kind) => {
    it("and locks nothing under an id never written", async () => {
      const { transact } = await openDatabase();
      expect(await transact.write((stores) => catalogueOf(stores, kind).lockShared(records().id()))).toBe(false);
    });

    it("and blocks removal of a locked one until the transaction ends", async () => {
      const place = await openDatabase();
      const entry = records().entry<string>();
      await place.transact.write((stores) => catalogueOf(stores, kind).insert(entry));
      const [lock, locked] = await interleave(place, {
        first: (stores) => catalogueOf(stores, kind).lockShared(entry.id),
        second: async (stores) => {
          const found = await catalogueOf(stores, kind).lock(entry.id);
          await catalogueOf(stores, kind).remove(entry.id);
          return found;
        },
        afterwards: async (stores) => expect(await catalogueOf(stores, kind).find(entry.id)).toEqual(entry),
      });
      expect([lock, locked]).toEqual([true, entry]);
      expect(await place.transact.read((stores) => catalogueOf(stores, kind).find(entry.id))).toBeNull();
    });

    it("and locks none that a transaction removed meanwhile", async () => {
      const place = await openDatabase();
      const entry = records().entry<string>();
      await place.transact.write((stores) => catalogueOf(stores, kind).insert(entry));
      const [, locked] = await interleave(place, {
        first: (stores) => catalogueOf(stores, kind).lock(entry.id),
        second: (stores) => catalogueOf(stores, kind).lockShared(entry.id),
        afterwards: (stores) => catalogueOf(stores, kind).remove(entry.id),
      });
      expect(locked).toBe(false);
    });

    if (writesAtOnce) {
      it("and lets several lock one shared at the same time", async () => {
        const place = await openDatabase();
        const entry = records().entry<string>();
        await place.transact.write((stores) => catalogueOf(stores, kind).insert(entry));
        const locked = await runInside(place, {
          first: (stores) => catalogueOf(stores, kind).lockShared(entry.id),
          second: (stores) => catalogueOf(stores, kind).lockShared(entry.id),
        });
        expect(locked).toEqual([true, true]);
      });
    }
  });

  it(`${name} clears references to a removed entry, and no others`, async () => {
    const { transact } = await openDatabase();
    const make = records();
    const [domain, remaining] = [make.entry<"Domain">(), make.entry<"Domain">({ name: "Kept" })] as const;
    const [workspaceType, documentType] = [make.entry<"WorkspaceType">(), make.entry<"DocumentType">()] as const;
    const types = { workspaceTypeId: workspaceType.id, documentTypeId: documentType.id } as const;
    const about = [domain, remaining].map(({ id }) => ({
      workspace: make.workspace({ domainId: id, workspaceTypeId: types.workspaceTypeId }),
      document: make.document({ domainId: id, documentTypeId: types.documentTypeId }),
    }));
    await transact.write(async ({ domains, workspaceTypes, documentTypes, workspaces, documents }) => {
      for (const each of [domain, remaining]) await domains.insert(each);
      await workspaceTypes.insert(workspaceType);
      await documentTypes.insert(documentType);
      for (const { workspace, document } of about) {
        await workspaces.insert(workspace);
        await documents.insert(document);
      }
    });
    const seen = () =>
      transact.read(({ workspaces, documents }) =>
        Promise.all(
          about.map(async ({ workspace, document }) => {
            const found = await workspaces.find(workspace.id);
            const lock = await documents.find(ADMINISTRATOR, document.id);
            return [found?.domainId, found?.workspaceTypeName, lock?.record.domain, lock?.record.documentType?.name];
          }),
        ),
      );
    const remainingRef = { id: remaining.id, name: "Kept" };

    await transact.write(({ domains }) => domains.remove(domain.id));
    expect(await seen()).toEqual([
      [null, "Entry", null, "Entry"],
      [remaining.id, "Entry", remainingRef, "Entry"],
    ]);

    await transact.write(async ({ workspaceTypes, documentTypes }) => {
      await workspaceTypes.remove(workspaceType.id);
      await documentTypes.remove(documentType.id);
    });
    expect(await seen()).toEqual([
      [null, null, null, undefined],
      [remaining.id, null, remainingRef, undefined],
    ]);
    const [first] = about;
    if (!first) throw new Error("Nothing was made");
    expect(await transact.write(({ workspaces }) => workspaces.lock(first.workspace.id))).toEqual({
      ...first.workspace,
      domainId: null,
      workspaceTypeId: null,
    });
  });
  it(`${name} removes a domain and its workspace concurrently without a retry`, async () => {
    const place = await openDatabase();
    const make = records();
    const domain = make.entry<"Domain">();
    const workspace = make.workspace({ domainId: domain.id });
    const document = make.document({ domainId: domain.id, workspaceId: workspace.id });
    await place.transact.write(async ({ domains, workspaces, documents }) => {
      await domains.insert(domain);
      await workspaces.insert(workspace);
      await documents.insert(document);
    });
    let begun = 0;
    await interleave(place, {
      first: ({ folders }) => {
        begun += 1;
        return folders.removeWorkspaceContent(workspace.id);
      },
      second: ({ domains }) => {
        begun += 1;
        return domains.remove(domain.id);
      },
      afterwards: ({ workspaces }) => workspaces.remove(workspace.id),
    });
    expect(begun).toBe(2);
    await place.transact.read(async ({ domains, workspaces }) => {
      expect(await domains.find(domain.id)).toBeNull();
      expect(await workspaces.find(workspace.id)).toBeNull();
    });
  });
}
