import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/**
 * Takes sockets away from the code of a child on Node.js, whose permission model knows nothing of them. Everything that
 * speaks to a network there, `fetch`, `node:http`, `node:tls` and `WebSocket` too, does it through these.
 */
function refuse(): never {
  throw Object.assign(new Error("Access to the network has been restricted"), { code: "ERR_ACCESS_DENIED" });
}

/** For good: no code that is loaded later can put back what was there. */
function take(from: object, names: readonly string[]): void {
  for (const name of names) {
    if (name in from)
      Object.defineProperty(from, name, { value: refuse, writable: false, configurable: false, enumerable: true });
  }
}

take(net.Socket.prototype, ["connect"]);
take(net.Server.prototype, ["listen"]);
take(dgram.Socket.prototype, ["addMembership", "bind", "connect", "send"]);
const lookups = (from: object) => Object.keys(from).filter((name) => /^(?:lookup|resolve|reverse)/.test(name));
take(dns, lookups(dns));
take(dns.promises, lookups(dns.promises));
const queries = /^(?:resolve|reverse)/;
for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) {
  take(
    prototype,
    Object.getOwnPropertyNames(prototype).filter((name) => queries.test(name)),
  );
}
syncBuiltinESMExports();
