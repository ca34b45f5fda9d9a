import { type Id, type Instant, type Listing, standardLists } from "@cartulary/kernel";

/** Whether a type is meant to be used; both may be referred to. */
export const CATALOGUE_STATUSES = ["draft", "published"] as const;
export type CatalogueStatus = (typeof CATALOGUE_STATUSES)[number];

/** What an entry of each catalogue is. */
export interface CatalogueNouns {
  readonly workspaceTypes: "WorkspaceType";
  readonly documentTypes: "DocumentType";
  readonly domains: "Domain";
}

/** The catalogues that administrators keep: what workspaces and documents may be said to be, or to be about. */
export type CatalogueKind = keyof CatalogueNouns;

/** A workspace type, a document type or a domain. Names need not differ: the id tells entries apart. */
export interface CatalogueEntry<Noun extends string> {
  readonly id: Id<Noun>;
  readonly name: string;
  readonly description: string | null;
  /** Only types are ever drafts; of domains it is neither said nor shown. */
  readonly status: CatalogueStatus;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A field that domain lists know. */
export type DomainField = "id" | "name" | "description" | "createdAt" | "updatedAt";

/** A field that the list of some catalogue knows. */
export type CatalogueField = DomainField | "status";

/** What domain lists may be filtered and sorted by. */
export const domainListing: Listing<DomainField> = {
  dialect: standardLists,
  fields: { id: "uuid", name: "text", description: "passage", createdAt: "instant", updatedAt: "instant" },
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** The same of workspace types and of document types, which have a status. */
export const typeListing: Listing<CatalogueField> = {
  ...domainListing,
  fields: { ...domainListing.fields, status: "keyword" },
};
