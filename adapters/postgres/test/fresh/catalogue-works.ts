import {
  type CatalogueEntry,
  type CatalogueField,
  type CatalogueKind,
  type CatalogueStore,
  classificationPlanListing,
  domainListing,
  typeListing,
} from "@cartulary/documents";
import type { Listing } from "@cartulary/kernel";
import { member, plan, WORKSPACE, workspace } from "./estate.ts";
import { idOf } from "./fixtures.ts";
import {
  ADMINISTRATOR,
  BY_KEY,
  everybodys,
  listed,
  newId,
  required,
  type Stores,
  type Work,
  type Works,
} from "./works.ts";

type Catalogues = Pick<Stores, CatalogueKind>;

/** The works of a catalogue. */
function catalogue<Kind extends CatalogueKind>(
  kind: Kind,
  table: "workspace_types" | "document_types" | "domains",
  listing: Listing<CatalogueField> | typeof domainListing,
): { readonly [Method in keyof Catalogues[Kind]]: Work } {
  const id = idOf<string>(table, 7) as never;
  const of = (stores: Stores) => stores[kind] as unknown as CatalogueStore<string>;
  const found = async (stores: Stores): Promise<CatalogueEntry<string>> => required(await of(stores).find(id));
  const works: { readonly [Method in keyof CatalogueStore<string>]: Work } = {
    find: [BY_KEY, (stores) => of(stores).find(id)],
    lock: [BY_KEY, (stores) => of(stores).lock(id)],
    lockShared: [BY_KEY, (stores) => of(stores).lockShared(id)],
    list: [everybodys(table), listed(listing as Listing<CatalogueField>, (stores, query) => of(stores).list(query))],
    insert: [BY_KEY, async (stores) => of(stores).insert({ ...(await found(stores)), id: newId() })],
    update: [BY_KEY, async (stores) => of(stores).update({ ...(await found(stores)), name: "New" })],
    remove: [BY_KEY, (stores) => of(stores).remove(id)],
  };
  return works as { readonly [Method in keyof Catalogues[Kind]]: Work };
}

/** The works of catalogues and plans. */
export const catalogueWorks: Works<CatalogueKind | "plans"> = {
  workspaceTypes: catalogue("workspaceTypes", "workspace_types", typeListing),
  documentTypes: catalogue("documentTypes", "document_types", typeListing),
  domains: catalogue("domains", "domains", domainListing),
  plans: {
    find: [2 * BY_KEY, ({ plans }) => plans.find(member, plan), ({ plans }) => plans.find(ADMINISTRATOR, plan)],
    list: [
      everybodys("classification_plans"),
      listed(classificationPlanListing, ({ plans }, query) => plans.list(member, query)),
      listed(classificationPlanListing, ({ plans }, query) => plans.list(ADMINISTRATOR, query)),
    ],
    hasCode: [BY_KEY, ({ plans }) => plans.hasCode(workspace, "c7")],
    entriesOf: [BY_KEY, ({ plans }) => plans.entriesOf(workspace)],
    insert: [
      BY_KEY,
      async ({ plans }) =>
        plans.insert({
          ...required(await plans.find(ADMINISTRATOR, plan)),
          id: newId(),
          entries: [{ code: "c1", label: "C", parentCode: null, keywords: [] }],
        }),
    ],
    update: [4 * WORKSPACE, async ({ plans }) => plans.update(required(await plans.find(ADMINISTRATOR, plan)))],
    remove: [4 * WORKSPACE, ({ plans }) => plans.remove(plan)],
    removeOwned: [BY_KEY, ({ plans }) => plans.removeOwned(idOf("workspaces", 25))],
  },
};
