import { composedDocumentOperations, partOperations } from "@cartulary/wire";
import { confirm } from "../components/confirm.ts";
import { type Field, form } from "../components/form.ts";
import type { ActionDefinition } from "../frame/definitions.ts";
import { bodyFrom } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";
import { COMPOSITION_OPERATIONS, writableComposition } from "./composition-level.ts";
import { trailOfCompositions } from "./composition-pages.ts";
import { COMPOSITION_TEXTS } from "./texts.ts";

/** The values of a part before they are changed. */
interface PartValues {
  readonly title: string | null;
  readonly content: string;
  readonly contentFormat: "typst" | "markdown";
  readonly status: "draft" | "editing" | "ready" | "validated" | "locked";
}

const NEW: PartValues = { title: null, content: "", contentFormat: "markdown", status: "draft" };

function partFields({ language }: Visit, { title, content, contentFormat, status }: PartValues): readonly Field[] {
  const { fields, formats, partStatuses } = COMPOSITION_TEXTS[language];
  const optionsOf = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, text]) => ({ value, text }));
  return [
    { name: "title", label: fields.title, value: title },
    {
      name: "content_format",
      label: fields.format,
      kind: "select",
      isRequired: true,
      value: contentFormat,
      options: optionsOf(formats),
    },
    { name: "content", label: fields.content, kind: "textarea", value: content },
    {
      name: "status",
      label: fields.status,
      kind: "select",
      isRequired: true,
      value: status,
      options: optionsOf(partStatuses),
    },
  ];
}

/** Returns the place of a form in a composition that the caller may change; throws 403 otherwise. */
async function place(visit: Visit) {
  const { id, name } = await writableComposition(visit);
  return { trail: [...trailOfCompositions(visit), { path: `/compositions/${id}`, text: name }], where: name };
}

const back = (visit: Visit) => `/compositions/${visit.param("id")}`;

const create: ActionDefinition = {
  path: "/compositions/{id}/parts/create",
  operations: [partOperations.createPart, ...COMPOSITION_OPERATIONS],
  async form(visit, typed) {
    const { addPart: title, create: button } = visit.texts.controls;
    const main = form(visit, typed, { fields: partFields(visit, NEW), button, cancel: back(visit) });
    return { title, main, ...(await place(visit)) };
  },
  async perform(visit, typed) {
    const body = bodyFrom(partOperations.createPart, typed, { omitEmpty: true });
    await visit.call(partOperations.createPart, { params: { id: visit.param("id") }, body });
    return { to: back(visit) };
  },
};

const paramsOf = (visit: Visit) => ({ id: visit.param("id"), part_id: visit.param("part_id") });

const update: ActionDefinition = {
  path: "/compositions/{id}/parts/{part_id}/update",
  operations: [partOperations.getPart, partOperations.updatePart, ...COMPOSITION_OPERATIONS],
  async form(visit, typed) {
    const { value } = await visit.call(partOperations.getPart, { params: paramsOf(visit) });
    const { change: title, save } = visit.texts.controls;
    const main = form(visit, typed, { fields: partFields(visit, value), button: save, cancel: back(visit) });
    return { title, main, ...(await place(visit)) };
  },
  async perform(visit, typed) {
    const body = bodyFrom(partOperations.updatePart, typed);
    await visit.call(partOperations.updatePart, { params: paramsOf(visit), body });
    return { to: back(visit) };
  },
};

const remove: ActionDefinition = {
  path: "/compositions/{id}/parts/{part_id}/delete",
  operations: [partOperations.getPart, partOperations.deletePart, ...COMPOSITION_OPERATIONS],
  async form(visit, typed) {
    const { value } = await visit.call(partOperations.getPart, { params: paramsOf(visit) });
    const own = COMPOSITION_TEXTS[visit.language];
    const { delete: title } = visit.texts.controls;
    const text = own.deleteQuestion(value.title ?? own.untitled);
    const main = confirm(visit, typed, { text, button: title, isDangerous: true, cancel: back(visit) });
    return { title, main, ...(await place(visit)) };
  },
  async perform(visit) {
    await visit.call(partOperations.deletePart, { params: paramsOf(visit) });
    return { to: back(visit) };
  },
};

/** Moves a part up or down: two neighbours change their positions. */
const reorder: ActionDefinition = {
  path: "/compositions/{id}/parts/reorder",
  operations: [partOperations.reorderParts, composedDocumentOperations.getComposedDocument],
  async form(visit) {
    return { to: back(visit) };
  },
  async perform(visit, typed) {
    const value = (name: string) => typed.value(name) ?? "";
    const parts = [
      { id: value("part"), position: Number(value("other_position")) },
      { id: value("other"), position: Number(value("position")) },
    ];
    await visit.call(partOperations.reorderParts, { params: { id: visit.param("id") }, body: { parts } });
    return { to: back(visit) };
  },
};

export const partActions: readonly ActionDefinition[] = [create, reorder, update, remove];
