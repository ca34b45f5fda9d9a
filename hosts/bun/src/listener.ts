import type { Server } from "node:http";
import { listen as listenByNodeHttp, type StopAccepting } from "@cartulary/node";
import type { Runtime } from "@cartulary/server";

/** Serves over the `node:http` of Bun, whose servers are closed in their own way. */
export const listen: Runtime["listen"] = (app, address) => listenByNodeHttp(app, { ...address, stopAccepting });

/**
 * A server of Bun cuts idle connections when it is closed, under requests that are on their way. The native server behind it
 * is kept from that while it closes (docs/decisions/0129).
 */
const stopAccepting: StopAccepting = (server, closed) => {
  const native = nativeServerOf(server);
  if (native) native.closeIdleConnections = () => 0;
  server.close(closed);
};

interface NativeServer {
  /** Answers how many it has closed. */
  closeIdleConnections(): number;
  stop(): unknown;
}

function nativeServerOf(server: Server): NativeServer | undefined {
  const values = Object.getOwnPropertySymbols(server).map((symbol) => Reflect.get(server, symbol) as unknown);
  return values.find((value): value is NativeServer => isNativeServer(value));
}

function isNativeServer(value: unknown): boolean {
  return typeof value === "object" && value !== null && "stop" in value && "closeIdleConnections" in value;
}
