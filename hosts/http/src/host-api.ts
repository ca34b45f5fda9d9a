import type { TokenEndpoint } from "@cartulary/auth";
import { authorizationServerOperations, hostOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { authorizationServerHandlers } from "./operations/authorization-server.ts";
import { homePage } from "./pages/home-page.ts";
import { mountIcon } from "./pages/icon.ts";
import { mountReferenceScript, referencePage } from "./reference/reference.ts";
import { mountReferenceSignIn } from "./reference/reference-sign-in.ts";
import { createDescription } from "./reference/served-description.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import type { HandlerReply, Handlers } from "./requests/handlers.ts";
import { implement } from "./requests/implement.ts";
import { mountedOperations } from "./requests/mounted-operations.ts";

/** Checks of the host's dependencies. Each rejects if it is unavailable. */
export interface Readiness {
  database(): Promise<void>;
  blobs(): Promise<void>;
  /** True once the host is stopping: load balancers must send no more requests. */
  isShuttingDown?(): boolean;
}

export interface HostApiDependencies extends ApiDependencies {
  readonly readiness: Readiness;
  /** The parent application: /openapi.json describes all operations mounted by the first request. */
  readonly app: Pick<Hono, "routes">;
  /** Base of absolute URLs without a trailing slash. Called per request, because a host may learn it late. */
  readonly baseUrl: () => string;
  /** Reads the script of the API reference; called once, at its first request. */
  readonly referenceScript: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Exchanges the code with which the API reference signs its reader in. */
  readonly signIn: TokenEndpoint;
}

/** The operations of the host itself, to be mounted at the root. */
export function hostApi(dependencies: HostApiDependencies): Hono {
  const app = implement(hostOperations, hostHandlers(dependencies), "", dependencies);
  for (const path of discoveryPaths(dependencies)) {
    const getAuthorizationServer = { ...authorizationServerOperations.getAuthorizationServer, path };
    app.route("/", implement({ getAuthorizationServer }, authorizationServerHandlers, "", dependencies));
  }
  mountReferenceSignIn(app, dependencies);
  return mountReferenceScript(mountIcon(app, dependencies), dependencies);
}

/** Paths of the metadata: below the public URL, and as in RFC 8414 section 3.1 for a public URL with a path. */
function discoveryPaths({ publicUrl }: HostApiDependencies): readonly string[] {
  const { path } = authorizationServerOperations.getAuthorizationServer;
  const below = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  return below === "" ? [path] : [path, path + below];
}

const hostHandlers = ({ readiness, publicUrl, baseUrl, app }: HostApiDependencies): Handlers<typeof hostOperations> => {
  const describe = createDescription(() => mountedOperations(app), baseUrl);
  return {
    getHome: async ({ request }) => homePage(request, publicUrl),
    getReference: async ({ request }) => referencePage(request),
    getHealth: async () => ({ status: 200, value: { status: "ok" } }),
    getReadiness: async () => {
      const state = ready(...(await Promise.all([faultOf(readiness.database), faultOf(readiness.blobs)])));
      return readiness.isShuttingDown?.()
        ? { ...state, status: 503, value: { ...state.value, status: "stopping" } }
        : state;
    },
    getOpenapi: async ({ request }) => ({ status: 200, value: {}, prepared: await describe(request) }),
  };
};

type State = "ok" | "down";
interface ReadinessValue {
  readonly status: "ok" | "unavailable" | "stopping";
  readonly checks: { readonly database: State; readonly blobs: State };
}

function ready(database: Fault, blobs: Fault): HandlerReply<200, ReadinessValue> | HandlerReply<503, ReadinessValue> {
  const checks = { database: stateOf(database), blobs: stateOf(blobs) };
  if (!database && !blobs) return { status: 200, value: { status: "ok", checks } };
  const causes = [database, blobs].flatMap((fault) => (fault ? [fault.cause] : []));
  return { status: 503, value: { status: "unavailable", checks }, cause: new AggregateError(causes, "Not ready") };
}

/** The error of an unavailable dependency; `null` if it is available. */
type Fault = { readonly cause: unknown } | null;

const stateOf = (fault: Fault): State => (fault ? "down" : "ok");

/** Milliseconds until a silent dependency counts as down: the reply takes at most two seconds. */
const SILENCE_MAX = 1800;

async function faultOf(check: () => Promise<void>): Promise<Fault> {
  const silence = Promise.withResolvers<Fault>();
  const silent = () => silence.resolve({ cause: new Error(`No answer within ${SILENCE_MAX} ms`) });
  const timer = setTimeout(silent, SILENCE_MAX);
  const answer = check().then(
    () => null,
    (cause: unknown) => ({ cause }),
  );
  return Promise.race([answer, silence.promise]).finally(() => clearTimeout(timer));
}
