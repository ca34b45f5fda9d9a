import { notFound } from "@cartulary/kernel";
import type { PublicFolder, PublicItem, Visitors } from "@cartulary/public-access";
import { PUBLIC_BASE, visitorPageOperations } from "@cartulary/wire";
import { Hono, type MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { exchange, type Terms } from "../exchange/exchange.ts";
import { VISITOR_HEADERS } from "../exchange/visitor-headers.ts";
import type { RateLimit } from "../guards/rate-limit.ts";
import { siteOf } from "../sessions/cookies.ts";
import type { Language } from "../transport/language.ts";
import { SANDBOX } from "../transport/page.ts";
import { refusalPage } from "./error-page.ts";
import { fileKindOf, sizeOf } from "./file-words.ts";
import type { Html, PageContent } from "./layout.ts";
import { type PageHandlers, shown } from "./page-handlers.ts";
import { type PageDependencies, servePages } from "./serve-pages.ts";
import { TEXTS } from "./texts.ts";
import { dayIn } from "./times.ts";

/** What the pages of what is public need. */
export interface PublicPagesDependencies extends PageDependencies {
  readonly visitors: Visitors;
  /** What each address may read; as much as it likes when absent. */
  readonly visitorRateLimit?: RateLimit;
}

/** Nothing on these pages depends on who looks. */
const HEADERS = { ...VISITOR_HEADERS, Vary: "Accept-Language" } as const;

/** /p/{folder_id}, to be mounted at the root: a public folder that people look at (public-access.md 4.7). */
export function publicPages(dependencies: PublicPagesDependencies): Hono {
  const { visitors, visitorRateLimit, publicUrl } = dependencies;
  const { base } = siteOf(publicUrl);
  const terms: Terms = { headers: HEADERS, ...(visitorRateLimit && { addressLimit: visitorRateLimit }) };
  const app = new Hono();
  app.use("/p/*", sandboxed);
  app.route("/", servePages(visitorPageOperations, pageHandlers(visitors, base), dependencies, terms));
  // Whoever mistyped an address is told so in the same way.
  for (const path of ["/p", "/p/*"]) {
    app.all(path, (context) =>
      exchange(
        context,
        dependencies,
        {
          path: null,
          headers: HEADERS,
          refuse: (refusal, requestId) => refusalPage(context.req.raw, base, refusal, requestId),
        },
        async () => {
          throw notFound();
        },
      ),
    );
  }
  return app;
}

/** Adds the sandbox to what an answer already says: each page names its own style, a refusal as JSON names nothing. */
const sandboxed: MiddlewareHandler = async (context, next) => {
  await next();
  const policy = context.res.headers.get("Content-Security-Policy") ?? "default-src 'none'";
  context.header("Content-Security-Policy", `${SANDBOX}; ${policy}`);
};

const pageHandlers = (visitors: Visitors, base: string): PageHandlers<typeof visitorPageOperations> => ({
  showPublicFolder: async ({ params, language }) =>
    shown(folderPage(await visitors.folder(params.folderId), language, base)),
});

function folderPage(folder: PublicFolder, language: Language, base: string): PageContent {
  const { name, description, parent, items, itemsTruncated } = folder;
  const { upTo, empty, truncated } = TEXTS[language].publicFolder;
  const count = new Intl.NumberFormat(language).format(items.length);
  const main = html`
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

/** A list without markers is no list to some screen readers unless it says so in words: each entry names its kind. */
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
