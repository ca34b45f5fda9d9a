import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/**
 * Disables sockets in a child on Node.js, whose permission model does not cover them. `fetch`, `node:http`, `node:tls`
 * and `WebSocket` all use these functions.
 */
function throwAccessDenied(): never {
  throw Object.assign(new Error("Access to the network has been restricted"), { code: "ERR_ACCESS_DENIED" });
}

/** Replaces functions permanently: code that is loaded later cannot restore them. */
function disable(from: object, names: readonly string[]): void {
  for (const name of names) {
    if (name in from)
      Object.defineProperty(from, name, {
        value: throwAccessDenied,
        writable: false,
        configurable: false,
        enumerable: true,
      });
  }
}

disable(net.Socket.prototype, ["connect"]);
disable(net.Server.prototype, ["listen"]);
disable(dgram.Socket.prototype, ["addMembership", "bind", "connect", "send"]);
const lookups = (from: object) => Object.keys(from).filter((name) => /^(?:lookup|resolve|reverse)/.test(name));
disable(dns, lookups(dns));
disable(dns.promises, lookups(dns.promises));
const queries = /^(?:resolve|reverse)/;
for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) {
  disable(
    prototype,
    Object.getOwnPropertyNames(prototype).filter((name) => queries.test(name)),
  );
}
syncBuiltinESMExports();
