import {
  ALIGNMENTS,
  CONTENT_FORMATS,
  CONTENT_SOURCES,
  PART_STATUSES,
  PART_TYPES,
  PARTS_MAX,
  partLists,
} from "@cartulary/composition";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations, PAGES } from "../operation.ts";
import { record } from "../record.ts";
import { partFields } from "./part-record.ts";

const TAG = "composed documents";

const fields = {
  id: uuid<"Part">(),
  composedDocumentId: uuid<"ComposedDocument">(),
  title: text().nullable(),
  contentFormat: z.enum(CONTENT_FORMATS),
  contentSource: z.enum(CONTENT_SOURCES),
  partType: z.enum(PART_TYPES),
  position: integer(),
  status: z.enum(PART_STATUSES),
  alignment: z.enum(ALIGNMENTS),
  bsize: integer(),
  pageBreak: flag(),
  rowGroup: integer().nullable(),
  key: text().nullable(),
  instructions: text().nullable(),
  assigneeId: text().nullable(),
  assigneeType: text().nullable(),
  metadata: freeForm(),
  lockedAt: instant().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

export const PartRecord = record("Part", { ...fields, content: text() });

/** A part in lists, with its content only on request. */
export const ListedPartRecord = record("ListedPart", { ...fields, content: text().exactOptional() });

export const PartChange = record("PartInput", partFields);

const PartPosition = record("PartPosition", { id: uuid<"Part">(), position: integer() });

/** New positions; parts that are not named keep theirs. */
export const PartsReorder = record("PartsReorder", { parts: listOf(PartPosition) });

const PATH = `${DOCUMENTS_BASE}/composed_documents/{id}/parts` as const;
const ofDocument = { tag: TAG, params: snakeObject({ id: uuid<"ComposedDocument">() }) } as const;
const one = {
  tag: TAG,
  path: `${PATH}/{part_id}`,
  params: snakeObject({ id: uuid<"ComposedDocument">(), partId: uuid<"Part">() }),
} as const;

export const partOperations = operations({
  listParts: {
    ...ofDocument,
    method: "get",
    path: PATH,
    summary: "List the parts of a composed document in order; include=content adds their contents",
    scope: "read",
    query: snakeObject({ include: z.enum(["content"]).exactOptional() }),
    list: PAGES,
    paging: partLists,
    envelope: "parts",
    endsEarly: true,
    replies: { 200: listOf(ListedPartRecord) },
  },
  createPart: {
    ...ofDocument,
    method: "post",
    path: PATH,
    summary: `Add a part at a position or at the end; a document has at most ${PARTS_MAX}`,
    scope: "write",
    body: PartChange,
    headers: ["Idempotency-Key"],
    envelope: "part",
    replies: { 201: PartRecord },
  },
  reorderParts: {
    ...ofDocument,
    method: "patch",
    path: `${PATH}/reorder`,
    summary: "Reorder parts, all or nothing; returns all positions",
    scope: "write",
    body: PartsReorder,
    envelope: "parts",
    replies: { 200: listOf(PartPosition) },
  },
  getPart: {
    ...one,
    method: "get",
    summary: "Get a part",
    scope: "read",
    envelope: "part",
    replies: { 200: PartRecord },
  },
  updatePart: {
    ...one,
    method: "patch",
    summary: "Update a part or its status",
    scope: "write",
    body: PartChange,
    envelope: "part",
    replies: { 200: PartRecord },
  },
  deletePart: {
    ...one,
    method: "delete",
    summary: "Delete a part that is not locked",
    scope: "write",
    replies: { 204: null },
  },
});
