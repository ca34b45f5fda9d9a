import { templateOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import { homeLink } from "../documents/resources.ts";
import type { PageDefinition } from "../frame/definitions.ts";
import { moment } from "../frame/formats.ts";
import { COMPOSITION_TEXTS } from "./texts.ts";
import { variableTitle } from "./variable-words.ts";
import { variablesOf, variableText } from "./variables.ts";

const list: PageDefinition = {
  path: "/templates",
  operations: [templateOperations.listTemplates],
  async show(visit) {
    const { base, language, texts } = visit;
    const { templates, noTemplates, fields } = COMPOSITION_TEXTS[language];
    const { value } = await visit.call(templateOperations.listTemplates);
    const main = table({
      caption: templates,
      empty: noTemplates,
      rows: value,
      columns: [
        { head: fields.name, cell: ({ id, name }) => html`<a href="${base}/templates/${id}">${name}</a>` },
        { head: fields.key, cell: ({ key }) => html`<code>${key}</code>` },
        { head: fields.category, cell: ({ category }) => category ?? "" },
        { head: fields.active, cell: ({ active }) => (active ? texts.yes : texts.no) },
        { head: fields.changed, cell: ({ updatedAt }) => moment(language, updatedAt) },
      ],
    });
    return { title: templates, main, trail: [homeLink(visit)], where: texts.sections.documents };
  },
};

const detail: PageDefinition = {
  path: "/templates/{id}",
  operations: [templateOperations.getTemplate],
  async show(visit) {
    const { base, language, texts } = visit;
    const { templates, noVariables, fields } = COMPOSITION_TEXTS[language];
    const { value: template } = await visit.call(templateOperations.getTemplate, { params: { id: visit.param("id") } });
    const create = `${base}/compositions/create?template_key=${encodeURIComponent(template.key)}`;
    const main = html`${bar(template.active ? [linkButton(create, texts.controls.newComposition)] : [])}
${facts([
  [fields.key, html`<code>${template.key}</code>`],
  [fields.description, template.description],
  [fields.category, template.category],
  [fields.language, template.locale],
  [fields.active, template.active ? texts.yes : texts.no],
  [fields.changed, moment(language, template.updatedAt)],
])}
<h2>${fields.variables}</h2>
${table({
  caption: fields.variables,
  empty: noVariables,
  rows: variablesOf(template.variablesSchema),
  columns: [
    { head: fields.name, cell: ({ name }) => html`<code>${name}</code>` },
    { head: fields.title, cell: ({ name }) => variableTitle(language, template.key, name) },
    { head: fields.type, cell: ({ type }) => html`<code>${type}</code>` },
    { head: fields.required, cell: ({ isRequired }) => (isRequired ? texts.yes : texts.no) },
    { head: fields.choices, cell: ({ choices }) => choices.join(", ") },
    { head: fields.default, cell: ({ usual }) => (usual === undefined ? "" : variableText(visit, usual)) },
  ],
})}
<h2>${fields.source}</h2>
<pre tabindex="0"><code>${template.typstSource}</code></pre>`;
    const trail = [homeLink(visit), { path: "/templates", text: templates }];
    return { title: template.name, main, trail, where: templates };
  },
};

export const templatePages: readonly PageDefinition[] = [list, detail];
