import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, HTML, operations, PUBLIC_BASE } from "../operation.ts";
import { record } from "../record.ts";

const Parent = record("PublicFolderRef", { id: uuid<"Folder">(), name: text() });

const itemFields = { name: text(), updatedAt: instant() };

/** A public item of a public folder. */
export const PublicItem = z.union([
  record("PublicItemFolder", {
    type: z.literal("folder"),
    id: uuid<"Folder">(),
    ...itemFields,
    color: text().nullable(),
    icon: text().nullable(),
  }),
  record("PublicItemFile", {
    type: z.literal("file"),
    id: uuid<"Document">(),
    ...itemFields,
    contentType: text(),
    byteSize: integer(),
  }),
]);

/** A public folder with its public items: folders first, then by name. */
export const PublicFolder = record("PublicFolder", {
  id: uuid<"Folder">(),
  name: text(),
  description: text().nullable(),
  color: text().nullable(),
  icon: text().nullable(),
  parent: Parent.nullable(),
  items: listOf(PublicItem),
  /** True if there are more items than returned. */
  itemsTruncated: flag(),
  updatedAt: instant(),
});

export const PublicDocument = record("PublicDocument", {
  id: uuid<"Document">(),
  name: text(),
  description: text().nullable(),
  contentType: text(),
  byteSize: integer(),
  folder: Parent.nullable(),
  updatedAt: instant(),
});

const OneFolder = snakeObject({ id: uuid<"Folder">() });
const OneDocument = snakeObject({ id: uuid<"Document">() });

/** Operations without authentication; resources that are not public are not found (public-access.md 4.7). */
export const anonymousReaderOperations = operations({
  getPublicFolder: {
    method: "get",
    path: `${PUBLIC_BASE}/folders/{id}`,
    tag: "visitors",
    summary: "Get a public folder and its public items",
    scope: "none",
    params: OneFolder,
    replies: { 200: PublicFolder },
  },
  getPublicDocument: {
    method: "get",
    path: `${PUBLIC_BASE}/documents/{id}`,
    tag: "visitors",
    summary: "Get a public document",
    scope: "none",
    params: OneDocument,
    replies: { 200: PublicDocument },
  },
  getPublicContent: {
    method: "get",
    path: `${PUBLIC_BASE}/documents/{id}/content`,
    tag: "visitors",
    summary: "Download a public document or a range of it",
    scope: "none",
    params: OneDocument,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});

/** The pages of public folders. */
export const publicPageOperations = operations({
  showPublicFolder: {
    method: "get",
    path: "/p/{folder_id}",
    tag: "pages",
    summary: "Show a public folder as a page",
    scope: "none",
    params: snakeObject({ folderId: uuid<"Folder">() }),
    headers: ["Accept-Language"],
    replies: { 200: HTML },
  },
});
