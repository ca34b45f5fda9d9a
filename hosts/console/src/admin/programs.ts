import { scopeWords } from "@cartulary/http/pages";
import { connectorOperations, oauthApplicationOperations, rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import type { Field } from "../components/form.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { fieldsOf, typedBody } from "../components/operation-form.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition } from "../frame/definitions.ts";
import { moment } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { adminAction, adminFieldTexts, adminPage, secretsPage, withAdminLinks } from "./admin-page.ts";
import { ADMIN_TEXTS } from "./texts.ts";

const { createOauthApplication, deleteOauthApplication, getOauthApplication, listOauthApplications } =
  oauthApplicationOperations;
const { createConnector, createConnectorKey, deleteConnector, getConnector, listConnectors } = connectorOperations;

const BY_NAME = { defaults: { sort: "name", direction: "asc" } };

const applications = adminPage("/admin/applications", [listOauthApplications], async (visit) => {
  const { language, texts, base } = visit;
  const { headings, fields } = ADMIN_TEXTS[language];
  const reply = await visit.call(listOauthApplications, { query: listQuery(visit, BY_NAME) });
  const { create, delete: deletes } = texts.controls;
  const main = html`${bar([linkButton(`${base}/admin/applications/create`, create)])}
${filters(visit, { fields: [{ name: "q[name_cont]", label: fields.name }] })}
${table({
  ...{ caption: headings.applications, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.name, cell: ({ name }) => name },
    { head: fields.clientId, cell: ({ clientId }) => html`<code>${clientId}</code>` },
    { head: fields.scopes, cell: ({ scopes }) => scopeWords(language, scopes) },
    { head: fields.confidential, cell: ({ confidential }) => (confidential ? texts.yes : texts.no) },
    { head: fields.trusted, cell: ({ trusted }) => (trusted ? texts.yes : texts.no) },
    { head: fields.createdAt, cell: ({ createdAt }) => moment(language, createdAt) },
    {
      head: texts.actions,
      cell: ({ id, name }) => linkButton(`${base}/admin/applications/${id}/delete`, deletes, `${deletes} ${name}`),
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.applications, main, page: "applications" });
});

/** A field of a list, whose values have commas between them. */
function listField(visit: Visit, name: string, label: string): Field {
  return { name, label, hint: ADMIN_TEXTS[visit.language].listHint };
}

/** The API takes an empty list for a choice, but a person who leaves a field empty has made none. */
function withoutEmptyLists(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

const newApplication = adminAction({
  ...{ page: "applications", path: "create", operations: [createOauthApplication] },
  button: ({ texts }) => texts.controls.create,
  fields: (visit) => {
    const { fields } = ADMIN_TEXTS[visit.language];
    const { body } = createOauthApplication;
    const made = (names: readonly string[]) => fieldsOf(visit, { body, names, texts: adminFieldTexts(visit) });
    return [
      ...made(["name"]),
      { ...listField(visit, "redirect_uris", fields.redirectUris), isRequired: true },
      listField(visit, "scopes", fields.scopes),
      ...made(["confidential", "trusted"]),
    ];
  },
  perform: async (visit, typed) => {
    const body = typedBody({ body: createOauthApplication.body }, typed, { omitEmpty: true });
    const { value } = await visit.call(createOauthApplication, { body: withoutEmptyLists(body) });
    const { fields } = ADMIN_TEXTS[visit.language];
    return secretsPage(visit, "applications", [
      [fields.clientId, value.clientId],
      ...(value.clientSecret === null ? [] : [[fields.clientSecret, value.clientSecret] as const]),
    ]);
  },
});

const removeApplication = adminAction({
  ...{ page: "applications", path: "{id}/delete", isDangerous: true },
  operations: [getOauthApplication, deleteOauthApplication],
  button: ({ texts }) => texts.controls.delete,
  before: async (visit) => {
    const { value } = await visit.call(getOauthApplication, { params: { id: visit.param("id") } });
    return ADMIN_TEXTS[visit.language].deleteQuestion(value.name);
  },
  perform: async (visit) => {
    await visit.call(deleteOauthApplication, { params: { id: visit.param("id") } });
    return { to: "/admin/applications" };
  },
});

const connectors = adminPage("/admin/connectors", [listConnectors], async (visit) => {
  const { language, texts, base } = visit;
  const { headings, fields, areas, newKey } = ADMIN_TEXTS[language];
  const reply = await visit.call(listConnectors, { query: listQuery(visit, BY_NAME) });
  const { create, delete: deletes } = texts.controls;
  const main = html`${bar([linkButton(`${base}/admin/connectors/create`, create)])}
${filters(visit, { fields: [{ name: "q[name_cont]", label: fields.name }] })}
${table({
  ...{ caption: headings.connectors, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.name, cell: ({ name }) => name },
    { head: fields.area, cell: ({ area }) => areas[area] },
    { head: fields.disabledAt, cell: ({ disabledAt }) => moment(language, disabledAt) },
    { head: fields.createdAt, cell: ({ createdAt }) => moment(language, createdAt) },
    {
      head: texts.actions,
      cell: ({ id, name }) =>
        bar([
          linkButton(`${base}/admin/connectors/${id}/keys`, newKey, `${newKey} ${name}`),
          linkButton(`${base}/admin/connectors/${id}/delete`, deletes, `${deletes} ${name}`),
        ]),
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.connectors, main, page: "connectors" });
});

const newConnector = adminAction({
  ...{ page: "connectors", path: "create", operations: [createConnector, rentalOperations.listMandataires] },
  button: ({ texts }) => texts.controls.create,
  fields: async (visit) => {
    const { value } = await visit.call(rentalOperations.listMandataires, { query: "per_page=100" });
    const pickers = { mandataire_id: value.map(({ id, name }) => ({ value: id, text: name })) };
    const made = fieldsOf(visit, {
      ...{ body: createConnector.body, names: ["name", "area", "mandataire_id"], pickers },
      texts: adminFieldTexts(visit),
    });
    return [...made, listField(visit, "workspace_ids", ADMIN_TEXTS[visit.language].fields.workspaceIds)];
  },
  perform: async (visit, typed) => {
    const body = typedBody({ body: createConnector.body }, typed, { omitEmpty: true });
    const { value } = await visit.call(createConnector, { body });
    return secretsPage(visit, "connectors", [[ADMIN_TEXTS[visit.language].fields.key, value.key]]);
  },
});

const connectorName = async (visit: Visit) =>
  (await visit.call(getConnector, { params: { id: visit.param("id") } })).value.name;

const newKey = adminAction({
  ...{ page: "connectors", path: "{id}/keys", operations: [getConnector, createConnectorKey] },
  button: ({ language }) => ADMIN_TEXTS[language].newKey,
  before: async (visit) => `${await connectorName(visit)} – ${ADMIN_TEXTS[visit.language].newKeyQuestion}`,
  perform: async (visit) => {
    const { value } = await visit.call(createConnectorKey, { params: { id: visit.param("id") } });
    return secretsPage(visit, "connectors", [[ADMIN_TEXTS[visit.language].fields.key, value.key]]);
  },
});

const removeConnector = adminAction({
  ...{ page: "connectors", path: "{id}/delete", operations: [getConnector, deleteConnector], isDangerous: true },
  button: ({ texts }) => texts.controls.delete,
  before: async (visit) => ADMIN_TEXTS[visit.language].deleteQuestion(await connectorName(visit)),
  perform: async (visit) => {
    await visit.call(deleteConnector, { params: { id: visit.param("id") } });
    return { to: "/admin/connectors" };
  },
});

export const programPages: readonly PageDefinition[] = [applications, connectors];

export const programActions: readonly ActionDefinition[] = [
  ...[newApplication, removeApplication],
  ...[newConnector, newKey, removeConnector],
];
