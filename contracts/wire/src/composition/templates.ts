import { PARTS_MAX } from "@cartulary/composition";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, instant, integer, listOf, queryCount, queryFlag, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { partFields } from "./part-record.ts";

const TAG = "document templates";
const PARTS = `default_parts: at most ${PARTS_MAX}` as const;
const PATH = `${DOCUMENTS_BASE}/document_templates` as const;

/** A part that documents of a template begin with. */
const TemplatePart = record("TemplatePart", partFields);

/** A template as it is answered. */
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

/** What is said of a template that is being made. */
export const TemplateCreation = record("DocumentTemplateCreate", { key: text(), typstSource: text(), ...changeFields });

/** What may be said of a template. */
export const TemplateChange = record("DocumentTemplateInput", {
  key: text().exactOptional(),
  typstSource: text().exactOptional(),
  ...changeFields,
});

const One = snakeObject({ id: uuid<"DocumentTemplate">() });
const written = { tag: TAG, scope: "write", role: "admin" } as const;

/** What can be done with templates. */
export const templateOperations = operations({
  listTemplates: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "The templates that documents can be made of, by name",
    scope: "read",
    envelope: "templates",
    whole: true,
    endsEarly: true,
    query: snakeObject({ offset: queryCount().exactOptional() }),
    replies: { 200: listOf(TemplateRecord) },
  },
  createTemplate: {
    ...written,
    method: "post",
    path: PATH,
    summary: `Make a template; ${PARTS}`,
    body: TemplateCreation,
    headers: ["Idempotency-Key"],
    envelope: "template",
    replies: { 201: TemplateRecord },
  },
  getTemplate: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: TAG,
    summary: "One template, by its identifier or its key",
    scope: "read",
    params: snakeObject({ id: text() }),
    envelope: "template",
    replies: { 200: TemplateRecord },
  },
  updateTemplate: {
    ...written,
    method: "patch",
    path: `${PATH}/{id}`,
    summary: `Change what is given of a template; documents that were made of it stay as they are; ${PARTS}`,
    params: One,
    body: TemplateChange,
    envelope: "template",
    replies: { 200: TemplateRecord },
  },
  deleteTemplate: {
    ...written,
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "Delete a template; force=true also one that documents come from",
    params: One,
    query: snakeObject({ force: queryFlag().exactOptional() }),
    replies: { 204: null },
  },
});
