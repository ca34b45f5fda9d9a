import { camelName, type Operation, snakeName, wireShape } from "@cartulary/wire";
import { html } from "hono/html";
import { confirm } from "../components/confirm.ts";
import { type FormContent, form, type Option } from "../components/form.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { fieldsOf, type OperationForm, typedBody } from "../components/operation-form.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, Area, Html, PageDefinition } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import { type AgencyVisit, agencyAction, agencyPage, withAgencyLinks } from "./agency-visit.ts";
import { choiceText } from "./choice-words.ts";
import { FIELD_WORDS, type FieldName, labelOf } from "./field-words.ts";
import type { Resource, ResourceAction, ResourceForm } from "./resource.ts";
import { type AnyRecord, recordFacts, valueCell } from "./values.ts";

type Body = NonNullable<Operation["body"]>;

/** Returns the pages and actions of a family of records. */
export function resourceArea(resource: Resource): Area {
  const { creation, change, remove, actions = [] } = resource;
  return {
    pages: [listPage(resource), detailPage(resource)],
    actions: [
      ...(creation ? [creationAction(resource, creation)] : []),
      ...(change ? [changeAction(resource, change)] : []),
      ...(remove ? [removeAction(resource, remove)] : []),
      ...actions.map((action) => recordAction(resource, action)),
    ],
  };
}

const pathOf = ({ name }: Resource) => `/agency/${snakeName(name)}`;

const trailOf = (resource: Resource, visit: AgencyVisit, record?: AnyRecord) => [
  { path: visit.to(pathOf(resource)), text: visit.words.headings[resource.name] },
  ...(record
    ? [{ path: visit.to(`${pathOf(resource)}/${String(record.id)}`), text: resource.titleOf(record, visit.language) }]
    : []),
];

