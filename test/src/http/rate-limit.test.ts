import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DOCUMENTS, FIRST, type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { makersFor } from "../../support/record-factories.ts";
import { expectRefusal } from "../../support/refusals.ts";
import { PASSWORD, signedInAs } from "../../support/session.ts";

const [sqlite] = databases;
const FOLDERS = `${DOCUMENTS}/folders`;

describe("a host with CARTULARY_RATE_LIMIT=18", () => {
  let house: House;
  beforeEach(async () => {
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open(), { environment: { CARTULARY_RATE_LIMIT: "18" } });
  });
  afterEach(() => house.close());

  const statuses = async (times: number, ask: () => Promise<{ readonly status: number }>) => {
    const requests: number[] = [];
    for (let count = 0; count < times; count += 1) requests.push((await ask()).status);
    return requests;
  };

  it("admits three requests of a user at once, then answers 429 with the policy", async () => {
    const ask = () => house.admin.ask("GET", FOLDERS);
    expect(await statuses(3, ask)).toEqual([200, 200, 200]);
    const refused = await ask();
    expectRefusal(refused, 429, "rate_limited");
    expect(refused.headers.get("retry-after")).toBe("4");
    expect(refused.headers.get("ratelimit")).toBe('"token";r=0;t=10');
    expect(refused.headers.get("ratelimit-policy")).toBe('"token";q=3;w=10');
    house.clock.pass(4000);
    expect(await statuses(2, ask)).toEqual([200, 429]);
  });

  it("reports the remaining requests in every answer to a user, errors included", async () => {
    const answers = [
      await house.admin.ask<unknown>("GET", FOLDERS),
      await house.admin.ask("GET", `${FOLDERS}/none`),
      await house.admin.ask("DELETE", FOLDERS),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get("ratelimit")])).toEqual([
      [200, '"token";r=2;t=4'],
      [404, '"token";r=1;t=7'],
      [405, '"token";r=0;t=10'],
    ]);
  });

  it("counts all requests of a person, with any token", async () => {
    const other = await house.person();
    house.clock.pass(10_000);
    const asks = [house.admin.ask, ...(await Promise.all(["read", "write", "admin"].map(house.admin.as)))];
    const answers = await Promise.all(asks.map((ask, at) => ask<unknown>("GET", at === 0 ? USERS : FOLDERS)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => other.ask("GET", FOLDERS))).toEqual([200, 200, 200, 429]);
  });

  it("counts the personal tokens, OAuth tokens and session of a person together, pages as well", async () => {
    const visitor = await signedInAs(house);
    const { person } = visitor;
    const { clientId: client_id, clientSecret: client_secret } = FIRST;
    const granted = await house.ask<{ access_token: string }>("POST", "/oauth/token", {
      json: { grant_type: "password", username: person.email, password: PASSWORD, client_id, client_secret },
    });
    const personal = await person.token();
    house.clock.pass(10_000);
    const ways = [
      () => visitor.get("/settings/tokens"),
      () => house.ask<unknown>("GET", FOLDERS, { token: granted.body.access_token }),
      () => house.ask<unknown>("GET", FOLDERS, { token: personal }),
    ];
    const round = async () => {
      const statuses: number[] = [];
      for (const ask of ways) statuses.push((await ask()).status);
      return statuses;
    };
    expect([await round(), await round()]).toEqual([
      [200, 200, 200],
      [429, 429, 429],
    ]);
    const page = await visitor.get("/settings/tokens");
    expect([page.headers.get("retry-after"), page.headers.get("content-type")]).toEqual([
      "4",
      "text/html; charset=utf-8",
    ]);
    expect((await house.admin.ask<unknown>("GET", FOLDERS)).status).toBe(200);
  });

  it("recognizes a token with any spelling of its scheme", async () => {
    const token = await house.admin.token();
    const schemes = ["Bearer", "bearer", "BEARER", "bEARER"];
    const run = schemes.map((scheme) => ({ headers: { authorization: `${scheme} ${token}` } }));
    const answers: number[] = [];
    for (const asking of run) answers.push((await house.ask("GET", FOLDERS, asking)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  it("changes nothing for a request that it refuses", async () => {
    const make = () => house.admin.ask("POST", FOLDERS, { json: { name: "a folder" } });
    expect(await statuses(5, make)).toEqual([201, 201, 201, 429, 429]);
    house.clock.pass(10_000);
    const { headers } = await house.admin.ask<unknown>("GET", FOLDERS);
    expect(headers.get("x-total-count")).toBe("3");
  });

  it("does not limit the health check", async () => {
    expect(await statuses(5, () => house.ask("GET", "/healthz"))).toEqual([200, 200, 200, 200, 200]);
    expect((await house.ask("GET", "/healthz")).headers.get("ratelimit")).toBeNull();
  });

  it("counts credentials that open nothing and the endpoints of tokens by address", async () => {
    const json = {};
    const request = [
      ["GET", FOLDERS, { token: "wrong" }, 401],
      ["GET", FOLDERS, {}, 401],
      ["GET", "/portal/v1/incidents", { headers: { "x-connector-key": "wrong" } }, 401],
      ["POST", "/oauth/token", { json }, 400],
      ["POST", "/oauth/revoke", { json }, 401],
      ["POST", "/api/v1/oauth/token_exchange", { json }, 400],
      ["POST", "/api/v1/cli/auth/device", { json }, 200],
      ["POST", "/api/v1/cli/auth/device/poll", { json }, 400],
    ] as const;
    for (const [at, [method, path, asking, status]] of request.entries()) {
      const from = `192.0.2.${at + 10}`;
      const ask = () => house.ask(method, path, { ...asking, from });
      expect([path, ...(await statuses(4, ask))]).toEqual([path, status, status, status, 429]);
      const refused = await house.ask("GET", FOLDERS, { token: "another wrong one", from });
      expectRefusal(refused, 429, "rate_limited");
      expect(refused.headers.get("retry-after")).toBe("4");
      expect(refused.headers.get("ratelimit-policy")).toBe('"address";q=3;w=10');
      house.clock.pass(10_000);
      expect((await house.admin.ask<unknown>("GET", FOLDERS, { from })).status).toBe(200);
    }
  });

  it("limits a connector as a user", async () => {
    const json = { name: "mirror", area: "knowledge_graph" };
    const { body } = await house.admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json });
    const ask = () => house.ask("GET", "/api/v1/knowledge_graph/x", { headers: { "x-connector-key": body.key } });
    expect(await statuses(4, ask)).toEqual([404, 404, 404, 429]);
    expect((await house.admin.ask<unknown>("GET", FOLDERS)).status).toBe(200);
  });
});

