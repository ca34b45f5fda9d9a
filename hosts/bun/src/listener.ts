import type { Server } from "node:http";
import { listen as listenByNodeHttp, type StopAccepting } from "@cartulary/node";
import type { Runtime } from "@cartulary/server";

/** Serves over Bun's `node:http`, whose servers close differently. */
export const listen: Runtime["listen"] = (app, address) => listenByNodeHttp(app, { ...address, stopAccepting });

/**
 * Closing a Bun server cuts idle connections, even those on which a request is arriving. So the native server's method
 * that does so is replaced (docs/decisions/0129).
 */
const stopAccepting: StopAccepting = (server, closed) => {
  const native = nativeServerOf(server);
  if (native) native.closeIdleConnections = () => 0;
  server.close(closed);
};

interface NativeServer {
  /** Returns the number of closed connections. */
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
