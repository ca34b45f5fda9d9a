import { orNotFound } from "@cartulary/kernel";
import { camelName, mandataireMemberOperations, mandataireOperations, userOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { choiceText } from "../agency/choice-words.ts";
import { labelOf } from "../agency/field-words.ts";
import { listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import type { FieldTexts } from "../components/operation-form.ts";
import { fieldsOf, typedBody } from "../components/operation-form.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition } from "../frame/definitions.ts";
import type { Visit } from "../frame/visit.ts";
import { adminAction, adminPage, withAdminLinks } from "./admin-page.ts";
import { userChoices } from "./people.ts";
import { ADMIN_TEXTS } from "./texts.ts";

const { createMandataire, deleteMandataire, listMandataires, updateMandataire } = mandataireOperations;
const { addMandataireMember, listMandataireMembers, removeMandataireMember } = mandataireMemberOperations;

/** Fields whose present values no operation answers: an empty one is left as it is. */
const UNSEEN = [
  "siren",
  "address",
  "iban",
  "bic",
  "billing_calendar",
  "billing_cycle_month",
  "accounting_mode",
] as const;

const fieldTexts = ({ language }: Visit): FieldTexts => ({
  label: (name) => labelOf(language, name),
  choice: (value) => choiceText(language, value),
});

const agencies = adminPage("/admin/agencies", [listMandataires], async (visit) => {
  const { language, texts, base } = visit;
  const { headings, agenciesNote } = ADMIN_TEXTS[language];
  const reply = await visit.call(listMandataires, {
    query: listQuery(visit, { defaults: { sort: "name", direction: "asc" } }),
  });
  const main = html`<p>${agenciesNote}</p>
${bar([linkButton(`${base}/admin/agencies/create`, texts.controls.create)])}
${table({
  ...{ caption: headings.agencies, empty: texts.nothing, rows: reply.value },
  columns: [
    {
      head: labelOf(language, "name"),
      cell: ({ id, name }) => html`<a href="${base}/admin/agencies/${id}">${name}</a>`,
    },
    { head: labelOf(language, "cardNumber"), cell: ({ cardNumber }) => cardNumber ?? "–" },
    { head: labelOf(language, "guarantorName"), cell: ({ guarantorName }) => guarantorName ?? "–" },
    { head: labelOf(language, "phone"), cell: ({ phone }) => phone ?? "–" },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.agencies, main, page: "agencies" });
});

async function agencyOf(visit: Visit) {
  const { value } = await visit.call(listMandataires, { query: `q[id_eq]=${visit.param("id")}` });
  return orNotFound(value[0] ?? null);
}

const agency = adminPage("/admin/agencies/{id}", [listMandataires, listMandataireMembers], async (visit) => {
  const { language, texts, base } = visit;
  const { fields, members, addMember } = ADMIN_TEXTS[language];
  const found = await agencyOf(visit);
  const reply = await visit.call(listMandataireMembers, { params: { id: found.id }, query: listQuery(visit) });
  const { change, remove, delete: deletes, add } = texts.controls;
  const own = `${base}/admin/agencies/${found.id}`;
  const main = html`${bar([
    linkButton(`${base}/agency?mandataire_id=${found.id}`, texts.sections.rental),
    linkButton(`${own}/members`, add, `${add} – ${addMember}`),
    linkButton(`${own}/change`, change),
    linkButton(`${own}/delete`, deletes),
  ])}
${table({
  ...{ caption: members, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.displayName, cell: ({ user }) => user.displayName },
    { head: fields.emailAddress, cell: ({ user }) => user.emailAddress },
    {
      head: texts.actions,
      cell: ({ userId, user }) =>
        linkButton(`${own}/members/${userId}/delete`, remove, `${remove} ${user.displayName}`),
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: found.name, main, page: "agencies" });
});

const create = adminAction({
  ...{ page: "agencies", path: "create", operations: [createMandataire] },
  button: ({ texts }) => texts.controls.create,
  fields: (visit) => fieldsOf(visit, { body: createMandataire.body, texts: fieldTexts(visit) }),
  perform: async (visit, typed) => {
    const body = typedBody({ body: createMandataire.body }, typed, { omitEmpty: true });
    const { value } = await visit.call(createMandataire, { body });
    return { to: `/admin/agencies/${value.id}` };
  },
});

const change = adminAction({
  ...{ page: "agencies", path: "{id}/change", operations: [listMandataires, updateMandataire] },
  button: ({ texts }) => texts.controls.save,
  before: ({ language }) => ADMIN_TEXTS[language].unseenNote(UNSEEN.map((name) => labelOf(language, camelName(name)))),
  fields: async (visit) =>
    fieldsOf(visit, {
      ...{ body: updateMandataire.body, texts: fieldTexts(visit) },
      present: { ...(await agencyOf(visit)) },
    }),
  perform: async (visit, typed) => {
    const id = visit.param("id");
    const all = typedBody({ body: updateMandataire.body }, typed);
    const isKept = (name: string) => UNSEEN.some((unseen) => unseen === name) && (typed.value(name) ?? "") === "";
    const body = Object.fromEntries(Object.entries(all).filter(([name]) => !isKept(name)));
    await visit.call(updateMandataire, { params: { id }, body });
    return { to: `/admin/agencies/${id}` };
  },
});

const remove = adminAction({
  ...{ page: "agencies", path: "{id}/delete", operations: [listMandataires, deleteMandataire], isDangerous: true },
  button: ({ texts }) => texts.controls.delete,
  before: async (visit) => ADMIN_TEXTS[visit.language].deleteQuestion((await agencyOf(visit)).name),
  perform: async (visit) => {
    await visit.call(deleteMandataire, { params: { id: visit.param("id") } });
    return { to: "/admin/agencies" };
  },
});

const addMember = adminAction({
  ...{ page: "agencies", path: "{id}/members", operations: [userOperations.listUsers, addMandataireMember] },
  button: ({ texts }) => texts.controls.add,
  before: ({ language }) => ADMIN_TEXTS[language].addMember,
  fields: async (visit) => [
    {
      ...{ name: "user_id", label: ADMIN_TEXTS[visit.language].fields.userId, kind: "select", isRequired: true },
      options: await userChoices(visit),
    },
  ],
  perform: async (visit, typed) => {
    const id = visit.param("id");
    await visit.call(addMandataireMember, { params: { id }, body: { user_id: typed.value("user_id") ?? "" } });
    return { to: `/admin/agencies/${id}` };
  },
});

const removeMember = adminAction({
  ...{ page: "agencies", path: "{id}/members/{user_id}/delete", operations: [listMandataires, removeMandataireMember] },
  button: ({ texts }) => texts.controls.remove,
  before: async (visit) => `${(await agencyOf(visit)).name} – ${ADMIN_TEXTS[visit.language].leaveQuestion}`,
  perform: async (visit) => {
    await visit.call(removeMandataireMember, { params: visit.params });
    return { to: `/admin/agencies/${visit.param("id")}` };
  },
});

/** The agencies of which the administrator is a member, with their identity and members. */
export const agencyPages: readonly PageDefinition[] = [agencies, agency];

export const agencyActions: readonly ActionDefinition[] = [create, change, remove, addMember, removeMember];
