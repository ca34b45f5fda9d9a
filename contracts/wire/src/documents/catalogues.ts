import { CATALOGUE_STATUSES, domainListing, typeListing } from "@cartulary/documents";
import { z } from "zod";
import { instant, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";

const entry = { name: text(), description: text().nullable() };
const dates = { createdAt: instant(), updatedAt: instant() };
const changes = { name: text().exactOptional(), description: text().nullable().exactOptional() };
const status = z.enum(CATALOGUE_STATUSES);
const type = { ...entry, status, ...dates };
const typeChanges = { ...changes, status: status.exactOptional() };

/** A workspace type as it is answered. */
export const WorkspaceTypeRecord = record("WorkspaceType", { id: uuid<"WorkspaceType">(), ...type });

/** A document type as it is answered. */
export const DocumentTypeRecord = record("DocumentType", { id: uuid<"DocumentType">(), ...type });

/** A domain as it is answered. */
export const DomainRecord = record("Domain", { id: uuid<"Domain">(), ...entry, ...dates });

/** What is said of a workspace type or of a document type that is being made. */
export const TypeCreation = record("TypeCreate", { ...typeChanges, name: text() });

/** What may be said of a workspace type or of a document type. */
export const TypeChange = record("TypeInput", typeChanges);

/** What is said of a domain that is being made. */
export const DomainCreation = record("DomainCreate", { ...changes, name: text() });

/** What may be said of a domain. */
export const DomainChange = record("DomainInput", changes);

const workspaceTypes = recordOperations({
  path: `${DOCUMENTS_BASE}/workspace_types`,
  tag: "workspace types",
  role: "admin",
  id: uuid<"WorkspaceType">(),
  list: typeListing,
  output: WorkspaceTypeRecord,
  creation: TypeCreation,
  change: TypeChange,
});

/** What can be done with workspace types. */
export const workspaceTypeOperations = operations({
  listWorkspaceTypes: workspaceTypes.list("The workspace types that there are"),
  createWorkspaceType: workspaceTypes.create("Make a workspace type"),
  getWorkspaceType: workspaceTypes.get("One workspace type"),
  updateWorkspaceType: workspaceTypes.update("Change what is given of a workspace type"),
  deleteWorkspaceType: workspaceTypes.remove("Delete a workspace type; workspaces that have it have none afterwards"),
});

const documentTypes = recordOperations({
  path: `${DOCUMENTS_BASE}/document_types`,
  tag: "document types",
  role: "admin",
  id: uuid<"DocumentType">(),
  list: typeListing,
  output: DocumentTypeRecord,
  creation: TypeCreation,
  change: TypeChange,
});

/** What can be done with document types. */
export const documentTypeOperations = operations({
  listDocumentTypes: documentTypes.list("The document types that there are"),
  createDocumentType: documentTypes.create("Make a document type"),
  getDocumentType: documentTypes.get("One document type"),
  updateDocumentType: documentTypes.update("Change what is given of a document type"),
  deleteDocumentType: documentTypes.remove("Delete a document type; documents that have it have none afterwards"),
});

const domains = recordOperations({
  path: `${DOCUMENTS_BASE}/domains`,
  tag: "domains",
  role: "admin",
  id: uuid<"Domain">(),
  list: domainListing,
  output: DomainRecord,
  creation: DomainCreation,
  change: DomainChange,
});

/** What can be done with domains. */
export const domainOperations = operations({
  listDomains: domains.list("The domains that there are"),
  createDomain: domains.create("Make a domain"),
  getDomain: domains.get("One domain"),
  updateDomain: domains.update("Change what is given of a domain"),
  deleteDomain: domains.remove("Delete a domain; workspaces and documents that have it have none afterwards"),
});
