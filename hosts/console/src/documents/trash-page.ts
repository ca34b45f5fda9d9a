import { type ReplyOf, sizeOf } from "@cartulary/http/pages";
import { forbidden, isRoleAtLeast, orNotFound } from "@cartulary/kernel";
import { trashOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { confirm } from "../components/confirm.ts";
import { form } from "../components/form.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition } from "../frame/definitions.ts";
import { bodyFrom } from "../frame/form-input.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { homeLink } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";
import { placeFields } from "./tree-actions.ts";

type Entry = ReplyOf<typeof trashOperations.listTrash>["value"][number];

const KINDS = ["workspace", "folder", "document"] as const satisfies readonly Entry["kind"][];

/** `/trash`: what was deleted and can be taken back. */
export const trashPage: PageDefinition = {
  path: "/trash",
  operations: [trashOperations.listTrash],
  async show(visit) {
    const { base, language, texts, caller } = visit;
    const { trash, fields, nameContains } = DOCUMENT_TEXTS[language];
    // Without an order of its query the list has the one of archive.md 1.2: the latest deletions first.
    const reply = await visit.call(trashOperations.listTrash, { query: listQuery(visit) });
    const mayPurge = isManager(caller);
    const { restore, deleteForGood } = texts.controls;
    const main = html`${filters(visit, {
      fields: [
        { name: "q[name_cont]", label: nameContains },
        {
          ...{ name: "q[kind_eq]", label: fields.kind, kind: "select" },
          options: [{ value: "", text: "–" }, ...KINDS.map((value) => ({ value, text: trash.kinds[value] }))],
        },
      ],
      sorts: [
        { value: "deleted_at", text: trash.deleted },
        { value: "name", text: fields.name },
        { value: "byte_size", text: fields.size },
      ],
      direction: "desc",
    })}
${table<Entry>({
  caption: trash.title,
  empty: visit.isFiltered ? texts.nothing : trash.empty,
  rows: reply.value,
  columns: [
    { head: fields.name, cell: ({ name }) => name },
    { head: fields.kind, cell: ({ kind }) => trash.kinds[kind] },
    { head: fields.place, cell: ({ path }) => path.join(" / ") },
    { head: trash.documents, isNumber: true, cell: ({ documentsCount }) => numberText(language, documentsCount) },
    { head: fields.size, isNumber: true, cell: ({ byteSize }) => sizeOf(byteSize, language) },
    { head: trash.deleted, cell: ({ deletedAt }) => moment(language, deletedAt) },
    { head: fields.by, cell: ({ deletedBy }) => deletedBy?.displayName ?? "" },
    { head: trash.until, cell: ({ restorableUntil }) => moment(language, restorableUntil) },
    {
      head: texts.actions,
      cell: ({ id, name }) => html`${linkButton(`${base}/trash/${id}/restore`, restore, `${restore} ${name}`)}
${mayPurge ? linkButton(`${base}/trash/${id}/purge`, deleteForGood, `${deleteForGood}${colon(language)}${name}`) : ""}`,
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
    return { title: trash.title, main, trail: [homeLink(visit)], where: texts.sections.documents };
  },
};

const trail = (visit: Visit) => [homeLink(visit), { path: "/trash", text: DOCUMENT_TEXTS[visit.language].trash.title }];

const RESTORED = { workspace: "workspaces", folder: "folders", document: "documents" } as const;

/** Returns the kind of a record that a restoration answers. */
const kindOf = (record: object): keyof typeof RESTORED =>
  "label" in record ? "workspace" : "byteSize" in record ? "document" : "folder";

const isManager = (caller: Visit["caller"]): boolean => caller !== null && isRoleAtLeast(caller.role, "manager");

/** Returns the name of an entry that the person may take back; 404 for any other. */
async function nameOf(visit: Visit): Promise<string> {
  const query = new URLSearchParams({ "q[id_eq]": visit.param("id") }).toString();
  const { value } = await visit.call(trashOperations.listTrash, { query });
  return orNotFound(value[0]).name;
}

const restore: ActionDefinition = {
  path: "/trash/{id}/restore",
  operations: [trashOperations.restoreFromTrash, trashOperations.listTrash, ...placeFields.operations],
  async form(visit, typed) {
    const { trash } = DOCUMENT_TEXTS[visit.language];
    const { restore: title } = visit.texts.controls;
    const name = await nameOf(visit);
    const fields = await placeFields.fields(visit, null);
    const main = form(visit, typed, {
      before: html`<p>${trash.restoreHint(name)}</p>`,
      fields,
      button: title,
      cancel: "/trash",
    });
    return { title, main, trail: trail(visit), where: visit.texts.sections.documents };
  },
  async perform(visit, typed) {
    const operation = trashOperations.restoreFromTrash;
    const id = visit.param("id");
    const { value } = await visit.call(operation, {
      params: { id },
      body: bodyFrom(operation, typed, { omitEmpty: true }),
    });
    return { to: `/${RESTORED[kindOf(value)]}/${id}` };
  },
};

const purge: ActionDefinition = {
  path: "/trash/{id}/purge",
  operations: [trashOperations.purgeFromTrash, trashOperations.listTrash],
  async form(visit, typed) {
    const { trash } = DOCUMENT_TEXTS[visit.language];
    const { deleteForGood: title } = visit.texts.controls;
    // The role is judged before the entry (archive.md 4.4).
    if (!isManager(visit.caller)) throw forbidden("Requires the role manager");
    const question = {
      text: trash.purgeQuestion(await nameOf(visit)),
      button: title,
      isDangerous: true,
      cancel: "/trash",
    };
    return { title, main: confirm(visit, typed, question), trail: trail(visit), where: visit.texts.sections.documents };
  },
  async perform(visit) {
    await visit.call(trashOperations.purgeFromTrash, { params: { id: visit.param("id") } });
    return { to: "/trash" };
  },
};

export const trashActions: readonly ActionDefinition[] = [restore, purge];
