import type { RequestSource } from "@cartulary/auth";
import type { Context } from "hono";
import {
  type IpAddress,
  type IpBlock,
  isInBlock,
  parseIpAddress,
  writeIpAddress,
  writeIpNetwork,
} from "./ip-address.ts";

/** Returns the peer address of a request's connection; `null` if the runtime does not know it. */
export type SocketAddress = (context: Context) => string | null;

/** Returns the client's address. */
export type ClientAddress = (context: Context) => Pick<RequestSource, "address" | "network">;

export interface ClientAddressOptions {
  readonly socketAddress: SocketAddress;
  /** Proxies whose X-Forwarded-For is trusted; none if empty. */
  readonly trustedProxies: readonly IpBlock[];
  /** Called once, when an untrusted peer first sends X-Forwarded-For, with its address. */
  readonly forwardedByStranger?: (peer: string) => void;
}

/** Shared by all clients if the runtime knows no addresses. */
export const UNKNOWN_ADDRESS: Pick<RequestSource, "address" | "network"> = { address: "unknown", network: "unknown" };

/**
 * Returns the client's address (auth.md 1.10): the peer's or, behind trusted proxies, the rightmost untrusted hop of
 * X-Forwarded-For. Hops to its left could be forged.
 */
export function createClientAddress({
  socketAddress,
  trustedProxies,
  forwardedByStranger,
}: ClientAddressOptions): ClientAddress {
  const addressOf = memoised((socket: string, forwarded: string) => {
    const nearest = parseIpAddress(socket);
    if (!nearest) return UNKNOWN_ADDRESS;
    const address = rightmostUntrusted(nearest, forwarded, trustedProxies);
    return { address: writeIpAddress(address), network: writeIpNetwork(address) };
  });
  const isTrusted = memoised((socket: string) => {
    const peer = parseIpAddress(socket);
    return peer !== null && trustedProxies.some((block) => isInBlock(peer, block));
  });
  let warn = forwardedByStranger;
  return (context) => {
    const socket = socketAddress(context) ?? "";
    const isRead = trustedProxies.length > 0 || warn !== undefined;
    const forwarded = isRead ? (context.req.header("x-forwarded-for") ?? "") : "";
    // Without trusted proxies the header does not matter.
    const found = addressOf(socket, trustedProxies.length === 0 ? "" : forwarded);
    if (warn && forwarded !== "" && !isTrusted(socket, "")) {
      warn(found.address);
      warn = undefined;
    }
    return found;
  };
}

/** Maximum number of cached addresses. */
const MEMOISED_MAX = 1024;
/** Maximum length of a cached key, so that long headers do not fill the memory. */
const MEMOISED_LENGTH_MAX = 128;

/** Caches results, because requests come from few addresses. */
function memoised<Result>(work: (socket: string, forwarded: string) => Result): typeof work {
  const known = new Map<string, Result>();
  return (socket, forwarded) => {
    const key = `${socket} ${forwarded}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = work(socket, forwarded);
    if (known.size >= MEMOISED_MAX) known.clear();
    if (key.length <= MEMOISED_LENGTH_MAX) known.set(key, result);
    return result;
  };
}

/** Returns the nearest untrusted hop; the farthest if all are trusted, or the last before an unreadable one. */
function rightmostUntrusted(socket: IpAddress, forwarded: string, trusted: readonly IpBlock[]): IpAddress {
  let nearest = socket;
  for (const hop of forwarded.split(",").toReversed()) {
    if (!trusted.some((block) => isInBlock(nearest, block))) return nearest;
    const next = parseIpAddress(withoutPort(hop.trim()));
    if (!next) return nearest;
    nearest = next;
  }
  return nearest;
}

/** Removes the port: `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some proxies write addresses. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}
