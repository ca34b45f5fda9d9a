import type { ConnectorAuthentication, Sessions } from "@cartulary/auth";
import { type Clock, notFound } from "@cartulary/kernel";
import {
  ADMINISTRATION_BASE,
  DEVICE_BASE,
  DIRECTORY_BASE,
  DOCUMENTS_BASE,
  EXCHANGE_BASE,
  KNOWLEDGE_GRAPH_BASE,
  OAUTH_BASE,
  PERSONAL_TOKENS_BASE,
  PORTAL_BASE,
  PUBLIC_BASE,
  RENTAL_BASE,
} from "@cartulary/wire";
import { type Context, Hono } from "hono";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { type AdministrationApiDependencies, administrationApi } from "./administration-api.ts";
import { type AuthApiDependencies, authApi } from "./auth-api.ts";
import { type CompositionApiDependencies, compositionApi } from "./composition-api.ts";
import { type ConnectorAreaDependencies, connectorAreas } from "./connector-area.ts";
import { type DeviceApiDependencies, deviceApi } from "./device-api.ts";
import { type DirectoryApiDependencies, directoryApi } from "./directory-api.ts";
import { type DocumentsApiDependencies, documentsApi } from "./documents-api.ts";
import { crossOrigin, type Origins } from "./exchange/cross-origin.ts";
import { exchange, type Route } from "./exchange/exchange.ts";
import { isServing, mountPathOf, pathWithin } from "./exchange/mounted.ts";
import { createPathRouter } from "./exchange/path-router.ts";
import { VISITOR_API_HEADERS } from "./exchange/visitor-headers.ts";
import { type HostApiDependencies, hostApi } from "./host-api.ts";
import { type KnowledgeGraphApiDependencies, knowledgeGraphApi } from "./knowledge-graph-api.ts";
import { type ActivationPageDependencies, activationPages } from "./pages/activation-pages.ts";
import { type AuthorizePageDependencies, authorizePages } from "./pages/authorize-pages.ts";
import { opensPage, refusalPage } from "./pages/error-page.ts";
import { publicPages } from "./pages/public-pages.ts";
import { signInPages } from "./pages/sign-in-pages.ts";
import { type TokenPageDependencies, tokenPages } from "./pages/token-pages.ts";
import { type PersonalTokensApiDependencies, personalTokensApi } from "./personal-tokens-api.ts";
import { type PortalApiDependencies, portalApi } from "./portal-api.ts";
import { type PublicApiDependencies, publicApi } from "./public-api.ts";
import { type RentalApiDependencies, rentalApi } from "./rental-api.ts";
import { siteOf } from "./sessions/cookies.ts";
import { type TokenExchangeApiDependencies, tokenExchangeApi } from "./token-exchange-api.ts";
import { printRentalError } from "./transport/errors.ts";

/** Everything that is served, and with what. */
export interface AppDependencies
  extends DocumentsApiDependencies,
    CompositionApiDependencies,
    DirectoryApiDependencies,
    AuthApiDependencies,
    AdministrationApiDependencies,
    ConnectorAreaDependencies,
    AuthorizePageDependencies,
    DeviceApiDependencies,
    ActivationPageDependencies,
    TokenExchangeApiDependencies,
    PersonalTokensApiDependencies,
    TokenPageDependencies,
    RentalApiDependencies,
    PortalApiDependencies,
    KnowledgeGraphApiDependencies,
    Omit<HostApiDependencies, "app">,
    Omit<PublicApiDependencies, "documents"> {
  readonly sessions: Sessions;
  readonly connectorAuthentication: ConnectorAuthentication;
  readonly clock: Clock;
  /** Whose pages may ask from a browser, beside our own; nobody's when absent. */
  readonly corsOrigins?: Origins;
}

/** What Hono's routers are told of a route: what is asked there, first of all. */
type Routed = Parameters<Hono["router"]["add"]>[2];

/** The application that our hosts serve: every API at its place, and an answer to all other paths. */
export function createApp(dependencies: AppDependencies): Hono {
  const routers = [createPathRouter<Routed>(([handler]) => isServing(handler)), new TrieRouter<Routed>()];
  const app = new Hono({ router: new SmartRouter({ routers }) });
  const { corsOrigins } = dependencies;
  if (corsOrigins !== undefined) app.use(crossOrigin(corsOrigins, dependencies, app));
  app.route(DOCUMENTS_BASE, documentsApi(dependencies));
  app.route(DOCUMENTS_BASE, compositionApi(dependencies));
  app.route(DIRECTORY_BASE, directoryApi(dependencies));
  app.route(OAUTH_BASE, authApi(dependencies));
  app.route(ADMINISTRATION_BASE, administrationApi(dependencies));
  app.route(PORTAL_BASE, portalApi(dependencies));
  app.route(KNOWLEDGE_GRAPH_BASE, knowledgeGraphApi(dependencies));
  app.route("/", connectorAreas(dependencies));
  app.route(DEVICE_BASE, deviceApi(dependencies));
  app.route(EXCHANGE_BASE, tokenExchangeApi(dependencies));
  app.route(PERSONAL_TOKENS_BASE, personalTokensApi(dependencies));
  app.route(PUBLIC_BASE, publicApi(dependencies));
  app.route(RENTAL_BASE, rentalApi(dependencies));
  app.route("/", publicPages(dependencies));
  app.route("/", signInPages(dependencies));
  app.route("/", authorizePages(dependencies));
  app.route("/", activationPages(dependencies));
  app.route("/", tokenPages(dependencies));
  app.route("/", hostApi({ ...dependencies, app }));
  app.all(`${PUBLIC_BASE}/*`, (context) => nothing(context, dependencies, { headers: VISITOR_API_HEADERS }));
  app.all(`${RENTAL_BASE}/*`, (context) => nothing(context, dependencies, { printError: printRentalError }));
  app.all("*", (context) => nothing(context, dependencies, pageTerms(context, dependencies)));
  return app;
}

/** Below these everybody is a program, whatever is accepted (hostile-inputs-documents.md 94). */
const OF_PROGRAMS = /^\/(?:api|rental|public|portal)(?:\/|$)/;

/** A person who followed a dead link reads so; a program is told as everywhere. */
function pageTerms(context: Context, { publicUrl }: AppDependencies): NothingTerms {
  const { raw } = context.req;
  if (OF_PROGRAMS.test(pathWithin(new URL(raw.url), mountPathOf(context, "/*")))) return {};
  const headers = { Vary: "Accept, Accept-Language" };
  if (!opensPage(raw)) return { headers };
  const { base } = siteOf(publicUrl);
  return { headers, refuse: (refusal, requestId) => refusalPage(raw, base, refusal, requestId) };
}

type NothingTerms = Omit<Route, "path">;

/** The answer at a path that nothing serves. */
function nothing(context: Context, dependencies: AppDependencies, terms: NothingTerms = {}): Promise<Response> {
  return exchange(context, dependencies, { path: null, ...terms }, async () => {
    throw notFound();
  });
}
