import { fileKindOf, type Html, type ReplyOf, sizeOf } from "@cartulary/http/pages";
import { type ClausePlace, matchFinder, parsedQuery, QUERY_LENGTH_MAX } from "@cartulary/search";
import { searchOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { notice } from "../components/notice.ts";
import type { PageDefinition } from "../frame/definitions.ts";
import { moment } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { homeLink } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

type Found = ReplyOf<typeof searchOperations.searchDocuments>["value"][number];

/** `/search?query=`: results with highlights, best first. */
export const searchPage: PageDefinition = {
  path: "/search",
  operations: [searchOperations.searchDocuments],
  async show(visit) {
    const { search } = DOCUMENT_TEXTS[visit.language];
    const query = visit.queried("query") ?? "";
    const place = { title: search.title, trail: [homeLink(visit)], where: visit.texts.sections.documents };
    const box = searchForm(visit, query);
    if (query.trim() === "") return { ...place, main: html`${box}<p>${search.start}</p>` };
    const reply = await visit.call(searchOperations.searchDocuments, { query: listQuery(visit, { fixed: { query } }) });
    const corrected = (reply.page as { readonly corrected?: string | null } | undefined)?.corrected ?? null;
    const matchesIn = matchFinder(parsedQuery(corrected ?? query));
    const main = html`${box}
${corrected === null ? "" : notice(search.corrected(corrected))}
${reply.value.length === 0 ? html`<p>${search.none}</p>` : html`<ol class="items">${reply.value.map((found) => result(visit, found, matchesIn))}</ol>`}
${pageLinks(visit, pageOfList(reply))}`;
    return { ...place, main };
  },
};

function searchForm({ base, language, texts }: Visit, query: string): Html {
  const { search } = DOCUMENT_TEXTS[language];
  return html`<form class="filters" method="get" action="${base}/search" aria-label="${search.title}"><div class="field"><label for="query">${search.query}</label><input type="search" id="query" name="query" value="${query}" maxlength="${QUERY_LENGTH_MAX}"${query === "" ? html` autofocus` : ""}></div><button>${texts.controls.search}</button></form>`;
}

function result(
  { base, language }: Visit,
  { id, name, contentType, byteSize, updatedAt, highlights, folder }: Found,
  matchesIn: MatchesIn,
): Html {
  const { kinds } = DOCUMENT_TEXTS[language];
  const where = folder ? html`<a href="${base}/folders/${folder.id}">${folder.name}</a>, ` : "";
  return html`<li><a href="${base}/documents/${id}">${name}</a>
${highlights.map((passage) => html`<p class="quiet">${marked(passage, matchesIn(passage))}</p>`)}
<small>${where}${kinds[fileKindOf(contentType)]}, ${sizeOf(byteSize, language)}, ${moment(language, updatedAt)}</small></li>`;
}

type MatchesIn = ReturnType<typeof matchFinder>;

/** Marks the matches of a passage. */
function marked(passage: string, matches: readonly ClausePlace[]): readonly (Html | string)[] {
  const parts = matches.flatMap(({ start, length }, index) => {
    const former = matches[index - 1];
    const from = former ? former.start + former.length : 0;
    return [passage.slice(from, start), html`<mark>${passage.slice(start, start + length)}</mark>`];
  });
  const last = matches.at(-1);
  return [...parts, passage.slice(last ? last.start + last.length : 0)];
}