describe("a visitor of a host with CARTULARY_RATE_LIMIT=60", () => {
  let house: House;
  let folderId: string;
  beforeEach(async () => {
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open(), { environment: { CARTULARY_RATE_LIMIT: "60" } });
    const makers = makersFor(house);
    ({ id: folderId } = await makers.folder());
    await makers.publish(folderId);
  });
  afterEach(() => house.close());

  const visit = (from: string, path = `/public/v1/folders/${folderId}`) => house.ask("GET", path, { from });
  const drain = async (from: string) => {
    for (let count = 0; count < 10; count += 1) expect((await visit(from)).status).toBe(200);
  };

  it("may read a sixth of it at once and a fifth of it in a minute, and then gets Retry-After", async () => {
    await drain("192.0.2.7");
    const refused = await visit("192.0.2.7");
    expectRefusal(refused, 429, "rate_limited");
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.headers.get("ratelimit-policy")).toBe('"address";q=10;w=50');
    expect(refused.headers.get("x-robots-tag")).toBe("noindex");
    house.clock.pass(5000);
    expect([(await visit("192.0.2.7")).status, (await visit("192.0.2.7")).status]).toEqual([200, 429]);
  });

  it("is counted by address, over all public pages, missing ones included", async () => {
    await drain("192.0.2.7");
    for (const path of [`/p/${folderId}`, `/public/v1/documents/${folderId}`, "/p/not-a-uuid"]) {
      const { status, headers } = await visit("192.0.2.7", path);
      expect([path, status, headers.get("retry-after")]).toEqual([path, 429, "5"]);
    }
    expect((await visit("192.0.2.8")).status).toBe(200);
    await drain("2001:db8::1");
    expect((await visit("2001:db8::2")).status).toBe(429);
  });

  it("takes nothing from a token, nor a token from him", async () => {
    await drain("192.0.2.1");
    expect((await house.admin.ask<unknown>("GET", FOLDERS)).status).toBe(200);
    expect((await visit("192.0.2.1")).status).toBe(429);
  });
});

it("A host without a configured limit has none and sends no headers of one", async () => {
  if (!sqlite) throw new Error("There is always SQLite");
  const house = await openHouse(await sqlite.open());
  try {
    for (let count = 0; count < 40; count += 1) {
      const { status, headers } = await house.admin.ask<unknown>("GET", USERS);
      expect([status, headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([200, null, null]);
    }
  } finally {
    await house.close();
  }
});
