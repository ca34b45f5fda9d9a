import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";
import { UNTYPED } from "../frame/form-input.ts";
import { numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { type Field, fieldOf } from "./form.ts";

/** The position of a page in its list. */
export interface ListPage {
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}

/** A choice of order: `name`, with its text. */
export interface SortChoice {
  readonly value: string;
  readonly text: string;
}

/** Parameters of lists, which a list passes to its operation as they are. */
const LIST_PARAMETER = /^(?:page|per_page|offset|sort|direction|q\[.*)$/s;

/**
 * Returns the query for a list operation: the page's own list parameters as they were sent, `defaults` for those that are
 * missing, and `fixed` ones.
 */
export function listQuery(
  visit: Visit,
  {
    defaults = {},
    fixed = {},
  }: { readonly defaults?: Readonly<Record<string, string>>; readonly fixed?: Readonly<Record<string, string>> } = {},
): string {
  const sent = visit.query.filter(([name, value]) => LIST_PARAMETER.test(name) && value !== "");
  const names = new Set(sent.map(([name]) => name));
  const added = Object.entries(defaults).filter(([name]) => !names.has(name));
  const query = new URLSearchParams();
  for (const [name, value] of [...sent, ...added, ...Object.entries(fixed)]) query.append(name, value);
  return query.toString();
}

/** Returns the position of a page in its list, from the reply of a list operation. */
export function pageOfList({ page }: { readonly page?: unknown }): ListPage {
  const { total = 0, page: number = 1, perPage = 1 } = (page ?? {}) as Partial<ListPage>;
  return { total, page: number, perPage };
}

/** The pages of a list, of a hundred entries each, whose entries a choice offers. */
const CHOICE_PAGES = 10;

/** Returns the entries of a list from which a form lets choose: all of them, up to a thousand. */
export async function entriesOf<Entry>(
  ask: (query: string) => Promise<{ readonly value: readonly Entry[]; readonly page?: unknown }>,
  { sort, page = 1 }: { readonly sort?: string; readonly page?: number } = {},
): Promise<readonly Entry[]> {
  const order = sort === undefined ? "" : `&sort=${sort}&direction=asc`;
  const reply = await ask(`page=${page}&per_page=100${order}`);
  if (page >= CHOICE_PAGES || page * 100 >= pageOfList(reply).total) return reply.value;
  return [...reply.value, ...(await entriesOf(ask, { ...(sort !== undefined && { sort }), page: page + 1 }))];
}

/**
 * Renders the filters of a list as a GET form, so that its URL can be sent to others. `fields` have the names of the API's
 * filters (`q[name_cont]`); `kept` are parameters that the form repeats (`mandataire_id`). The first of `sorts` and
 * `direction` are the order of a list whose query names none.
 */
export function filters(
  visit: Visit,
  {
    fields,
    sorts = [],
    direction = "asc",
    kept = [],
  }: {
    readonly fields: readonly Field[];
    readonly sorts?: readonly SortChoice[];
    readonly direction?: "asc" | "desc";
    readonly kept?: readonly string[];
  },
): Html {
  const { controls, filters: label, sort, order: directionLabel, ascending, descending } = visit.texts;
  const order: readonly Field[] =
    sorts.length === 0
      ? []
      : [
          { name: "sort", label: sort, kind: "select", isRequired: true, options: sorts },
          {
            ...{ name: "direction", label: directionLabel, kind: "select", isRequired: true, value: direction },
            options: [
              { value: "asc", text: ascending },
              { value: "desc", text: descending },
            ],
          },
        ];
  const hidden = visit.query.filter(([name]) => kept.includes(name));
  return html`<form class="filters" method="get" action="${visit.base}${visit.path}" aria-label="${label}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${[...fields, ...order].map((field) =>
  fieldOf(visit, UNTYPED, { ...field, isRequired: false, value: visit.queried(field.name) ?? field.value ?? "" }, true),
)}
<button>${controls.filter}</button>
</form>`;
}

/**
 * Renders the number of entries and the links Previous and Next, which keep all other parameters and add `more`; `label`
 * names the list where a page has several.
 */
export function pageLinks(
  visit: Visit,
  { total, page, perPage }: ListPage,
  { label, more = {} }: { readonly label?: string; readonly more?: Readonly<Record<string, string>> } = {},
): Html {
  const { texts, language, base, path } = visit;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const to = (number: number) => {
    const query = new URLSearchParams();
    for (const [name, value] of visit.query) if (name !== "page" && name !== "offset") query.append(name, value);
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    query.set("page", String(number));
    return `${base}${path}?${query}`;
  };
  const count = html`<span>${texts.results(total, numberText(language, total))}</span>`;
  if (pages === 1 && page === 1) return html`<p class="pages">${count}</p>`;
  return html`<nav class="pages" aria-label="${[texts.pages, ...(label === undefined ? [] : [label])].join(" – ")}">${count}
${page > 1 ? html`<a class="button other" rel="prev" href="${to(page - 1)}">${texts.controls.previous}</a>` : ""}
<span>${texts.pageOf(numberText(language, page), numberText(language, pages))}</span>
${page < pages ? html`<a class="button other" rel="next" href="${to(page + 1)}">${texts.controls.next}</a>` : ""}
</nav>`;
}
