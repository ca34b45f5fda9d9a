import { BlockList, isIP, SocketAddress } from "node:net";
import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createClientAddress } from "../src/transport/client-address.ts";
import {
  type IpBlock,
  isInBlock,
  parseIpAddress,
  parseIpBlock,
  writeIpAddress,
  writeIpNetwork,
} from "../src/transport/ip-address.ts";

const blocks = (...texts: readonly string[]): readonly IpBlock[] =>
  texts.map((text) => parseIpBlock(text) ?? expect.fail(`${text} is no block`));

/** Returns the client address of a request. */
async function seen(socket: string | null, forwarded: string | null, ...trusted: readonly string[]) {
  const addressOf = createClientAddress({ socketAddress: () => socket, trustedProxies: blocks(...trusted) });
  const app = new Hono().get("/", (context) => context.json(addressOf(context)));
  const reply = await app.request("/", { headers: forwarded === null ? {} : { "x-forwarded-for": forwarded } });
  return (await reply.json()) as { readonly address: string; readonly network: string };
}
const addressSeen = async (...run: Parameters<typeof seen>) => (await seen(...run)).address;

it("a client's address is read from its own request, also behind a shared proxy", async () => {
  const proxy = "10.0.0.1";
  const addressOf = createClientAddress({ socketAddress: () => proxy, trustedProxies: blocks(proxy) });
  const app = new Hono().get("/", (context) => context.text(addressOf(context).address));
  const addressFor = async (from: string) => (await app.request("/", { headers: { "x-forwarded-for": from } })).text();
  const clients = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3, 192.0.2.4"];
  expect(await Promise.all(clients.map(addressFor))).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.4"]);
});

it("an untrusted peer that sends X-Forwarded-For is reported once, a trusted proxy never", async () => {
  const peers = ["10.0.0.1", "192.0.2.1", "192.0.2.2"];
  for (const [trusted, named] of [
    [[], ["10.0.0.1"]],
    [["10.0.0.0/8"], ["192.0.2.1"]],
    [["0.0.0.0/0"], []],
  ] as const) {
    const strangers: string[] = [];
    let peer = "";
    const addressOf = createClientAddress({
      socketAddress: () => peer,
      trustedProxies: blocks(...trusted),
      forwardedByStranger: (stranger) => strangers.push(stranger),
    });
    const app = new Hono().get("/", (context) => context.text(addressOf(context).address));
    for (peer of peers) await app.request("/");
    expect(strangers).toEqual([]);
    for (peer of [...peers, ...peers]) await app.request("/", { headers: { "x-forwarded-for": "203.0.113.1" } });
    expect(strangers).toEqual(named);
  }
});

describe("an IP address", () => {
  const anything = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.ipV4().map((four) => `::ffff:${four}`),
    fc.constantFrom("fe80::1%", "fe80::1%eth0", "::1%a-b", "::1%a b", "::ffff:01.2.3.4", "0x7f.0.0.1", "127.1"),
  );

  it("is read where Node.js reads one, and nowhere else", () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(parseIpAddress(text) !== null).toBe(isIP(text) !== 0);
      }),
    );
  });

  it("has one spelling, the same as that of Node.js", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseIpAddress(text) ?? expect.fail();
        expect(parseIpAddress(writeIpAddress(address))).toEqual(address);
        const family = isIP(text) === 4 ? "ipv4" : "ipv6";
        const theirs = new SocketAddress({ address: text, family }).address;
        expect(parseIpAddress(theirs)).toEqual(address);
      }),
    );
    const written = [
      "2001:DB8:0:0:1:0:0:1",
      "0:0:0:0:0:0:0:1",
      "::",
      "fe80:0:0:0::",
      "::ffff:192.0.2.1",
      "1:0:0:2:0:0:0:3",
    ];
    expect(written.map((text) => writeIpAddress(parseIpAddress(text) ?? expect.fail()))).toEqual([
      "2001:db8::1:0:0:1",
      "::1",
      "::",
      "fe80::",
      "192.0.2.1",
      "1:0:0:2::3",
    ]);
  });

  it("is in the same blocks as in Node.js", () => {
    const four = fc.tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.constant("ipv4" as const));
    const six = fc.tuple(fc.ipV6(), fc.ipV6(), fc.integer({ min: 0, max: 95 }), fc.constant("ipv6" as const));
    const near = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }));
    fc.assert(
      fc.property(fc.oneof(four, six), ([address, base, prefix, family]) => {
        const list = new BlockList();
        list.addSubnet(base, prefix, family);
        const [block] = blocks(`${base}/${prefix}`);
        expect(isInBlock(parseIpAddress(address) ?? expect.fail(), block as IpBlock)).toBe(list.check(address, family));
      }),
    );
    fc.assert(
      fc.property(near, ([address, prefix]) => {
        const [block] = blocks(`${address}/${prefix}`);
        expect(isInBlock(parseIpAddress(`::ffff:${address}`) ?? expect.fail(), block as IpBlock)).toBe(true);
        expect(isInBlock(parseIpAddress(`::${address}`) ?? expect.fail(), block as IpBlock)).toBe(false);
      }),
    );
  });

  it("belongs to a network: itself, or its first 64 bits", () => {
    const networkOf = (text: string) => writeIpNetwork(parseIpAddress(text) ?? expect.fail());
    expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:DB8:1:2::"));
    expect(networkOf("2001:db8:1:2::")).not.toBe(networkOf("2001:db8:1:3::"));
  });

  it.each(["10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/", "/8", "10.0.0.0/8/8", "localhost", "", "10.0.0.0/-1"])(
    "is not spelled by %j",
    (text) => {
      expect(parseIpBlock(text)).toBeNull();
    },
  );
});

describe("a client's address", () => {
  it("is the socket's, for any X-Forwarded-For, if no proxy is trusted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.ipV4(), { maxLength: 3 }), async (hops) => {
        expect(await addressSeen("198.51.100.7", hops.join(", "))).toBe("198.51.100.7");
      }),
    );
  });

  it("is the rightmost hop that is not trusted, however many were made up before it", async () => {
    const proxies = fc.array(
      fc.ipV4().map((four) => four.replace(/^\d+/, "10")),
      { maxLength: 3 },
    );
    const forged = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("unknown")), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(forged, proxies, async (madeUp, behind) => {
        const forwarded = [...madeUp, "203.0.113.9", ...behind].join(",");
        expect(await addressSeen("10.0.0.1", forwarded, "10.0.0.0/8")).toBe("203.0.113.9");
      }),
    );
  });

  it.each([
    ["::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["10.0.0.1", "[2001:db8::9]:443", "2001:db8::9"],
    ["10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "203.0.113.9, nonsense", "10.0.0.1"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", null, "10.0.0.1"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
    [null, "203.0.113.9", "unknown"],
  ])("from %s with X-Forwarded-For %s is %s", async (socket, forwarded, address) => {
    expect(await addressSeen(socket, forwarded, "10.0.0.0/8")).toBe(address);
  });
});
