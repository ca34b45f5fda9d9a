import { CATALOGUE_STATUSES, domainListing, typeListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

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

const read = { method: "get", scope: "read" } as const;
const create = { method: "post", scope: "write", role: "admin", headers: ["Idempotency-Key"] } as const;
const update = { method: "patch", scope: "write", role: "admin" } as const;
const remove = { method: "delete", scope: "write", role: "admin", replies: { 204: null } } as const;

const OneWorkspaceType = snakeObject({ id: uuid<"WorkspaceType">() });
const WORKSPACE_TYPES = { path: `${DOCUMENTS_BASE}/workspace_types`, tag: "workspace types" } as const;
const WORKSPACE_TYPE = {
  path: `${DOCUMENTS_BASE}/workspace_types/{id}`,
  tag: "workspace types",
  params: OneWorkspaceType,
} as const;

/** What can be done with workspace types. */
export const workspaceTypeOperations = operations({
  listWorkspaceTypes: {
    ...read,
    ...WORKSPACE_TYPES,
    summary: "The workspace types that there are",
    list: typeListing,
    replies: { 200: z.array(WorkspaceTypeRecord) },
  },
  createWorkspaceType: {
    ...create,
    ...WORKSPACE_TYPES,
    summary: "Make a workspace type",
    body: TypeCreation,
    replies: { 201: WorkspaceTypeRecord },
  },
  getWorkspaceType: {
    ...read,
    ...WORKSPACE_TYPE,
    summary: "One workspace type",
    replies: { 200: WorkspaceTypeRecord },
  },
  updateWorkspaceType: {
    ...update,
    ...WORKSPACE_TYPE,
    summary: "Change what is given of a workspace type",
    body: TypeChange,
    replies: { 200: WorkspaceTypeRecord },
  },
  deleteWorkspaceType: {
    ...remove,
    ...WORKSPACE_TYPE,
    summary: "Delete a workspace type; workspaces that have it have none afterwards",
  },
});

const OneDocumentType = snakeObject({ id: uuid<"DocumentType">() });
const DOCUMENT_TYPES = { path: `${DOCUMENTS_BASE}/document_types`, tag: "document types" } as const;
const DOCUMENT_TYPE = {
  path: `${DOCUMENTS_BASE}/document_types/{id}`,
  tag: "document types",
  params: OneDocumentType,
} as const;

/** What can be done with document types. */
export const documentTypeOperations = operations({
  listDocumentTypes: {
    ...read,
    ...DOCUMENT_TYPES,
    summary: "The document types that there are",
    list: typeListing,
    replies: { 200: z.array(DocumentTypeRecord) },
  },
  createDocumentType: {
    ...create,
    ...DOCUMENT_TYPES,
    summary: "Make a document type",
    body: TypeCreation,
    replies: { 201: DocumentTypeRecord },
  },
  getDocumentType: {
    ...read,
    ...DOCUMENT_TYPE,
    summary: "One document type",
    replies: { 200: DocumentTypeRecord },
  },
  updateDocumentType: {
    ...update,
    ...DOCUMENT_TYPE,
    summary: "Change what is given of a document type",
    body: TypeChange,
    replies: { 200: DocumentTypeRecord },
  },
  deleteDocumentType: {
    ...remove,
    ...DOCUMENT_TYPE,
    summary: "Delete a document type; documents that have it have none afterwards",
  },
});

const OneDomain = snakeObject({ id: uuid<"Domain">() });
const DOMAINS = { path: `${DOCUMENTS_BASE}/domains`, tag: "domains" } as const;
const DOMAIN = { path: `${DOCUMENTS_BASE}/domains/{id}`, tag: "domains", params: OneDomain } as const;

/** What can be done with domains. */
export const domainOperations = operations({
  listDomains: {
    ...read,
    ...DOMAINS,
    summary: "The domains that there are",
    list: domainListing,
    replies: { 200: z.array(DomainRecord) },
  },
  createDomain: {
    ...create,
    ...DOMAINS,
    summary: "Make a domain",
    body: DomainCreation,
    replies: { 201: DomainRecord },
  },
  getDomain: {
    ...read,
    ...DOMAIN,
    summary: "One domain",
    replies: { 200: DomainRecord },
  },
  updateDomain: {
    ...update,
    ...DOMAIN,
    summary: "Change what is given of a domain",
    body: DomainChange,
    replies: { 200: DomainRecord },
  },
  deleteDomain: {
    ...remove,
    ...DOMAIN,
    summary: "Delete a domain; workspaces and documents that have it have none afterwards",
  },
});
