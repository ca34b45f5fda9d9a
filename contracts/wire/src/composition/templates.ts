import { PARTS_MAX } from "@cartulary/composition";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, instant, integer, listOf, queryCount, queryFlag, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { partFields } from "./part-record.ts";

const TAG = "document templates";
const PARTS = `default_parts: at most ${PARTS_MAX}` as const;
const PATH = `${DOCUMENTS_BASE}/document_templates` as const;

/** A part of every document from the template. */
const TemplatePart = record("TemplatePart", partFields);

export const TemplateRecord = record("DocumentTemplate", {
  id: uuid<"DocumentTemplate">(),
  key: text(),
  name: text(),
  description: text().nullable(),
  category: text().nullable(),
  locale: text(),
  typstSource: text(),
  variablesSchema: freeForm(),
  defaultParts: listOf(TemplatePart),
  pageSettings: freeForm(),
  active: flag(),
  composedDocumentsCount: integer(),
  createdAt: instant(),
  updatedAt: instant(),
});

const changeFields = {
  name: text().exactOptional(),
  description: text().nullable().exactOptional(),
  category: text().nullable().exactOptional(),
  locale: text().exactOptional(),
  variablesSchema: freeForm().nullable().exactOptional(),
  defaultParts: listOf(TemplatePart).nullable().exactOptional(),
  pageSettings: freeForm().nullable().exactOptional(),
  active: flag().exactOptional(),
};

export const TemplateCreation = record("DocumentTemplateCreate", { key: text(), typstSource: text(), ...changeFields });

export const TemplateChange = record("DocumentTemplateInput", {
  key: text().exactOptional(),
  typstSource: text().exactOptional(),
  ...changeFields,
});

const One = snakeObject({ id: uuid<"DocumentTemplate">() });
const writeAsAdmin = { tag: TAG, scope: "write", role: "admin" } as const;

export const templateOperations = operations({
  listTemplates: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "List templates by name",
    scope: "read",
    envelope: "templates",
    isUnpaged: true,
    endsEarly: true,
    query: snakeObject({ offset: queryCount().exactOptional() }),
    replies: { 200: listOf(TemplateRecord) },
  },
  createTemplate: {
    ...writeAsAdmin,
    method: "post",
    path: PATH,
    summary: `Create a template; ${PARTS}`,
    body: TemplateCreation,
    headers: ["Idempotency-Key"],
    envelope: "template",
    replies: { 201: TemplateRecord },
  },
  getTemplate: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: TAG,
    summary: "Get a template by id or key",
    scope: "read",
    params: snakeObject({ id: text() }),
    envelope: "template",
    replies: { 200: TemplateRecord },
  },
  updateTemplate: {
    ...writeAsAdmin,
    method: "patch",
    path: `${PATH}/{id}`,
    summary: `Update a template; existing documents do not change; ${PARTS}`,
    params: One,
    body: TemplateChange,
    envelope: "template",
    replies: { 200: TemplateRecord },
  },
  deleteTemplate: {
    ...writeAsAdmin,
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "Delete a template; force=true deletes one with documents",
    params: One,
    query: snakeObject({ force: queryFlag().exactOptional() }),
    replies: { 204: null },
  },
});
