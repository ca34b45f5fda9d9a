import type { Visitor } from "@cartulary/auth";
import type { Context } from "hono";
import {
  type IpAddress,
  type IpBlock,
  isInBlock,
  parseIpAddress,
  writeIpAddress,
  writeIpNetwork,
} from "./ip-address.ts";

/** The other end of the connection that a request came by, as the runtime knows it; `null` when it does not. */
export type SocketAddress = (context: Context) => string | null;

/** Where a request came from. */
export type ClientAddress = (context: Context) => Pick<Visitor, "address" | "network">;

/** What {@link createClientAddress} goes by. */
export interface ClientAddressOptions {
  readonly socketAddress: SocketAddress;
  /** Whose X-Forwarded-For is believed; nobody's when empty. */
  readonly trustedProxies: readonly IpBlock[];
  /** Called once, with the peer's address: the first time that a peer that is not trusted sends X-Forwarded-For. */
  readonly forwardedByStranger?: (peer: string) => void;
}

/** Nobody can be told from anybody else where the runtime tells no address: all share their limits. */
export const UNKNOWN_ADDRESS: Pick<Visitor, "address" | "network"> = { address: "unknown", network: "unknown" };

/**
 * The client's address (auth.md 1.10): the socket's, or, where that is a trusted proxy's, the rightmost hop of
 * X-Forwarded-For that is none. What stands left of it was written by whoever sent it and is worth nothing.
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
    // Where nobody is believed, what is said is no part of the answer.
    const found = addressOf(socket, trustedProxies.length === 0 ? "" : forwarded);
    if (warn && forwarded !== "" && !isTrusted(socket, "")) {
      warn(found.address);
      warn = undefined;
    }
    return found;
  };
}

/** Connections that are remembered at once. */
const MEMOISED_MAX = 1024;
/** Characters of what is remembered: whoever writes a long header does not fill our memory with it. */
const MEMOISED_LENGTH_MAX = 128;

/** Requests come from the same addresses again and again. */
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

/** The nearest hop that is not trusted; the farthest one where all are, or where the next cannot be read. */
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

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some proxies write them. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}
