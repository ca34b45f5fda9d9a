import { notFound } from "@cartulary/kernel";
import type { AnonymousReader, PublicFolder, PublicItem } from "@cartulary/public-access";
import { PUBLIC_BASE, publicPageOperations } from "@cartulary/wire";
import { Hono } from "hono";
import { html } from "hono/html";
import type { RateLimit } from "../guards/rate-limit.ts";
import type { RecentReading } from "../requests/api-dependencies.ts";
import { PUBLIC_HEADERS } from "../requests/public-headers.ts";
import { respond } from "../requests/respond.ts";
import { siteOf } from "../sessions/cookies.ts";
import type { Language } from "../transport/language.ts";
import { errorPage } from "./error-page.ts";
import { fileKindOf, sizeOf } from "./file-labels.ts";
import type { Html, PageContent } from "./layout.ts";
import { type PageDependencies, type PageHandlers, pageReply } from "./page-handlers.ts";
import { servePages } from "./serve-pages.ts";
import { dayIn } from "./times.ts";
import { TEXTS } from "./translations.ts";

export interface PublicPagesDependencies extends PageDependencies, RecentReading {
  readonly anonymousReader: AnonymousReader;
  /** Returns whose folders these are. It names an organization, because visitors learn the name of no user. */
  readonly publisher: () => string;
  /** Requests per address; unlimited by default. */
  readonly anonymousRateLimit?: RateLimit;
}

/** The content security policy of every response (console.md 6). */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** These pages are the same for everyone who reads a language. */
const HEADERS = {
  ...PUBLIC_HEADERS,
  Vary: "Accept-Language, Cookie",
  "Content-Security-Policy": POLICY,
} as const;

/** /p/{folder_id}, to be mounted at the root: a public folder as a page (public-access.md 4.7). */
export function publicPages(dependencies: PublicPagesDependencies): Hono {
  const { anonymousRateLimit, publicUrl } = dependencies;
  const { base } = siteOf(publicUrl);
  const terms = { headers: HEADERS, isAlone: true, ...(anonymousRateLimit && { addressLimit: anonymousRateLimit }) };
  const app = new Hono();
  app.route("/", servePages(publicPageOperations, pageHandlers(base, dependencies), dependencies, terms));
  // Wrong addresses get the same error page.
  for (const path of ["/p", "/p/*"]) {
    app.all(path, (context) =>
      respond(
        context,
        dependencies,
        {
          path: null,
          headers: HEADERS,
          refuse: (refusal, requestId) => errorPage(context.req.raw, base, refusal, requestId, { isAlone: true }),
        },
        async () => {
          throw notFound();
        },
      ),
    );
  }
  return app;
}

const pageHandlers = (
  base: string,
  { anonymousReader, publisher, readingRecent = (work) => work() }: PublicPagesDependencies,
): PageHandlers<typeof publicPageOperations> => ({
  showPublicFolder: async ({ params, language }) => {
    const folder = await readingRecent(() => anonymousReader.folder(params.folderId));
    return pageReply(folderPage(folder, { language, base, publisher: publisher() }));
  },
});

interface Setting {
  readonly language: Language;
  readonly base: string;
  readonly publisher: string;
}

function folderPage(folder: PublicFolder, { language, base, publisher }: Setting): PageContent {
  const { name, description, parent, items, itemsTruncated } = folder;
  const { publishedBy, upTo, empty, truncated } = TEXTS[language].publicFolder;
  const count = new Intl.NumberFormat(language).format(items.length);
  const main = html`<p class="quiet">${publishedBy(publisher)}</p>
${parent === null ? "" : html`<p><a href="${base}/p/${parent.id}">${upTo(parent.name)}</a></p>`}
${description === null ? "" : html`<p class="passage">${description}</p>`}
${
  items.length === 0
    ? html`<p>${empty}</p>`
    : html`<ul class="items">${items.map((item) => itemEntry(item, language, base))}</ul>`
}
${itemsTruncated ? html`<p>${truncated(count)}</p>` : ""}`;
  return { title: name, main, isAlone: true };
}

/** Some screen readers do not announce lists without markers, so each entry names its kind. */
function itemEntry(item: PublicItem, language: Language, base: string): Html {
  const { folder, changed, kinds } = TEXTS[language].publicFolder;
  const { id, name, updatedAt } = item;
  const when = html`${changed} ${dayIn(language, updatedAt)}`;
  if (item.type === "folder") {
    return html`<li><a href="${base}/p/${id}">${name}</a><small>${folder}, ${when}</small></li>`;
  }
  const kind = kinds[fileKindOf(item.contentType)];
  const size = sizeOf(item.byteSize, language);
  return html`<li><a href="${base}${PUBLIC_BASE}/documents/${id}/content">${name}</a><small>${kind}, ${size}, ${when}</small></li>`;
}
