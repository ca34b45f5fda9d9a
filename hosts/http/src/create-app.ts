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
import { type AdministrationApiDependencies, administrationApi } from "./administration-api.ts";
import { type AuthApiDependencies, authApi } from "./auth-api.ts";
import { type CompositionApiDependencies, compositionApi } from "./composition-api.ts";
import { type ConnectorAreaDependencies, connectorAreas } from "./connector-fallback.ts";
import { type DeviceApiDependencies, deviceApi } from "./device-api.ts";
import { type DirectoryApiDependencies, directoryApi } from "./directory-api.ts";
import { type DocumentsApiDependencies, documentsApi } from "./documents-api.ts";
import { type HostApiDependencies, hostApi } from "./host-api.ts";
import { type KnowledgeGraphApiDependencies, knowledgeGraphApi } from "./knowledge-graph-api.ts";
import { type MetricsEndpoint, mountMetrics } from "./metrics-endpoint.ts";
import { type ActivationPageDependencies, activationPages } from "./pages/activation-pages.ts";
import { type AuthorizePageDependencies, authorizePages } from "./pages/authorize-pages.ts";
import { respondWithErrorPage } from "./pages/error-layout.ts";
import { opensPage } from "./pages/error-page.ts";
import type { NavigationFor } from "./pages/layout.ts";
import type { PageDependencies } from "./pages/page-handlers.ts";
import { publicPages } from "./pages/public-pages.ts";
import { signInPages } from "./pages/sign-in-pages.ts";
import { type TokenPageDependencies, tokenPages } from "./pages/token-pages.ts";
import { type PersonalTokensApiDependencies, personalTokensApi } from "./personal-tokens-api.ts";
import { type PortalApiDependencies, portalApi } from "./portal-api.ts";
import { type PublicApiDependencies, publicApi } from "./public-api.ts";
import { type RentalApiDependencies, rentalApi } from "./rental-api.ts";
import { crossOrigin, type Origins } from "./requests/cross-origin.ts";
import { mountPathOf, pathWithin } from "./requests/mounted-operations.ts";
import { type CallOperation, operationCalls } from "./requests/operation-calls.ts";
import { PUBLIC_API_HEADERS } from "./requests/public-headers.ts";
import { type Route, respond } from "./requests/respond.ts";
import { type TokenExchangeApiDependencies, tokenExchangeApi } from "./token-exchange-api.ts";
import type { OpenBody } from "./transport/bytes-body.ts";
import { formatRentalError } from "./transport/errors.ts";

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
  /** The organization that pages of public folders name as their publisher; the host of `baseUrl` by default. */
  readonly organization?: string;
  /** Absent: there is no /metrics. */
  readonly metrics?: MetricsEndpoint;
  /** Creates the console; absent: `/` is a short page of links. */
  readonly createConsole?: CreateConsole;
  /** Other origins whose pages may send requests; none by default. */
  readonly corsOrigins?: Origins;
}

/** A console and the links that every page has with it. */
export interface Console {
  readonly app: Hono;
  readonly navigationFor: NavigationFor;
}

/** Creates a console over the operations of the application. */
export type CreateConsole = (call: CallOperation, dependencies: ConsoleDependencies) => Console;

/** Dependencies of a console in addition to the operations. */
export interface ConsoleDependencies extends PageDependencies {
  readonly maxDirectUploadBytes: number;
  readonly openBody?: OpenBody;
}

/** The application that our hosts serve: every API at its place, and an answer to all other paths. */
export function createApp(dependencies: AppDependencies): Hono {
  const app = new Hono();
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
  const console = dependencies.createConsole?.(operationCalls(app), dependencies);
  const pages = { ...dependencies, ...(console && { navigationFor: console.navigationFor }) };
  const publisher = () => dependencies.organization ?? new URL(dependencies.baseUrl()).hostname;
  app.route("/", publicPages({ ...pages, publisher }));
  app.route("/", signInPages(pages));
  app.route("/", authorizePages(pages));
  app.route("/", activationPages(pages));
  app.route("/", tokenPages(pages));
  if (console) app.route("/", console.app);
  app.route("/", hostApi({ ...dependencies, app }));
  if (dependencies.metrics) mountMetrics(app, dependencies.metrics, dependencies);
  app.all(`${PUBLIC_BASE}/*`, (context) => nothing(context, dependencies, { headers: PUBLIC_API_HEADERS }));
  app.all(`${RENTAL_BASE}/*`, (context) => nothing(context, dependencies, { formatError: formatRentalError }));
  app.all("*", (context) => nothingForReaders(context, pages));
  return app;
}

/** Paths that return JSON errors for every Accept header (hostile-inputs-documents.md 94). */
const OF_PROGRAMS = /^\/(?:api|rental|public|portal)(?:\/|$)/;

/** Responds with an HTML error to browsers that open a dead link, and with JSON to programs. */
function nothingForReaders(context: Context, dependencies: AppDependencies & PageDependencies): Promise<Response> {
  const { raw } = context.req;
  if (OF_PROGRAMS.test(pathWithin(new URL(raw.url), mountPathOf(context, "/*")))) return nothing(context, dependencies);
  const headers = { Vary: "Accept, Accept-Language, Cookie" };
  if (!opensPage(raw)) return nothing(context, dependencies, { headers });
  return respondWithErrorPage(context, dependencies, { path: null, headers }, () => {
    throw notFound();
  });
}

type NothingTerms = Omit<Route, "path">;

/** Responds to a path that no operation serves. */
function nothing(context: Context, dependencies: AppDependencies, terms: NothingTerms = {}): Promise<Response> {
  return respond(context, dependencies, { path: null, ...terms }, async () => {
    throw notFound();
  });
}