function listPage(resource: Resource): PageDefinition {
  const { list, columns, name, sorts } = resource;
  const [first, ...others] = columns;
  return agencyPage(pathOf(resource), [list], async (visit) => {
    const { language, texts, words } = visit;
    const query = listQuery(visit, { defaults: { sort: sorts[0], direction: "asc" } });
    const reply = await visit.call(list, { query });
    const rows = reply.value as unknown as readonly AnyRecord[];
    const title = words.headings[name];
    const column = (field: FieldName) => ({
      head: FIELD_WORDS[field][language],
      cell: (row: AnyRecord) => valueCell(visit, field, row[field]),
    });
    const main = html`${bar(resource.creation ? [linkButton(visit.href(`${pathOf(resource)}/create`), texts.controls.create)] : [])}
${listFilters(resource, visit)}
${table({
  ...{ caption: title, empty: texts.nothing, rows },
  columns: [
    {
      head: FIELD_WORDS[first][language],
      cell: (row) =>
        html`<a href="${visit.href(`${pathOf(resource)}/${String(row.id)}`)}">${valueCell(visit, first, row[first])}</a>`,
    },
    ...others.map(column),
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
    return withAgencyLinks(visit, { title, main });
  });
}

function listFilters({ filters: own, sorts }: Resource, visit: AgencyVisit) {
  const { language } = visit;
  return filters(visit, {
    fields: own.map(({ name, field, choices, groups = [] }) => ({
      ...{ name, label: FIELD_WORDS[field][language] },
      ...(choices && {
        kind: "select" as const,
        options: [
          { value: "", text: "–" },
          ...groups.map(({ values, words }) => ({ value: values.join(","), text: words[language] })),
          ...choiceOptions(visit, choices),
        ],
      }),
    })),
    sorts: sorts.map((value) => ({ value, text: labelOf(language, camelName(value)) })),
    kept: ["mandataire_id"],
  });
}

const choiceOptions = ({ language }: AgencyVisit, choices: readonly string[]): readonly Option[] =>
  choices.map((value) => ({ value, text: choiceText(language, value) }));

async function recordOf({ get }: Resource, visit: AgencyVisit): Promise<AnyRecord> {
  const { value } = await visit.call(get, { params: { id: visit.param("id") } });
  return value as unknown as AnyRecord;
}

function detailPage(resource: Resource): PageDefinition {
  const { get, groups, titleOf, parts, partOperations = [], change, remove, actions = [], files = [] } = resource;
  return agencyPage(`${pathOf(resource)}/{id}`, [get, ...partOperations], async (visit) => {
    const record = await recordOf(resource, visit);
    const own = `${pathOf(resource)}/${visit.param("id")}`;
    const { controls } = visit.texts;
    const allowed = actions.filter(({ isAllowed }) => isAllowed(record));
    const main = html`${bar([
      ...(change ? [linkButton(visit.href(`${own}/change`), controls.change)] : []),
      ...allowed.map(({ verb, label }) => linkButton(visit.href(`${own}/${verb}`), label[visit.language])),
      ...files
        .filter(({ isThere }) => isThere(record))
        .map(({ path, label }) => linkButton(visit.href(`${own}/${path}`), label[visit.language])),
      ...(remove?.isAllowed(record) ? [linkButton(visit.href(`${own}/delete`), controls.delete)] : []),
    ])}
${recordFacts(visit, groups, record)}
${(await parts?.(visit, record)) ?? ""}`;
    return withAgencyLinks(visit, { title: titleOf(record, visit.language), main, trail: trailOf(resource, visit) });
  });
}

/** Returns the parts of a resource's form that its schema makes. */
async function formOf(
  visit: AgencyVisit,
  { operation, part, pickers = {}, names, presentNames, extra }: ResourceForm,
  present?: AnyRecord,
): Promise<Pick<FormContent, "fields">> {
  const body = operation.body;
  if (!body) return {};
  const loaded = await Promise.all(
    Object.entries(pickers).map(async ([name, load]) => [name, await load(visit)] as const),
  );
  const shared = {
    pickers: Object.fromEntries(loaded),
    texts: {
      label: (name: string) => labelOf(visit.language, name),
      choice: (value: string) => choiceText(visit.language, value),
    },
    ...(present && { present }),
    ...(presentNames && { presentNames }),
  };
  const inner = part === undefined ? undefined : partOf(body, part);
  const outer: OperationForm = { ...shared, body, ...(inner ? { names: Object.keys(pickers) } : names && { names }) };
  return {
    fields: [
      ...(inner ? fieldsOf(visit, { ...shared, ...inner, pickers: {}, ...(names && { names }) }) : []),
      ...fieldsOf(visit, outer),
      ...(extra?.(visit) ?? []),
    ],
  };
}

/** Returns the schema of an object in a body, whose fields have its name before brackets. */
function partOf(body: Body, part: string): { readonly body: Body; readonly wrapper: string } {
  const inner = wireShape(body)[part];
  if (!inner) throw new TypeError(`The body has no ${part}`);
  return { body: inner, wrapper: part };
}

function sentBody({ operation, part, complete }: ResourceForm, typed: Typed, omitEmpty: boolean): AnyRecord {
  const { body } = operation;
  if (!body) return {};
  const outer = typedBody({ body }, typed, { omitEmpty });
  const { [part ?? ""]: _, ...others } = outer;
  const made = part === undefined ? outer : { ...others, [part]: typedBody(partOf(body, part), typed, { omitEmpty }) };
  return complete ? complete(made, typed) : made;
}

function creationAction(resource: Resource, creation: ResourceForm): ActionDefinition {
  const path = `${pathOf(resource)}/create`;
  return agencyAction({
    path,
    operations: [creation.operation, ...(creation.pickerOperations ?? [])],
    form: async (visit, typed) => {
      const { create } = visit.texts.controls;
      const content = { ...(await formOf(visit, creation)), button: create, cancel: visit.to(pathOf(resource)) };
      const title = `${create} – ${visit.words.headings[resource.name]}`;
      return withAgencyLinks(visit, { title, main: form(visit, typed, content), trail: trailOf(resource, visit) });
    },
    perform: async (visit, typed) => {
      const { value } = await visit.call(creation.operation, { body: sentBody(creation, typed, true) });
      return { to: visit.to(`${pathOf(resource)}/${String((value as unknown as AnyRecord).id)}`) };
    },
  });
}

/** Returns an action on one record: a form or a question, then one operation. */
function onRecord(
  resource: Resource,
  action: {
    readonly verb: string;
    readonly form: ResourceForm;
    readonly title: (visit: AgencyVisit) => string;
    readonly shown: (visit: AgencyVisit, typed: Typed, record: AnyRecord, cancel: string) => Promise<Html>;
    readonly omitEmpty: boolean;
    readonly goesToList?: boolean;
  },
): ActionDefinition {
  const { verb, form: own, title, shown, omitEmpty, goesToList = false } = action;
  const operation = own.operation;
  return agencyAction({
    path: `${pathOf(resource)}/{id}/${verb}`,
    operations: [resource.get, operation, ...(own.pickerOperations ?? [])],
    form: async (visit, typed) => {
      const record = await recordOf(resource, visit);
      const cancel = visit.to(`${pathOf(resource)}/${visit.param("id")}`);
      return withAgencyLinks(visit, {
        title: `${title(visit)} – ${resource.titleOf(record, visit.language)}`,
        main: await shown(visit, typed, record, cancel),
        trail: trailOf(resource, visit, record),
      });
    },
    perform: async (visit, typed) => {
      const id = visit.param("id");
      await visit.call(operation, { params: { id }, body: sentBody(own, typed, omitEmpty) });
      return { to: visit.to(goesToList ? pathOf(resource) : `${pathOf(resource)}/${id}`) };
    },
  });
}

function changeAction(resource: Resource, change: ResourceForm): ActionDefinition {
  return onRecord(resource, {
    ...{ verb: "change", form: change, omitEmpty: false },
    title: ({ texts }) => texts.controls.change,
    shown: async (visit, typed, record, cancel) =>
      form(visit, typed, {
        ...(await formOf(visit, change, record)),
        ...{ button: visit.texts.controls.save, cancel },
      }),
  });
}

function removeAction(resource: Resource, { operation }: NonNullable<Resource["remove"]>): ActionDefinition {
  return onRecord(resource, {
    ...{ verb: "delete", form: { operation }, omitEmpty: true, goesToList: true },
    title: ({ texts }) => texts.controls.delete,
    shown: async (visit, typed, record, cancel) =>
      confirm(visit, typed, {
        text: visit.words.deleteQuestion(resource.titleOf(record, visit.language)),
        ...{ button: visit.texts.controls.delete, isDangerous: true, cancel },
      }),
  });
}

function recordAction(resource: Resource, action: ResourceAction): ActionDefinition {
  const { verb, label, question, isDangerous = false } = action;
  return onRecord(resource, {
    ...{ verb, form: action, omitEmpty: true },
    title: ({ language }) => label[language],
    shown: async (visit, typed, _record, cancel) =>
      form(visit, typed, {
        ...(await formOf(visit, action)),
        before: html`<p>${question[visit.language]}</p>`,
        ...{ button: label[visit.language], isDangerous, cancel },
      }),
  });
}
