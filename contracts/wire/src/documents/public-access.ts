import { STATE_LIMIT_DEFAULT, STATE_LIMIT_MAX } from "@cartulary/public-access";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, integer, listOf, queryFlag, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { Person } from "./references.ts";

const NodeType = z.enum(["folder", "document"]);

const Root = record("PublicRoot", {
  id: uuid<"Folder">(),
  name: text(),
  publishedAt: instant(),
  publishedBy: Person.nullable(),
});

const Exclusion = record("PublicExclusion", {
  resourceType: NodeType,
  resourceId: uuid<"Folder" | "Document">(),
  name: text(),
  inherited: flag(),
  excludedAt: instant(),
  excludedBy: Person.nullable(),
});

const Subtree = record("PublicSubtree", {
  total: integer(),
  folders: integer(),
  documents: integer(),
  public: integer(),
  unstamped: integer(),
  excluded: integer(),
});

const Sample = record("PublicSample", { type: NodeType, id: uuid<"Folder" | "Document">(), name: text() });

const PublicScope = record("PublicScope", {
  folders: integer(),
  documents: integer(),
  alreadyPublic: integer(),
  excluded: integer(),
});

/** The public state of a resource and its explanation (public-access.md 4.6). */
export const PublicAccessState = record("PublicAccessState", {
  resourceType: NodeType,
  resourceId: uuid<"Folder" | "Document">(),
  public: flag(),
  isRoot: flag(),
  root: Root.nullable(),
  excluded: flag(),
  exclusion: Exclusion.nullable(),
  exclusions: listOf(Exclusion),
  exclusionsCount: integer(),
  reason: z.enum(["excluded", "stale", "not_stamped", "not_published"]).nullable(),
  subtree: Subtree.nullable(),
  unstampedSample: listOf(Sample),
  grantedCount: integer().nullable(),
  url: text().nullable(),
  scope: PublicScope.exactOptional(),
});

export const PublicAccessPublish = record("PublicAccessPublish", { propagate: flag().nullable().exactOptional() });

const Listed = snakeObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(STATE_LIMIT_MAX))
    .default(STATE_LIMIT_DEFAULT),
});

const Rehearsed = snakeObject({ dryRun: queryFlag().default(false) });

const Folder = snakeObject({ folderId: uuid<"Folder">() });
const File = snakeObject({ fileId: uuid<"Document">() });

const FOLDER = `${DOCUMENTS_BASE}/folders/{folder_id}/public_access` as const;
const DOCUMENT = `${DOCUMENTS_BASE}/documents/{file_id}/public_access` as const;

/** Management of public access. */
export const publicAccessOperations = operations({
  getFolderPublicAccess: {
    method: "get",
    path: FOLDER,
    tag: "public access",
    summary: "Get the public state of a folder, its reason and its content",
    scope: "read",
    params: Folder,
    query: Listed,
    replies: { 200: PublicAccessState },
  },
  publishFolder: {
    method: "post",
    path: FOLDER,
    tag: "public access",
    summary: "Publish a folder and, by default, everything below it",
    scope: "write",
    params: Folder,
    query: Rehearsed,
    body: PublicAccessPublish,
    replies: { 200: PublicAccessState, 201: PublicAccessState },
  },
  unpublishFolder: {
    method: "delete",
    path: FOLDER,
    tag: "public access",
    summary: "Unpublish a folder and everything that only it made public",
    scope: "write",
    params: Folder,
    replies: { 200: PublicAccessState },
  },
  propagateFolder: {
    method: "post",
    path: `${FOLDER}/propagate`,
    tag: "public access",
    summary: "Publish everything below a published folder again, new content included",
    scope: "write",
    params: Folder,
    query: Rehearsed,
    replies: { 200: PublicAccessState },
  },
  excludeFolder: {
    method: "post",
    path: `${FOLDER}/exclusion`,
    tag: "public access",
    summary: "Exclude a folder and everything below it from publication",
    scope: "write",
    params: Folder,
    query: Rehearsed,
    replies: { 200: PublicAccessState, 201: PublicAccessState },
  },
  liftFolderExclusion: {
    method: "delete",
    path: `${FOLDER}/exclusion`,
    tag: "public access",
    summary: "Lift the exclusion of a folder; publishes nothing",
    scope: "write",
    params: Folder,
    replies: { 200: PublicAccessState },
  },
  publishSite: {
    method: "post",
    path: `${DOCUMENTS_BASE}/folders/{id}/site`,
    tag: "public access",
    summary: "Publish a folder (alias of public_access)",
    deprecated: true,
    scope: "write",
    params: snakeObject({ id: uuid<"Folder">() }),
    query: Rehearsed,
    body: PublicAccessPublish,
    replies: { 200: PublicAccessState, 201: PublicAccessState },
  },
  getDocumentPublicAccess: {
    method: "get",
    path: DOCUMENT,
    tag: "public access",
    summary: "Get the public state of a document and its reason",
    scope: "read",
    params: File,
    query: Listed,
    replies: { 200: PublicAccessState },
  },
  excludeDocument: {
    method: "post",
    path: `${DOCUMENT}/exclusion`,
    tag: "public access",
    summary: "Exclude a document from publication",
    scope: "write",
    params: File,
    query: Rehearsed,
    replies: { 200: PublicAccessState, 201: PublicAccessState },
  },
  liftDocumentExclusion: {
    method: "delete",
    path: `${DOCUMENT}/exclusion`,
    tag: "public access",
    summary: "Lift the exclusion of a document; publishes nothing",
    scope: "write",
    params: File,
    replies: { 200: PublicAccessState },
  },
});
