import { type ConnectorId, newToken } from "@cartulary/auth";
import { createSecrets } from "@cartulary/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newMandataire } from "../../support/agency.ts";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { type Makers, makersFor, NOTHING, sha256 } from "../../support/record-factories.ts";
import type { AuditEventBody, ConnectorBody, ConnectorKeyBody, MadeConnectorBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import type { Asking, Reply } from "../../support/send-request.ts";

const ALL = "/api/v1/connectors";
const AREAS = { knowledge_graph: "/api/v1/knowledge_graph", portal: "/portal/v1" } as const;
type Area = keyof typeof AREAS;

describe.each(usualDatabases)("connectors on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (json: object) => admin.ask<MadeConnectorBody>("POST", ALL, { json });
  const make = async (more: object = {}) =>
    expectStatus(await post({ name: "a graph", area: "knowledge_graph", ...more }), 201);
  const addKey = async ({ id }: Pick<ConnectorBody, "id">) => {
    house.clock.pass(1000);
    return expectStatus(await admin.ask<ConnectorKeyBody>("POST", `${ALL}/${id}/keys`), 201);
  };
  const keyed = (key: string, asking: Asking = {}): Asking => ({ headers: { "x-connector-key": key }, ...asking });
  const opens = async (key: string, area: Area = "knowledge_graph") =>
    (await house.ask("GET", `${AREAS[area]}/nothing`, keyed(key))).status === 404;

  function expectNoKey(reply: Reply<unknown>): void {
    expectRefusal(reply, 401, "unauthorized");
    expect(reply.headers.get("www-authenticate")).toBe("ApiKey");
  }

  it("show their key a single time", async () => {
    const workspace = await makers.workspace();
    const reply = await post({
      name: " a graph ",
      area: "knowledge_graph",
      mandataire_id: null,
      workspace_ids: [workspace.id, workspace.id],
    });
    const { key, ...shown } = expectStatus(reply, 201);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(key).toMatch(/^ctck_[0-9A-Za-z]{49}$/);
    expect(shown).toEqual({
      id: shown.id,
      name: "a graph",
      area: "knowledge_graph",
      mandataire_id: null,
      workspace_ids: [workspace.id],
      disabled_at: null,
      created_at: house.clock.now(),
    });
    const one = await admin.ask<ConnectorBody>("GET", `${ALL}/${shown.id}`);
    expect(expectStatus(one, 200)).toEqual(shown);
    const list = await admin.ask<readonly ConnectorBody[]>("GET", ALL, { query: { "q[name_eq]": "a graph" } });
    expect(list.body).toEqual([shown]);
    expect(one.text + list.text).not.toContain(key);
  });

  it("refer to existing mandataires and workspaces, and report all errors", async () => {
    expectInvalid(await post({ name: "x", area: "portal", mandataire_id: NOTHING }), "mandataire_id", "not_found");
    expectInvalid(await post({ name: "x", area: "portal", workspace_ids: [NOTHING] }), "workspace_ids", "not_found");
    const many = Array.from({ length: 101 }, (_, index) => NOTHING.replace(/...$/, String(100 + index)));
    expectInvalid(await post({ name: "x", area: "portal", workspace_ids: many }), "workspace_ids", "too_long");
    expectInvalid(await post({ name: "", area: "portal" }), "name", "blank");
    expectInvalid(await post({ name: "x".repeat(256), area: "portal" }), "name", "too_long");
    const reply = await post({ name: "x", area: "portal", mandataire_id: NOTHING, workspace_ids: [NOTHING] });
    expect(expectRefusal(reply, 422, "unprocessable_entity").details.map(({ field }) => field)).toEqual([
      "mandataire_id",
      "workspace_ids",
    ]);
  });

  it("are bound to a mandataire that there is", async () => {
    const mandataire = await database.transact.write(async ({ mandataires }) => {
      const made = newMandataire();
      await mandataires.insert(made);
      return made;
    });
    const made = await make({ area: "portal", mandataire_id: mandataire.id });
    expect(made.mandataire_id).toBe(mandataire.id);
    expectStatus(await admin.ask("DELETE", `${ALL}/${made.id}`), 204);
  });

  it("have two keys, and a third one ends the oldest", async () => {
    const made = await make();
    const living = async (...keys: readonly string[]) => Promise.all(keys.map((key) => opens(key)));
    const second = await addKey(made);
    expect(await living(made.key, second.key)).toEqual([true, true]);
    const third = await addKey(made);
    expect(await living(made.key, second.key, third.key)).toEqual([false, true, true]);
    const fourth = await addKey(made);
    expect(await living(second.key, third.key, fourth.key)).toEqual([false, true, true]);
    expect(new Set([made.key, second.key, third.key, fourth.key]).size).toBe(4);
  });

  it("never have three, for any number of concurrent requests", async () => {
    const made = await make();
    const pending = Array.from({ length: 5 }, () => admin.ask<ConnectorKeyBody>("POST", `${ALL}/${made.id}/keys`));
    const keys = (await Promise.all(pending)).map((reply) => expectStatus(reply, 201).key);
    const living = await Promise.all([made.key, ...keys].map((key) => opens(key)));
    expect(living.filter((lives) => lives)).toHaveLength(2);
  });

  it("count a key that an open transaction is adding", async () => {
    const made = await make();
    const id = made.id as ConnectorId;
    const [adding, mayAdd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const openWrite = database.transact.write(async ({ connectors }) => {
      await connectors.lock(id);
      adding.resolve();
      await mayAdd.promise;
      const [first] = await connectors.keys(id);
      if (!first) throw new Error("The connector has a key");
      await connectors.insertKey({ ...first, id: NOTHING as typeof first.id, hash: sha256("beside") });
    });
    await adding.promise;
    const pending = addKey(made);
    await Promise.race([database.untilBlocked(), pending]);
    mayAdd.resolve();
    const [{ key }] = await Promise.all([pending, openWrite]);
    expect(await opens(key)).toBe(true);
    expect(await database.transact.read(({ connectors }) => connectors.keys(id))).toHaveLength(2);
  });

  it("go with their keys", async () => {
    const [made, other] = [await make(), await make()];
    const second = await addKey(made);
    expectStatus(await admin.ask<unknown>("DELETE", `${ALL}/${made.id}`), 204);
    expect(await Promise.all([made.key, second.key, other.key].map((key) => opens(key)))).toEqual([false, false, true]);
    expectNotFound(await admin.ask("GET", `${ALL}/${made.id}`));
    expectNotFound(await admin.ask("DELETE", `${ALL}/${made.id}`));
    expectNotFound(await admin.ask("POST", `${ALL}/${made.id}/keys`));
  });

  it("open nothing once they are disabled", async () => {
    const { id, key } = await make();
    expect(await opens(key)).toBe(true);
    await disable(id as ConnectorId);
    expect(await opens(key)).toBe(false);
    expect((await admin.ask<ConnectorBody>("GET", `${ALL}/${id}`)).body.disabled_at).toBe(house.clock.now());
  });

  /** No route does so yet. */
  async function disable(id: ConnectorId): Promise<void> {
    await database.transact.write(async ({ connectors }) => {
      const found = await connectors.lock(id);
      const keys = await connectors.keys(id);
      if (!found) throw new Error("There is no such connector");
      await connectors.remove(id);
      await connectors.insert({ ...found, disabledAt: house.clock.now() });
      for (const key of keys) await connectors.insertKey(key);
    });
  }

  it("are filtered by every field but their lists", async () => {
    const made = await make({ name: "Zoé’s graph", area: "portal" });
    const only = { "q[id_eq]": made.id };
    for (const query of [
      { "q[name_start]": "ZOÉ" },
      { "q[area_eq]": "portal", ...only },
      { "q[mandataire_id_null]": "1", ...only },
      { "q[disabled_at_null]": "1", ...only },
      { "q[created_at_eq]": made.created_at, ...only },
    ]) {
      const { body } = await admin.ask<readonly ConnectorBody[]>("GET", ALL, { query });
      expect(body.map(({ id }) => id)).toEqual([made.id]);
    }
    for (const field of ["key", "hash", "workspace_ids"]) {
      expectMalformed(await admin.ask("GET", ALL, { query: { [`q[${field}_present]`]: "1" } }));
    }
  });

  it("leave a trail that holds no key", async () => {
    const made = await make();
    const second = await addKey(made);
    const third = await addKey(made);
    await admin.ask("DELETE", `${ALL}/${made.id}`);
    const query = { "q[resource_id_eq]": made.id, sort: "at", direction: "asc" };
    const { body, text } = await admin.ask<readonly AuditEventBody[]>("GET", "/api/v1/audit_events", { query });
    expect(body.map(({ action }) => action).sort()).toEqual([
      "connector.created",
      "connector.deleted",
      "connector.keys_rotated",
      "connector.keys_rotated",
    ]);
    expect(body.find(({ detail }) => detail.added === third.id)?.detail).toMatchObject({ name: "a graph" });
    for (const { key } of [made, second, third]) expect(text).not.toContain(key);
  });

  describe.each(Object.keys(AREAS) as Area[])("in the area %s", (area) => {
    const base = AREAS[area];
    const other: Area = area === "portal" ? "knowledge_graph" : "portal";
    const paths = [base, `${base}/`, `${base}/ingestions`, `${base}/nodes/${NOTHING}`];

    it("62: 401 without a key, also with a bearer token", async () => {
      const token = await admin.token();
      for (const path of paths) {
        for (const method of ["GET", "POST", "DELETE"]) {
          expectNoKey(await house.ask(method, path));
          expectNoKey(await house.ask(method, path, { token }));
        }
      }
    });

    it("401 for an invalid key, with the same message for every error", async () => {
      const { key } = await make({ area });
      const wrong = [
        "",
        " ",
        "x",
        `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`,
        key.toUpperCase(),
        `${key}, ${key}`,
        `Bearer ${key}`,
        "x".repeat(5000),
        await admin.token(),
        (await make({ area: other })).key,
      ];
      const messages = new Set<string>();
      for (const sent of wrong) {
        const reply = await house.ask("GET", `${base}/nothing`, keyed(sent));
        expectNoKey(reply);
        messages.add(reply.body.message);
      }
      expect(messages.size).toBe(1);
    });

    it.runIf(area === "portal")(
      "429 for a wrong key after a hundred from its network, and never for a right one",
      async () => {
        const { key } = await make({ area });
        const from = `198.51.100.${area.length}`;
        const ask = (sent: string, at = from) => house.ask("GET", `${base}/nothing`, keyed(sent, { from: at }));
        const never = () => newToken("connectorKey", createSecrets());
        const others = (await make({ area: other })).key;
        for (let times = 0; times < 100; times += 1) expectNoKey(await ask(never()));
        const reply = await ask(never());
        expectRefusal(reply, 429, "rate_limited");
        expect(reply.headers.get("retry-after")).toBe("900");
        // Neither a string that is no key nor a key of another kind counts as a guess.
        for (const sent of ["x", key.toUpperCase(), others]) expectNoKey(await ask(sent));
        expectNotFound(await ask(key));
        expectNoKey(await ask(never(), "203.0.113.9"));
      },
    );

    it("404 for a path that does not exist with a valid key; only the key counts", async () => {
      const { key } = await make({ area });
      const token = await admin.token();
      for (const asking of [{}, { token }, { token: "x" }]) {
        expectNotFound(await house.ask("GET", `${base}/nothing`, keyed(key, asking)));
      }
    });

    it("62: 401 for its key anywhere else", async () => {
      const { key } = await make({ area });
      for (const path of [`${DOCUMENTS}/folders`, ALL, "/api/v1/directory/users/me"]) {
        for (const reply of [
          await house.ask("GET", path, keyed(key)),
          await house.ask("GET", path, { token: key }),
          await house.ask("GET", path, keyed("", { token: key })),
        ]) {
          expectRefusal(reply, 401, "unauthorized");
          expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer /);
        }
      }
      expectNoKey(await house.ask("GET", `${AREAS[other]}/nothing`, keyed(key)));
    });
  });
});
