import type { Html, ReplyOf } from "@cartulary/http/pages";
import { compilationOperations, composedDocumentOperations, partOperations, templateOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { confirm } from "../components/confirm.ts";
import { facts } from "../components/facts.ts";
import { form, postButton } from "../components/form.ts";
import { entriesOf, filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import { homeLink, mayWrite } from "../documents/resources.ts";
import { DOCUMENT_TEXTS } from "../documents/texts.ts";
import { placeFields } from "../documents/tree-actions.ts";
import type { ActionDefinition, PageDefinition, PageView } from "../frame/definitions.ts";
import { bodyFrom, type Typed, UNTYPED } from "../frame/form-input.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import {
  COMPOSITION_OPERATIONS,
  type Composition,
  levelOnComposition,
  writableComposition,
} from "./composition-level.ts";
import { COMPOSITION_TEXTS } from "./texts.ts";
import { variableTitle } from "./variable-words.ts";
import { fieldFor, readVariables, variablesOf, variableText } from "./variables.ts";

type PartView = ReplyOf<typeof partOperations.listParts>["value"][number];

/** The pages above a composition. */
export const trailOfCompositions = (visit: Visit) => [
  homeLink(visit),
  { path: "/compositions", text: COMPOSITION_TEXTS[visit.language].compositions },
];

const list: PageDefinition = {
  path: "/compositions",
  operations: [composedDocumentOperations.listComposedDocuments],
  async show(visit) {
    const { base, language, texts } = visit;
    const own = COMPOSITION_TEXTS[language];
    const { fields } = own;
    const query = listQuery(visit, { defaults: { sort: "name", direction: "asc" } });
    const reply = await visit.call(composedDocumentOperations.listComposedDocuments, { query });
    const main = html`${bar([linkButton(`${base}/compositions/create`, texts.controls.newComposition)])}
${filters(visit, {
  fields: [{ name: "q[name_cont]", label: DOCUMENT_TEXTS[language].nameContains }],
  sorts: [
    { value: "name", text: fields.name },
    { value: "updated_at", text: fields.changed },
  ],
})}
${table({
  caption: own.compositions,
  empty: visit.isFiltered ? texts.nothing : own.noCompositions,
  rows: reply.value,
  columns: [
    { head: fields.name, cell: ({ id, name }) => html`<a href="${base}/compositions/${id}">${name}</a>` },
    { head: fields.template, cell: ({ templateKey }) => keyCell(templateKey) ?? "" },
    { head: fields.status, cell: ({ status }) => own.statuses[status] },
    { head: fields.parts, isNumber: true, cell: ({ partsCount }) => numberText(language, partsCount) },
    { head: fields.changed, cell: ({ updatedAt }) => moment(language, updatedAt) },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
    return { title: own.compositions, main, trail: [homeLink(visit)], where: texts.sections.documents };
  },
};

const detail: PageDefinition = {
  path: "/compositions/{id}",
  operations: [...COMPOSITION_OPERATIONS, partOperations.listParts],
  show: (visit) => compositionPage(visit, UNTYPED),
};

/** The composition with its parts; after a failed compilation with its errors. */
async function compositionPage(visit: Visit, typed: Typed): Promise<PageView> {
  const { base, language, texts } = visit;
  const own = COMPOSITION_TEXTS[language];
  const params = { id: visit.param("id") };
  const { value: composition } = await visit.call(composedDocumentOperations.getComposedDocument, { params });
  const parts = await entriesOf((query) => visit.call(partOperations.listParts, { params, query }));
  const isWritable = mayWrite(await levelOnComposition(visit, composition));
  const at = `${base}/compositions/${params.id}`;
  const { controls } = texts;
  const actions = [
    postButton(visit, { action: `/compositions/${params.id}/compile`, text: controls.compile }),
    linkButton(`${at}/parts/create`, controls.addPart),
    linkButton(`${at}/update`, controls.change),
    linkButton(`${at}/delete`, controls.delete),
  ];
  const main = html`${isWritable ? bar(actions) : ""}
${diagnostics(visit, parts, typed)}
<div class="columns"><section><h2>${own.fields.pdf}</h2>${pdf(visit, composition)}</section>
<section><h2>${own.fields.parts}</h2>${partsTable(visit, { id: params.id, parts, isWritable })}</section></div>
<h2>${own.fields.variables}</h2>
${factsOf(visit, composition)}`;
  return { title: composition.name, main, trail: trailOfCompositions(visit), where: own.compositions };
}

function pdf({ base, language }: Visit, { pdfFileId }: Composition): Html {
  const { openPdf, notCompiled, fields } = COMPOSITION_TEXTS[language];
  if (pdfFileId === null) return html`<p>${notCompiled}</p>`;
  const at = `${base}/documents/${pdfFileId}`;
  return html`<p><a href="${at}">${openPdf}</a></p><iframe class="preview" src="${at}/content" title="${fields.pdf}" loading="lazy"></iframe>`;
}

/** Renders the key of a template, which is no word of any language. */
const keyCell = (key: string | null): Html | null => (key === null ? null : html`<code>${key}</code>`);

function factsOf(visit: Visit, { description, status, templateKey, variables, updatedAt }: Composition): Html {
  const { language } = visit;
  const { fields, statuses } = COMPOSITION_TEXTS[language];
  return facts([
    [fields.description, description],
    [fields.status, statuses[status]],
    [fields.template, keyCell(templateKey)],
    ...Object.entries(variables).map(
      ([name, value]) => [variableTitle(language, templateKey, name), variableText(visit, value)] as const,
    ),
    [fields.changed, moment(language, updatedAt)],
  ]);
}

interface Parts {
  /** The id of the composition. */
  readonly id: string;
  readonly parts: readonly PartView[];
  readonly isWritable: boolean;
}

function partsTable(visit: Visit, { id, parts, isWritable }: Parts): Html {
  const { base, language, texts } = visit;
  const own = COMPOSITION_TEXTS[language];
  const { controls } = texts;
  const at = `${base}/compositions/${id}/parts`;
  const titleOf = ({ title }: PartView) => title ?? own.untitled;
  const moveTo = (part: PartView, other: PartView | undefined, text: string) =>
    other === undefined
      ? ""
      : postButton(visit, {
          ...{ action: `/compositions/${id}/parts/reorder`, text, label: `${text}${colon(language)}${titleOf(part)}` },
          hidden: {
            part: part.id,
            position: String(part.position),
            other: other.id,
            other_position: String(other.position),
          },
        });
  const actionsOn = (part: PartView) => {
    const index = parts.indexOf(part);
    return html`${moveTo(part, parts[index - 1], controls.moveUp)}${moveTo(part, parts[index + 1], controls.moveDown)}
${linkButton(`${at}/${part.id}/update`, controls.change, `${controls.change}${colon(language)}${titleOf(part)}`)}
${part.status === "locked" ? "" : linkButton(`${at}/${part.id}/delete`, controls.delete, `${controls.delete}${colon(language)}${titleOf(part)}`)}`;
  };
  return table<PartView>({
    caption: own.fields.parts,
    empty: own.noParts,
    rows: parts,
    columns: [
      { head: own.fields.title, cell: titleOf },
      { head: own.fields.status, cell: ({ status }) => own.partStatuses[status] },
      { head: own.fields.format, cell: ({ contentFormat }) => own.formats[contentFormat] },
      ...(isWritable ? [{ head: texts.actions, cell: actionsOn }] : []),
    ],
  });
}

interface Diagnostic {
  readonly part_id: string | null;
  readonly line: number | null;
  readonly message: string;
}

/** The errors of a compilation, each at its part and line. */
function diagnostics(
  { language, base, path }: Visit,
  parts: readonly PartView[],
  { details, problems }: Typed,
): Html | string {
  if (problems.length === 0) return "";
  const own = COMPOSITION_TEXTS[language];
  const { diagnostics: found = [] } = (details ?? {}) as { readonly diagnostics?: readonly Diagnostic[] };
  const at = base + path.replace(/\/compile$/, "");
  const summary = html`<div role="alert"><p>${found.length > 0 ? own.failed : problems.map(({ field, message }) => `${field ?? ""} ${message}`).join(" ")}</p></div>`;
  if (found.length === 0) return summary;
  const titleOf = (id: string | null) => parts.find((part) => part.id === id)?.title ?? own.untitled;
  return html`${summary}${table<Diagnostic>({
    ...{ caption: own.diagnostics, empty: "", rows: found },
    columns: [
      {
        head: own.fields.parts,
        cell: ({ part_id }) =>
          part_id === null
            ? own.fields.template
            : html`<a href="${at}/parts/${part_id}/update">${titleOf(part_id)}</a>`,
      },
      { head: own.line, isNumber: true, cell: ({ line }) => (line === null ? "" : numberText(language, line)) },
      { head: own.message, cell: ({ message }) => html`<code lang="en">${message}</code>` },
    ],
  })}`;
}

const compile: ActionDefinition = {
  path: "/compositions/{id}/compile",
  operations: [compilationOperations.compileComposedDocument, ...COMPOSITION_OPERATIONS, partOperations.listParts],
  async form(visit, typed) {
    if (typed.problems.length > 0) return compositionPage(visit, typed);
    const { id, name } = await writableComposition(visit);
    const { compileQuestion } = COMPOSITION_TEXTS[visit.language];
    const { compile: title } = visit.texts.controls;
    const main = confirm(visit, typed, { text: compileQuestion, button: title, cancel: `/compositions/${id}` });
    const trail = [...trailOfCompositions(visit), { path: `/compositions/${id}`, text: name }];
    return { title, main, trail, where: name };
  },
  async perform(visit) {
    const params = { id: visit.param("id") };
    await visit.call(compilationOperations.compileComposedDocument, { params });
    return { to: `/compositions/${params.id}`, done: COMPOSITION_TEXTS[visit.language].compiled };
  },
};

const create: ActionDefinition = {
  path: "/compositions/create",
  operations: [
    composedDocumentOperations.createComposedDocument,
    templateOperations.listTemplates,
    ...placeFields.operations,
  ],
  async form(visit, typed) {
    const own = COMPOSITION_TEXTS[visit.language];
    const { newComposition: title } = visit.texts.controls;
    const { value: all } = await visit.call(templateOperations.listTemplates);
    const key = typed.value("template_key") ?? visit.queried("template_key");
    const template = all.find((each) => each.key === key);
    const place = { title, trail: trailOfCompositions(visit), where: own.compositions };
    if (!template) {
      const links = all
        .filter(({ active }) => active)
        .map(
          (each) =>
            html`<li><a href="${visit.base}/compositions/create?template_key=${encodeURIComponent(each.key)}">${each.name}</a><small>${each.description ?? ""}</small></li>`,
        );
      return {
        ...place,
        main: html`<p>${links.length === 0 ? own.noTemplates : own.chooseTemplate}</p><ul class="items">${links}</ul>`,
      };
    }
    const [folder] = await placeFields.fields(visit, null);
    const variables = variablesOf(template.variablesSchema).map((variable) => fieldFor(visit, template.key, variable));
    const main = form(visit, typed, {
      fields: [
        { name: "name", label: own.fields.name, isRequired: true, value: template.name, maxLength: 255 },
        ...(folder ? [{ ...folder, name: "folder_id" }] : []),
      ],
      groups: variables.length === 0 ? [] : [{ legend: own.fields.variables, fields: variables }],
      hidden: { template_key: template.key },
      button: visit.texts.controls.create,
      cancel: "/compositions",
    });
    return { ...place, main };
  },
  async perform(visit, typed) {
    const operation = composedDocumentOperations.createComposedDocument;
    const { value: all } = await visit.call(templateOperations.listTemplates);
    const template = all.find((each) => each.key === typed.value("template_key"));
    const { variables: _text, ...body } = bodyFrom(operation, typed, { omitEmpty: true });
    const variables = readVariables(variablesOf(template?.variablesSchema ?? {}), typed);
    const { value } = await visit.call(operation, { body: { ...body, variables } });
    return { to: `/compositions/${value.id}` };
  },
};

const update: ActionDefinition = {
  path: "/compositions/{id}/update",
  operations: [...COMPOSITION_OPERATIONS, composedDocumentOperations.updateComposedDocument],
  async form(visit, typed) {
    const own = COMPOSITION_TEXTS[visit.language];
    const value = await writableComposition(visit);
    const variables = variablesOf(value.variablesSchema).map((variable) =>
      fieldFor(visit, value.templateKey, variable, value.variables[variable.name]),
    );
    const main = form(visit, typed, {
      fields: [
        { name: "name", label: own.fields.name, isRequired: true, value: value.name, maxLength: 255 },
        { name: "description", label: own.fields.description, kind: "textarea", value: value.description },
      ],
      groups: variables.length === 0 ? [] : [{ legend: own.fields.variables, fields: variables }],
      button: visit.texts.controls.save,
      cancel: `/compositions/${value.id}`,
    });
    return {
      title: visit.texts.controls.change,
      main,
      trail: [...trailOfCompositions(visit), { path: `/compositions/${value.id}`, text: value.name }],
      where: value.name,
    };
  },
  async perform(visit, typed) {
    const params = { id: visit.param("id") };
    const { value } = await visit.call(composedDocumentOperations.getComposedDocument, { params });
    const { variables: _text, ...body } = bodyFrom(composedDocumentOperations.updateComposedDocument, typed);
    const variables = readVariables(variablesOf(value.variablesSchema), typed);
    await visit.call(composedDocumentOperations.updateComposedDocument, {
      params,
      body: { ...body, variables: { ...value.variables, ...variables } },
    });
    return { to: `/compositions/${params.id}` };
  },
};

const remove: ActionDefinition = {
  path: "/compositions/{id}/delete",
  operations: [...COMPOSITION_OPERATIONS, composedDocumentOperations.deleteComposedDocument],
  async form(visit, typed) {
    const { id, name } = await writableComposition(visit);
    const { delete: title } = visit.texts.controls;
    const { deleteQuestion } = COMPOSITION_TEXTS[visit.language];
    const main = confirm(visit, typed, {
      text: deleteQuestion(name),
      button: title,
      isDangerous: true,
      cancel: `/compositions/${id}`,
    });
    return { title, main, trail: trailOfCompositions(visit), where: name };
  },
  async perform(visit) {
    await visit.call(composedDocumentOperations.deleteComposedDocument, { params: { id: visit.param("id") } });
    return { to: "/compositions" };
  },
};

export const compositionPages: readonly PageDefinition[] = [list, detail];

export const compositionActions: readonly ActionDefinition[] = [create, update, remove, compile];
