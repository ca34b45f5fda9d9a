import type { Hono } from "hono";
import { html } from "hono/html";
import { methodNotAllowed } from "../exchange/asked.ts";
import { type ExchangeDependencies, exchange } from "../exchange/exchange.ts";
import type { Replied } from "../exchange/handlers.ts";
import { ICON_PATH } from "../pages/icon.ts";
import type { Answer } from "../transport/answer.ts";
import { isKnown } from "../transport/content.ts";
import { contentSecurityPolicy } from "../transport/page.ts";

const SCRIPT_PATH = "/docs/scalar.js";

/**
 * Everything that the reference could fetch from elsewhere, or offer to send there, is off; so is sending requests to us,
 * which its sandbox does not let it.
 */
const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: "never",
} as const;

/**
 * What the script needs of a sandbox: to run, to open links and to hand the description out as a file. It is of no origin,
 * so that it reads no cookie and no page of ours whatever it is made to do; it leads nobody elsewhere, and no plug-in or
 * dialogue of the browser opens for it (docs/decisions/0022).
 */
const SANDBOX = ["sandbox", "allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox", "allow-downloads"].join(
  " ",
);

/**
 * Styles are made by the script as it runs, so they cannot be named beforehand, and it shows answers that are images
 * from where it keeps them (`blob:`). Scripts and requests are all ours; of what it requests it may read the description
 * alone, which pages of every origin may.
 */
const SOURCES = contentSecurityPolicy({
  script: "'self'",
  style: "'unsafe-inline'",
  img: "'self' data: blob:",
  font: "'self' data:",
  connect: "'self'",
});
const POLICY = { "Content-Security-Policy": `${SANDBOX}; ${SOURCES["Content-Security-Policy"]}` };

/** The API reference. Its URLs are relative, so that it works wherever the host is mounted. */
export async function referencePage({ url }: Request): Promise<Replied<200, string>> {
  const root = new URL(url).pathname.endsWith("/") ? ".." : ".";
  const description = `${root}/openapi.json`;
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cartulary API reference</title>
<link rel="icon" type="image/svg+xml" href="${root}${ICON_PATH}">
</head>
<body>
<nav style="padding:.5rem 1rem;font:1rem/1.5 system-ui,sans-serif"><a href="${root}/">Cartulary</a></nav>
<noscript><p>The reference is drawn by a script. What it shows is described in <a href="${description}">openapi.json</a>.</p></noscript>
<script id="api-reference" type="application/json" data-configuration="${JSON.stringify({ ...SETTINGS, url: description })}"></script>
<script src="${root}${SCRIPT_PATH}"></script>
</body>
</html>
`;
  return { status: 200, value: page.toString(), headers: POLICY };
}

/** What {@link mountReferenceScript} needs. */
interface ScriptDependencies extends ExchangeDependencies {
  readonly referenceScript: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Serves the script of the reference beside its page: no operation of the API, only a part of the page. */
export function mountReferenceScript(app: Hono, dependencies: ScriptDependencies): Hono {
  const script = memoised(async () => scriptOf(await dependencies.referenceScript()));
  return app.all(SCRIPT_PATH, (context) =>
    exchange(context, dependencies, { path: SCRIPT_PATH }, async () => {
      const { raw } = context.req;
      if (!["GET", "HEAD"].includes(raw.method)) throw methodNotAllowed(["GET", "HEAD"]);
      return scriptAnswer(raw, await script());
    }),
  );
}

/**
 * A page of no origin has no storage: asking for it throws, which the reference does not expect. What it keeps there (what
 * is unfolded, which example is shown) lasts until the page is left.
 */
const STORAGE = `for (const name of ["localStorage", "sessionStorage"]) {
  const items = new Map();
  Object.defineProperty(window, name, {
    value: {
      get length() { return items.size; },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(String(key)) ?? null,
      setItem: (key, value) => void items.set(String(key), String(value)),
      removeItem: (key) => void items.delete(String(key)),
      clear: () => items.clear(),
    },
  });
}
`;

interface Script {
  readonly bytes: Blob;
  readonly etag: string;
}

async function scriptOf(reference: Uint8Array<ArrayBuffer>): Promise<Script> {
  const bytes = new Blob([STORAGE, reference]);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer()));
  return { bytes, etag: `"${digest.toString("base64")}"` };
}

/** A browser keeps it and asks whether it is still the one: it changes with the version that is installed. */
function scriptAnswer(request: Request, { bytes, etag }: Script): Answer {
  const caching = { ETag: etag, "Cache-Control": "public, no-cache" };
  if (isKnown(request.headers.get("if-none-match"), etag)) return { status: 304, headers: caching };
  const headers = {
    ...caching,
    "Content-Type": "text/javascript; charset=utf-8",
    "Content-Length": String(bytes.size),
    "X-Content-Type-Options": "nosniff",
  };
  return { status: 200, headers, body: request.method === "HEAD" ? null : bytes.stream() };
}

/** Remembers what `make` answered; what it refused is asked again. */
function memoised<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
