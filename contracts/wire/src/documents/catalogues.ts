import { catalogueRecord, domainListing, typeListing } from "@cartulary/documents";
import { uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../record-shapes.ts";

const { name, description, status, ...dates } = answerShape(catalogueRecord);
const type = { name, description, status, ...dates };

export const WorkspaceTypeRecord = record("WorkspaceType", { id: uuid<"WorkspaceType">(), ...type });

export const DocumentTypeRecord = record("DocumentType", { id: uuid<"DocumentType">(), ...type });

/** A domain as it is answered. */
export const DomainRecord = record("Domain", { id: uuid<"Domain">(), name, description, ...dates });

/** The body that creates a workspace type or a document type. */
export const TypeCreation = record("TypeCreate", creationShape(catalogueRecord));

/** The body that changes a workspace type or a document type. */
export const TypeChange = record("TypeInput", patchShape(catalogueRecord));

const { status: _, ...newDomain } = creationShape(catalogueRecord);
const { status: __, ...changedDomain } = patchShape(catalogueRecord);

/** The body that creates a domain. */
export const DomainCreation = record("DomainCreate", newDomain);

/** The body that changes a domain. */
export const DomainChange = record("DomainInput", changedDomain);

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

export const workspaceTypeOperations = operations({
  listWorkspaceTypes: workspaceTypes.list("List workspace types"),
  createWorkspaceType: workspaceTypes.create("Create a workspace type"),
  getWorkspaceType: workspaceTypes.get("Get a workspace type"),
  updateWorkspaceType: workspaceTypes.update("Update a workspace type"),
  deleteWorkspaceType: workspaceTypes.remove("Delete a workspace type and clear it on workspaces"),
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

export const documentTypeOperations = operations({
  listDocumentTypes: documentTypes.list("List document types"),
  createDocumentType: documentTypes.create("Create a document type"),
  getDocumentType: documentTypes.get("Get a document type"),
  updateDocumentType: documentTypes.update("Update a document type"),
  deleteDocumentType: documentTypes.remove("Delete a document type and clear it on documents"),
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

export const domainOperations = operations({
  listDomains: domains.list("List domains"),
  createDomain: domains.create("Create a domain"),
  getDomain: domains.get("Get a domain"),
  updateDomain: domains.update("Update a domain"),
  deleteDomain: domains.remove("Delete a domain and clear it on workspaces and documents"),
});
