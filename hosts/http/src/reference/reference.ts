import type { Hono } from "hono";
import { html } from "hono/html";
import { ICON_PATH } from "../pages/icon.ts";
import type { HandlerReply } from "../requests/handlers.ts";
import { methodNotAllowed } from "../requests/parse-request.ts";
import { type RequestDependencies, respond } from "../requests/respond.ts";
import type { Answer } from "../transport/answer.ts";
import { isNotModified } from "../transport/download.ts";
import { contentSecurityPolicy } from "../transport/page.ts";
import { firstPage, type ReferenceSignIn } from "./first-page.ts";

const SCRIPT_PATH = "/docs/scalar.js";

/**
 * Disables everything that would load or send data elsewhere, and sending requests to us, which the sandbox prevents.
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
 * The sandbox of the script: it may run, open links and download the description. It has an opaque origin, so that it
 * can read neither cookies nor our pages; it cannot navigate the page, load plug-ins or open dialogs
 * (docs/decisions/0022).
 */
const SANDBOX = ["sandbox", "allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox", "allow-downloads"].join(
  " ",
);

/**
 * The script creates styles at runtime, so the policy cannot list them, and shows images from `blob:`. Scripts and
 * requests are same-origin; it can read only the description, which allows every origin.
 */
const SOURCES = contentSecurityPolicy({
  script: "'self'",
  style: "'unsafe-inline'",
  img: "'self' data: blob:",
  font: "'self' data:",
  connect: "'self'",
});
const POLICY = { "Content-Security-Policy": `${SANDBOX}; ${SOURCES["Content-Security-Policy"]}` };

/**
 * Renders the API reference with relative URLs, so that it works at any mount path. Above the reference is the first
 * page; after signing in, the examples have the token.
 */
export async function referencePage(
  { url }: Request,
  signIn: ReferenceSignIn = { outcome: "none" },
): Promise<HandlerReply<200, string>> {
  const root = /\/(?:docs\/|docs\/signed-in)$/.test(new URL(url).pathname) ? ".." : ".";
  const description = `${root}/openapi.json`;
  const settings = { ...SETTINGS, url: description, ...authenticationOf(signIn) };
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
${firstPage(signIn, root)}
<noscript><p>The reference is drawn by a script. What it shows is described in <a href="${description}">openapi.json</a>.</p></noscript>
<script id="api-reference" type="application/json" data-configuration="${JSON.stringify(settings)}"></script>
<script src="${root}${SCRIPT_PATH}"></script>
</body>
</html>
`;
  return { status: 200, value: page.toString(), headers: POLICY };
}

/** The token for the examples of the reference. */
function authenticationOf(signIn: ReferenceSignIn): object {
  if (signIn.outcome !== "signedIn") return {};
  const securitySchemes = { bearer: { token: signIn.accessToken } };
  return { authentication: { preferredSecurityScheme: "bearer", securitySchemes } };
}

/** Dependencies of {@link mountReferenceScript}. */
interface ScriptDependencies extends RequestDependencies {
  readonly referenceScript: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Serves the script of the reference, which is no operation of the API. */
export function mountReferenceScript(app: Hono, dependencies: ScriptDependencies): Hono {
  const script = memoised(async () => scriptOf(await dependencies.referenceScript()));
  return app.all(SCRIPT_PATH, (context) =>
    respond(context, dependencies, { path: SCRIPT_PATH }, async () => {
      const { raw } = context.req;
      if (!["GET", "HEAD"].includes(raw.method)) throw methodNotAllowed(["GET", "HEAD"]);
      return scriptAnswer(raw, await script());
    }),
  );
}

/**
 * A page with an opaque origin has no storage, and access throws, which the script does not expect. This storage lasts
 * until the page is left.
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

/** Browsers cache the script and revalidate it: it changes with the installed version. */
function scriptAnswer(request: Request, { bytes, etag }: Script): Answer {
  const caching = { ETag: etag, "Cache-Control": "public, no-cache" };
  if (isNotModified(request.headers.get("if-none-match"), etag)) return { status: 304, headers: caching };
  const headers = {
    ...caching,
    "Content-Type": "text/javascript; charset=utf-8",
    "Content-Length": String(bytes.size),
    "X-Content-Type-Options": "nosniff",
  };
  return { status: 200, headers, body: request.method === "HEAD" ? null : bytes.stream() };
}

/** Caches the result of `make`, but not its failures. */
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
