import { authorizationServerOperations, hostOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import type { Handlers, Replied } from "./exchange/handlers.ts";
import { implement } from "./exchange/implement.ts";
import { mountedIn } from "./exchange/mounted.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { authorizationServerHandlers } from "./operations/authorization-server.ts";
import { homePage } from "./pages/home-page.ts";
import { mountIcon } from "./pages/icon.ts";
import { type OpenApi, openApi } from "./reference/openapi.ts";
import { mountReferenceScript, referencePage } from "./reference/reference.ts";

/** What a host stands on. Each rejects when it does not answer. */
export interface Readiness {
  database(): Promise<void>;
  blobs(): Promise<void>;
  /** True once the host is told to stop: whoever asks whether it is ready shall send nobody here any more. */
  isStopping?(): boolean;
}

/** What a host says of itself needs this. */
export interface HostApiDependencies extends ApiDependencies {
  readonly readiness: Readiness;
  /** The application that this is mounted in: /openapi.json describes all that it serves by the first request. */
  readonly app: Pick<Hono, "routes">;
  /** Base of every absolute URL, without a slash at its end. Asked at each request: a host may learn it late. */
  readonly baseUrl: () => string;
  /** Reads the script that draws the API reference in a browser: asked at its first request, and then no more. */
  readonly referenceScript: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** What a host answers beside its products, to be mounted at the root. */
export function hostApi(dependencies: HostApiDependencies): Hono {
  const app = implement(hostOperations, hostHandlers(dependencies), "", dependencies);
  for (const path of discoveryPaths(dependencies)) {
    const getAuthorizationServer = { ...authorizationServerOperations.getAuthorizationServer, path };
    const discovery = authorizationServerHandlers(dependencies.baseUrl);
    app.route("/", implement({ getAuthorizationServer }, discovery, "", dependencies));
  }
  return mountReferenceScript(mountIcon(app, dependencies), dependencies);
}

/** Where clients look: below the public URL, and where RFC 8414 section 3.1 puts it for a public URL with a path. */
function discoveryPaths({ publicUrl }: HostApiDependencies): readonly string[] {
  const { path } = authorizationServerOperations.getAuthorizationServer;
  const below = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  return below === "" ? [path] : [path, path + below];
}

/** The description is the same for everybody, and pages of every origin may read it: the reference is of none. */
const READ_BY_ALL = { "Access-Control-Allow-Origin": "*" } as const;

const hostHandlers = ({ readiness, publicUrl, baseUrl, app }: HostApiDependencies): Handlers<typeof hostOperations> => {
  let description: OpenApi | undefined;
  return {
    getHome: async ({ request }) => homePage(request, publicUrl),
    getReference: async ({ request }) => referencePage(request),
    getHealth: async () => ({ status: 200, value: { status: "ok" } }),
    getReadiness: async () => {
      const state = ready(...(await Promise.all([faultOf(readiness.database), faultOf(readiness.blobs)])));
      return readiness.isStopping?.()
        ? { ...state, status: 503, value: { ...state.value, status: "stopping" } }
        : state;
    },
    getOpenapi: async () => {
      description ??= openApi(mountedIn(app));
      return { status: 200, value: { ...description, servers: [{ url: baseUrl() }] }, headers: READ_BY_ALL };
    },
  };
};

type State = "ok" | "down";
interface ReadinessValue {
  readonly status: "ok" | "unavailable" | "stopping";
  readonly checks: { readonly database: State; readonly blobs: State };
}

function ready(database: Fault, blobs: Fault): Replied<200, ReadinessValue> | Replied<503, ReadinessValue> {
  const checks = { database: stateOf(database), blobs: stateOf(blobs) };
  if (!database && !blobs) return { status: 200, value: { status: "ok", checks } };
  const causes = [database, blobs].flatMap((fault) => (fault ? [fault.cause] : []));
  return { status: 503, value: { status: "unavailable", checks }, cause: new AggregateError(causes, "Not ready") };
}

/** Why a part does not answer; `null` when it does. */
type Fault = { readonly cause: unknown } | null;

const stateOf = (fault: Fault): State => (fault ? "down" : "ok");

/** Milliseconds after which a silent part counts as down: whoever asks has his answer within two seconds. */
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
