import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, HTML, operations, PUBLIC_BASE } from "../operation.ts";
import { record } from "../record.ts";

const Parent = record("PublicFolderRef", { id: uuid<"Folder">(), name: text() });

const itemFields = { name: text(), updatedAt: instant() };

/** Something public in a public folder. */
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

/** A folder as everybody sees it, with what is public in it: folders first, then by name. */
export const PublicFolder = record("PublicFolder", {
  id: uuid<"Folder">(),
  name: text(),
  description: text().nullable(),
  color: text().nullable(),
  icon: text().nullable(),
  parent: Parent.nullable(),
  items: listOf(PublicItem),
  /** True when there are more than are answered. */
  itemsTruncated: flag(),
  updatedAt: instant(),
});

/** A document as everybody sees it. */
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

/** What anybody may read, whoever he is: whatever is not public is not there (public-access.md 4.7). */
export const visitorOperations = operations({
  getPublicFolder: {
    method: "get",
    path: `${PUBLIC_BASE}/folders/{id}`,
    tag: "visitors",
    summary: "A public folder, with what is public in it",
    scope: "none",
    params: OneFolder,
    replies: { 200: PublicFolder },
  },
  getPublicDocument: {
    method: "get",
    path: `${PUBLIC_BASE}/documents/{id}`,
    tag: "visitors",
    summary: "A public document",
    scope: "none",
    params: OneDocument,
    replies: { 200: PublicDocument },
  },
  getPublicContent: {
    method: "get",
    path: `${PUBLIC_BASE}/documents/{id}/content`,
    tag: "visitors",
    summary: "The bytes of a public document, or a range of them",
    scope: "none",
    params: OneDocument,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});

/** The same for people. */
export const visitorPageOperations = operations({
  showPublicFolder: {
    method: "get",
    path: "/p/{folder_id}",
    tag: "pages",
    summary: "A public folder as a page",
    scope: "none",
    params: snakeObject({ folderId: uuid<"Folder">() }),
    headers: ["Accept-Language"],
    replies: { 200: HTML },
  },
});
