import {
  CATALOGUE_STATUSES,
  type CatalogueEntry,
  type CatalogueField,
  type CatalogueKind,
  type ClassificationPlan,
  classificationPlanListing,
  documentListing,
  domainListing,
  type FolderView,
  folderListing,
  type ListedDocument,
  type Tag,
  TEXT_STATUSES,
  tagListing,
  typeListing,
  type Workspace,
  type WorkspaceView,
  workspaceListing,
} from "@cartulary/documents";
import { fold, instantOf, type Listing } from "@cartulary/kernel";
import fc from "fast-check";
import { ADMINISTRATOR, digestOf, EPOCH, entryOf, idOf, listed, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { HARD_TEXTS, listingContract } from "../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../kernel/samples.ts";
import { CATALOGUES, catalogueOf } from "./catalogue-store-contract.ts";

/**
 * The lists of catalogues, workspaces, folders, documents and tags, each with every field, predicate and sort that it
 * declares.
 */
export function documentListsContract(name: string, { create }: DocumentStoresHarness): void {
  for (const kind of CATALOGUES) {
    listingContract<CatalogueField, CatalogueEntry<string>>(`${name}, of ${kind},`, {
      listing: kind === "domains" ? (domainListing as Listing<CatalogueField>) : typeListing,
      records: someEntries(kind),
      values: VALUES,
      sampled: SAMPLED_TYPES,
      async create(entries) {
        const transact = await create();
        await transact.write(async (stores) => {
          for (const entry of entries) await catalogueOf(stores, kind).insert(entry);
        });
        return (query) => transact.read((stores) => catalogueOf(stores, kind).list(query));
      },
    });
  }

  listingContract(`${name}, of classification plans,`, {
    listing: classificationPlanListing,
    records: somePlans(),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(records) {
      const transact = await create();
      await transact.write(async ({ plans }) => {
        for (const plan of records) await plans.insert(plan);
      });
      return (query) => transact.read(({ plans }) => plans.list(ADMINISTRATOR, query));
    },
  });

  listingContract(`${name}, of workspaces,`, {
    listing: workspaceListing,
    records: someWorkspaces(),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(views) {
      const transact = await create();
      await transact.write(async ({ workspaceTypes, plans, workspaces }) => {
        for (const plan of PLANS) await plans.insert(plan);
        for (const type of TYPES) await workspaceTypes.insert(type);
        for (const view of views) await workspaces.insert(stored(view));
      });
      return (query) => transact.read(({ workspaces }) => workspaces.list(ADMINISTRATOR, query));
    },
  });

  listingContract(`${name}, of folders,`, {
    listing: folderListing,
    records: someFolders(),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(views) {
      const transact = await create();
      await transact.write(async ({ workspaces, folders }) => {
        for (const workspace of HOUSES) await workspaces.insert(workspace);
        for (const { classificationPlanId, workspace, parent, ...folder } of views) await folders.insert(folder);
      });
      return (query) => transact.read(({ folders }) => folders.list(ADMINISTRATOR, query, {}));
    },
  });

  listingContract(`${name}, of documents,`, {
    listing: documentListing,
    records: someDocuments(),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(views) {
      const transact = await create();
      await transact.write(async ({ domains, documentTypes, workspaces, folders, documents }) => {
        for (const each of DOMAINS) await domains.insert(each);
        for (const each of KINDS) await documentTypes.insert(each);
        for (const workspace of HOUSES) await workspaces.insert(workspace);
        for (const folder of SHELVES) await folders.insert(folder);
        for (const { classificationPlanId, domain, documentType, workspace, folder, ...document } of views) {
          await documents.insert(make.document({ ...document, createdBy: null }));
        }
      });
      return (query) => transact.read(({ documents }) => documents.list(ADMINISTRATOR, query, {}));
    },
  });

  listingContract(`${name}, of tags,`, {
    listing: tagListing,
    records: someTags(),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(tags) {
      const transact = await create();
      const folder = make.folder({ tags: tags.slice(0, 10).map((tag) => tag.name) });
      await transact.write(async ({ folders, documents }) => {
        await folders.insert(folder);
        for (const tag of tags.slice(5)) await documents.insert(make.document({ tags: [tag.name] }));
      });
      return (query) => transact.read((stores) => stores.tags.list(ADMINISTRATOR, query));
    },
  });
}

const COUNT = 40;
/** Predicates are tested on samples; this only tests that each field maps to its column. */
const VALUES = 5;

const make = records(0x7000);
const HOUSES: readonly Workspace[] = [
  make.workspace({ label: "One", classificationPlanId: make.id() }),
  make.workspace({ label: "Two", classificationPlanId: make.id() }),
  make.workspace({ label: "Without a plan" }),
];
const TYPES = [make.entry<"WorkspaceType">({ name: "É%_\\" }), make.entry<"WorkspaceType">({ name: "Immeuble" })];
const PLANS = [make.plan({ label: "É%_\\" }), make.plan({ label: "" })];
const DOMAINS = [make.entry<"Domain">({ name: "Gestion" }), make.entry<"Domain">({ name: "" })];
const KINDS = [make.entry<"DocumentType">({ name: "Bail" }), make.entry<"DocumentType">({ name: "Quittance" })];
const SHELVES = [make.folder({ name: "Upper" }), make.folder({ name: "Lower" })];

const text = fc.constantFrom(...HARD_TEXTS);
const keyword = fc.constantFrom("#A0b1C2", "#a0B1c2", "text/plain", "a_b", "a%b", "");
const moment = fc.constantFrom(0, 1, 1000, -1).map((shift) => instantOf(Date.parse(EPOCH) + shift));
const reference = <Noun extends string>() => fc.constantFrom(1, 2, 3).map((count) => idOf<Noun>(count));
const tags = fc.array(text, { maxLength: 2 });
const shared = {
  description: fc.option(text),
  externalId: fc.option(text),
  createdAt: moment,
  updatedAt: moment,
};
const house = fc.option(fc.constantFrom(...HOUSES));
const surroundings = (workspace: Workspace | null) => ({
  workspaceId: workspace?.id ?? null,
  workspace: workspace && { id: workspace.id, label: workspace.label },
  classificationPlanId: workspace?.classificationPlanId ?? null,
});

/** Draws reproducible values of a shape; some are equal, so that ids break ties. */
function drawn<Shape>(shape: fc.Arbitrary<Shape>): readonly Shape[] {
  return fc.sample(shape, { numRuns: COUNT, seed: fc.readConfigureGlobal().seed ?? 1 });
}

function someEntries(kind: CatalogueKind): readonly CatalogueEntry<string>[] {
  const shape = fc.record({
    name: text,
    description: fc.option(text),
    status: kind === "domains" ? fc.constant("published" as const) : fc.constantFrom(...CATALOGUE_STATUSES),
    createdAt: moment,
    updatedAt: moment,
  });
  return drawn(shape).map((sample) => make.entry<string>(sample));
}

function somePlans(): readonly ClassificationPlan[] {
  const shape = fc.record({ label: text, description: fc.option(text), createdAt: moment, updatedAt: moment });
  return drawn(shape).map((sample) => make.plan({ ...sample, entries: [entryOf("A"), entryOf("B", "A")] }));
}

function named<Noun extends string>(entry: CatalogueEntry<Noun> | null) {
  return entry && { id: entry.id, name: entry.name };
}

function someWorkspaces(): readonly WorkspaceView[] {
  const shape = fc.record({
    ...shared,
    businessTags: tags,
    label: text,
    plan: fc.option(fc.constantFrom(...PLANS)),
    domainId: fc.option(reference<"Domain">()),
    type: fc.option(fc.constantFrom(...TYPES)),
  });
  const answered = { completionPercentage: 0, user: null, retained: null };
  return drawn(shape).map(({ type, plan, ...sample }) => ({
    ...make.workspace({ ...sample, workspaceTypeId: type?.id ?? null, classificationPlanId: plan?.id ?? null }),
    ...answered,
    classificationPlanLabel: plan?.label ?? null,
    workspaceTypeName: type?.name ?? null,
  }));
}

function stored(view: WorkspaceView): Workspace {
  const { classificationPlanLabel, workspaceTypeName, completionPercentage, user, ...workspace } = view;
  return workspace;
}

/** Each fourth folder is in the one before it. */
function someFolders(): readonly FolderView[] {
  const shape = fc.record({ ...shared, tags, name: text, color: fc.option(keyword), icon: fc.option(text), house });
  const folders: FolderView[] = [];
  for (const { house: workspace, ...sample } of drawn(shape)) {
    const above = folders.length % 4 === 3 ? folders.at(-1) : undefined;
    const parent = above ? { id: above.id, name: above.name, documentsFolderId: above.documentsFolderId } : null;
    const folder = make.folder({ ...sample, documentsFolderId: parent?.id ?? null });
    folders.push({ ...folder, ...surroundings(workspace), parent, retained: null });
  }
  return folders;
}

function someDocuments(): readonly ListedDocument[] {
  const shape = fc.record({
    ...shared,
    tags,
    name: text,
    domain: fc.option(fc.constantFrom(...DOMAINS)),
    documentType: fc.option(fc.constantFrom(...KINDS)),
    classificationCode: fc.option(text),
    byteSize: fc.constantFrom(0, 1, 10, 2 ** 40, Number.MAX_SAFE_INTEGER),
    contentType: keyword,
    sha256: fc.constantFrom(1, 2, 0xabc).map(digestOf),
    textStatus: fc.constantFrom(...TEXT_STATUSES),
    house,
    shelf: fc.option(fc.constantFrom(...SHELVES)),
  });
  return drawn(shape).map(({ house: workspace, shelf, domain, documentType, ...sample }) => ({
    ...listed(
      make.document({
        ...sample,
        documentsFolderId: shelf?.id ?? null,
        domainId: domain?.id ?? null,
        documentTypeId: documentType?.id ?? null,
      }),
    ),
    retained: null,
    ...surroundings(workspace),
    folder: shelf && { id: shelf.id, name: shelf.name, documentsFolderId: null },
    domain: named(domain),
    documentType: named(documentType),
    createdBy: null,
  }));
}

/** Each of the hard texts, under the first by bytes of those that differ only in case. */
function someTags(): readonly Tag[] {
  const byBytes = HARD_TEXTS.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const byFold = new Map<string, Tag>();
  for (const name of byBytes) if (!byFold.has(fold(name))) byFold.set(fold(name), { name });
  return [...byFold.values()];
}
