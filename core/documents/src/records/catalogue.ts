import {
  type CreationOf,
  choice,
  DEFAULT_LIST_DIALECT,
  type FilterOf,
  filtersOf,
  type Id,
  instant,
  type Listing,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
  verbatimRule,
} from "@cartulary/kernel";

/** Both statuses can be referenced. */
export const CATALOGUE_STATUSES = ["draft", "published"] as const;
export type CatalogueStatus = (typeof CATALOGUE_STATUSES)[number];

export interface CatalogueNouns {
  readonly workspaceTypes: "WorkspaceType";
  readonly documentTypes: "DocumentType";
  readonly domains: "Domain";
}

/** The catalogues that administrators maintain. */
export type CatalogueKind = keyof CatalogueNouns;

/** The declaration of a workspace type, a document type or a domain, whose ids differ. Domains have no status. */
export const catalogueRecord = record("catalogue entry", {
  name: text({ filled: true, filter: true, description: "Name that people choose the entry by; two may share one" }),
  description: passage({
    nullable: true,
    filter: true,
    rule: verbatimRule,
    description: "When to choose the entry, stored exactly as it was sent",
  }),
  status: choice(CATALOGUE_STATUSES, {
    default: "published",
    filter: true,
    description: "Whether the type is meant to be used; drafts may be referred to as well",
  }),
  createdAt: instant({ set: "program", filter: true, description: "When the entry was created" }),
  updatedAt: instant({ set: "program", filter: true, description: "When a field of the entry last changed" }),
});

/** A workspace type, a document type or a domain. */
export interface CatalogueEntry<Noun extends string> extends RecordOf<typeof catalogueRecord> {
  readonly id: Id<Noun>;
}

/** The input of a change of an entry. Domains have no status in it. */
export type CatalogueInput = PatchOf<typeof catalogueRecord>;

/** The input that creates an entry. */
export type NewCatalogueEntry = CreationOf<typeof catalogueRecord>;

/** A field that the list of some catalogue knows. */
export type CatalogueField = "id" | FilterOf<typeof catalogueRecord>;

/** A field that domain lists know. */
export type DomainField = Exclude<CatalogueField, "status">;

const { status, ...domainFilters } = filtersOf(catalogueRecord);

/** The filters and sort orders of lists of domains. */
export const domainListing: Listing<DomainField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields: { id: "uuid", ...domainFilters },
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** The filters and sort orders of lists of workspace types and of document types. */
export const typeListing: Listing<CatalogueField> = {
  ...domainListing,
  fields: { ...domainListing.fields, status },
};
