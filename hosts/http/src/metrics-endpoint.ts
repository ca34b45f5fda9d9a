import { type Digests, notFound } from "@cartulary/kernel";
import { metricsOperations } from "@cartulary/wire";
import type { Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { markAsServing } from "./requests/mounted-operations.ts";
import { methodNotAllowed } from "./requests/parse-request.ts";
import { type RequestDependencies, respond } from "./requests/respond.ts";
import type { SocketAddress } from "./transport/client-address.ts";
import { HttpError } from "./transport/errors.ts";
import { isInBlock, parseIpAddress, parseIpBlock } from "./transport/ip-address.ts";

/** The metrics of a host as a text, and the rules of who may read it. */
export interface MetricsEndpoint {
  readonly read: (
    format: "openmetrics" | "prometheus",
  ) => Promise<{ readonly contentType: string; readonly text: string }>;
  /** The bearer token that readers must send; `null` admits this machine only. */
  readonly token: string | null;
  readonly socketAddress: SocketAddress;
  readonly digests: Digests;
}

export const METRICS_PATH = "/metrics";
const OPENMETRICS = "application/openmetrics-text";

/**
 * Serves GET /metrics (outside.md 7.1), which is described, but no operation of clients. With a token: 401 without it. Without: only to
 * a peer on loopback that is no proxy, that is, without X-Forwarded-For; for all others the path does not exist.
 */
export function mountMetrics(app: Hono, endpoint: MetricsEndpoint, dependencies: RequestDependencies): Hono {
  const answer = (context: Context) =>
    respond(context, dependencies, { path: METRICS_PATH }, async () => {
      requireReader(context, endpoint);
      if (!["GET", "HEAD"].includes(context.req.method)) throw methodNotAllowed(["GET", "HEAD"]);
      const { contentType, text } = await endpoint.read(prefersOpenMetrics(context) ? "openmetrics" : "prometheus");
      return { status: 200, headers: { "Content-Type": contentType, Vary: "Accept" }, body: text };
    });
  app.all(METRICS_PATH, markAsServing(Object.values(metricsOperations), answer));
  return app;
}

function requireReader(context: Context, { token, socketAddress, digests }: MetricsEndpoint): void {
  if (token === null) {
    const isProxied = context.req.header("x-forwarded-for") !== undefined;
    if (isProxied || !isLoopback(socketAddress(context))) throw notFound();
    return;
  }
  const [, sent = ""] = /^bearer +(\S{1,4096})$/i.exec(context.req.header("authorization") ?? "") ?? [];
  if (digests.timingSafeEqual(sent, token)) return;
  throw new HttpError(401, "unauthorized", "Send the metrics token as a bearer token", {
    "WWW-Authenticate": 'Bearer realm="metrics"',
  });
}

const LOOPBACK = ["127.0.0.0/8", "::1"].flatMap((block) => parseIpBlock(block) ?? []);

function isLoopback(socket: string | null): boolean {
  const peer = socket === null ? null : parseIpAddress(socket);
  return peer !== null && LOOPBACK.some((block) => isInBlock(peer, block));
}

/** True if the client accepts OpenMetrics at least as much as plain text. */
function prefersOpenMetrics({ req }: Context): boolean {
  const accepted = parseAccept((req.header("accept") ?? "").slice(0, 1024));
  const weight = (...types: readonly string[]) =>
    accepted.reduce((most, { type, q }) => (types.includes(type.toLowerCase()) ? Math.max(most, q) : most), 0);
  const openMetrics = weight(OPENMETRICS);
  return openMetrics > 0 && openMetrics >= weight("text/plain", "text/*");
}
