import { createClient, follow } from "@cartulary/client";
import type { Instant } from "@cartulary/kernel";
import { type MandataireId, withWriteTimeout } from "@cartulary/rental/agency";
import { createEstate, type Property, type PropertyId } from "@cartulary/rental/property";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../support/application-fixture.ts";
import { actingOn, MANDATAIRES, mandataireAt, membersAt } from "../../support/books.ts";
import { collected } from "../../support/collected.ts";
import { type Hosts, openHosts } from "../../support/convergence.ts";
import { databases } from "../../support/databases.ts";
import { seededIds } from "../../support/fixed-clock.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { expectMalformed, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { requestOf } from "../../support/send-request.ts";

const RENTAL = "/rental/api/v1";
const SNAPSHOTS = `${RENTAL}/snapshots`;

interface SnapshotBody {
  readonly collection: string;
  readonly id: string;
  readonly state: string;
  readonly updatedAt: string;
  readonly data: { readonly id: string; readonly name?: string } | null;
}
interface Row {
  readonly id: string;
  readonly updatedAt: string;
}

describe.each(databases)("the change feed of an estate on $name", ({ open }) => {
  let hosts: Hosts;
  let admin: Person;
  let mandataire: string;
  beforeAll(async () => {
    hosts = await openHosts(await open());
    admin = hosts.houses[0].admin;
    mandataire = (await hosts.books.mandataire()).id;
  });
  afterAll(() => hosts.close());

  const now = () => hosts.houses[0].clock.now();
  const secondsBefore = (seconds: number) => new Date(Date.parse(now()) - seconds * 1000).toISOString();
  const acting = (query: Record<string, string>) => actingOn(mandataire, { query });
  const list = (query: Record<string, string>, path = "properties") =>
    admin.ask<readonly Row[]>("GET", `${RENTAL}/${path}`, acting(query));
  const snapshots = async (query: Record<string, string>, by = admin) =>
    expectStatus(await by.ask<readonly SnapshotBody[]>("GET", SNAPSHOTS, acting(query)), 200);
  const watermark = async (host: 0 | 1 = 0) =>
    (await hosts.houses[host].admin.ask("GET", `${RENTAL}/units`, acting({}))).headers.get("x-snapshot-at");
  const property = async (name = "P") => {
    const json = { name, address: "1 rue" };
    return expectStatus(await admin.ask<Row>("POST", `${RENTAL}/properties`, actingOn(mandataire, { json })), 201);
  };
  const remove = async (id: string) =>
    expectStatus(await admin.ask("DELETE", `${RENTAL}/properties/${id}`, actingOn(mandataire)), 204);

  it("continues after the last record, and sorts records of one instant by their ids", async () => {
    hosts.pass(10_000);
    const since = now();
    const made = [await property(), await property(), await property()];
    const walked: Row[] = [];
    for (let place: Record<string, string> = { updated_since: since }; ; ) {
      const { body, headers } = await list({ ...place, per_page: "1", sort: "name", direction: "desc" });
      expect(headers.get("x-total-count")).toBe(String(made.length - walked.length));
      const [last] = body;
      if (!last) break;
      walked.push(last);
      place = { updated_since: last.updatedAt, after_id: last.id.toUpperCase() };
    }
    expect(walked.map(({ id }) => id)).toEqual(made.map(({ id }) => id).sort());
    for (const query of [{ after_id: NOTHING }, { updated_since: since, after_id: "x" }])
      expectMalformed((await list(query)) as never);
    const journal = await list({ updated_since: since, after_id: NOTHING }, "accounting_entries");
    expect(expectStatus(journal, 200)).toEqual([]);
  });

  it("gets the last state of each record once, as in its list", async () => {
    hosts.pass(10_000);
    const since = now();
    const [stored, gone] = [await property("kept"), await property("gone")];
    hosts.pass(1000);
    await remove(gone.id);
    const received = await snapshots({ collection: "properties", updated_since: since });
    const [record] = expectStatus(await list({ "q[id_eq]": stored.id }), 200);
    expect(received).toEqual([
      { collection: "properties", id: stored.id, state: "present", updatedAt: stored.updatedAt, data: record },
      { collection: "properties", id: gone.id, state: "deleted", updatedAt: now(), data: null },
    ]);
    const page = { collection: "properties", updated_since: since, per_page: "1" };
    expect(await snapshots({ ...page, page: "2" })).toEqual([received[1]]);
    expect(await snapshots({ ...page, page: "3" })).toEqual([]);
    const behind = { ...page, updated_since: stored.updatedAt, after_id: stored.id };
    expect(await snapshots(behind)).toEqual([received[1]]);
    expect(await snapshots({ collection: "units", updated_since: since })).toEqual([]);
    const headers = (await admin.ask("GET", SNAPSHOTS, acting({ ...page, per_page: "1000" }))).headers;
    expect([headers.get("x-total-count"), headers.get("x-per-page"), headers.get("x-has-more")]).toEqual([
      ...["2", "100", "false"],
    ]);
    expect(headers.get("x-snapshot-at")).toBe(secondsBefore(5));
  });

  it("gets an old record at its change, not at its creation", async () => {
    hosts.pass(10_000);
    const since = now();
    const [first, second] = [await property(), await property()];
    hosts.pass(1000);
    const renamed = actingOn(mandataire, { json: { name: "renamed" } });
    expectStatus(await admin.ask("PATCH", `${RENTAL}/properties/${first.id}`, renamed), 200);
    const page = { collection: "properties", updated_since: since, per_page: "1" };
    const received = [...(await snapshots(page)), ...(await snapshots({ ...page, page: "2" }))];
    expect(received.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it("requires a collection and a moment, and accepts no other parameter", async () => {
    const sound = { collection: "units", updated_since: now() };
    const refused = [
      {},
      { collection: "units" },
      { updated_since: now() },
      ...[{ collection: "users" }, { collection: "" }, { updated_since: "yesterday" }, { updated_since: "" }],
      ...[
        { after_id: "x" },
        { page: "0" },
        { per_page: "0" },
        { sort: "id" },
        { direction: "asc" },
        { search: "x" },
        { q: "x" },
        { "q[id_eq]": NOTHING },
      ],
    ].map((query, index) => (index < 3 ? query : { ...sound, ...query }));
    for (const query of refused) expectMalformed(await admin.ask("GET", SNAPSHOTS, acting(query as typeof sound)));
    expect(await snapshots({ ...sound, updated_since: now().slice(0, 10) })).toEqual(expect.any(Array));
  });

  it("requires a restart when removals since the moment are forgotten; lists accept any moment", async () => {
    const [last, expired] = [
      secondsBefore(7 * 86_400),
      new Date(Date.parse(secondsBefore(7 * 86_400)) - 1).toISOString(),
    ];
    await snapshots({ collection: "units", updated_since: last });
    for (const collection of ["units", "mandataires"]) {
      const query = { collection, updated_since: expired };
      expectRefusal(await admin.ask("GET", SNAPSHOTS, acting(query)), 410, "snapshot_expired");
    }
    expectStatus(await list({ updated_since: "1990-01-01" }), 200);
    const gone = await property();
    await remove(gone.id);
    const forgotten = async () => {
      const dumped = await hosts.database.dump();
      return !dumped.split("\n").some((line) => /^(public\.)?tombstones/.test(line) && line.includes(gone.id));
    };
    hosts.pass(7 * 86_400_000 + 3_600_000);
    await hosts.houses[0].upkeep.run();
    expect(await forgotten()).toBe(false);
    hosts.pass(1);
    await hosts.houses[0].upkeep.run();
    expect(await forgotten()).toBe(true);
  });

  it("contains the creation, change and end of a mandataire, with any header", async () => {
    const clerk = await hosts.houses[0].person();
    hosts.pass(60_000);
    const since = now();
    const received = async (by = clerk) => {
      const query = { collection: "mandataires", updated_since: since };
      const requested = by.ask<readonly SnapshotBody[]>("GET", SNAPSHOTS, {
        query,
        headers: { "x-mandataire-id": "none" },
      });
      return expectStatus(await requested, 200).map(({ id, state, updatedAt, data }) => [
        id,
        state,
        updatedAt,
        data?.name,
      ]);
    };
    const admit = () => admin.ask("POST", membersAt(mandataire), { json: { user_id: clerk.id } });
    const revoke = () => admin.ask("DELETE", `${membersAt(mandataire)}/${clerk.id}`);
    expect(await received()).toEqual([]);
    expectStatus(await admit(), 201);
    expect(await received()).toEqual([[mandataire, "present", now(), "an agency"]]);
    hosts.pass(1000);
    expectStatus(await revoke(), 204);
    expect(await received()).toEqual([[mandataire, "revoked", now(), undefined]]);
    hosts.pass(1000);
    expectStatus(await admit(), 201);
    const admitted = now();
    expect(await received()).toEqual([[mandataire, "present", admitted, "an agency"]]);
    expect(await received(admin)).toEqual([]);
    const listed = (query: Record<string, string>) => clerk.ask<readonly Row[]>("GET", MANDATAIRES, { query });
    expect(expectStatus(await listed({ updated_since: admitted }), 200)).toHaveLength(1);
    expect(expectStatus(await listed({ "q[updated_at_lteq]": since }), 200)).toEqual([]);
    const other = (await hosts.books.mandataire({ name: "other" }, [clerk])).id;
    hosts.pass(1000);
    expectStatus(await admin.ask("DELETE", mandataireAt(other)), 204);
    expect((await received()).at(-1)).toEqual([other, "deleted", now(), undefined]);
    expect((await received(admin)).at(-1)).toEqual([other, "deleted", now(), undefined]);
    expectStatus(await admin.ask("DELETE", `/api/v1/directory/users/${clerk.id}`), 204);
    expect(await hosts.database.dump()).not.toMatch(new RegExp(`^.*membership_tombstones.*${clerk.id}`, "m"));
    expectStatus(await admin.ask("GET", MANDATAIRES), 200);
  });

  it("contains no record of another mandataire, nor of other collections", async () => {
    const stranger = await hosts.houses[0].person();
    const query = { collection: "units", updated_since: now() };
    expectRefusal(await stranger.ask("GET", SNAPSHOTS, acting(query)), 403, "forbidden");
    expect(await snapshots({ ...query, mandataire_id: mandataire })).toEqual([]);
  });

  describe("does not move past uncommitted writes:", () => {
    const writing = () => {
      let [go, isOpen] = [() => {}, () => {}];
      const going = new Promise<void>((resolve) => (go = resolve));
      const opened = new Promise<void>((resolve) => (isOpen = resolve));
      return {
        go: () => go(),
        opened,
        stop: () => {
          isOpen();
          return going;
        },
      };
    };
    const lasting = (host: 0 | 1, stop: () => Promise<void>) =>
      hosts.houses[host].longWrite(mandataire as MandataireId, async ({ properties }, alive) => {
        const { items } = await properties.list(
          { page: 1, perPage: 1, sort: "id", direction: "asc", conditions: [] },
          "2026-03-01" as never,
        );
        const example = (await properties.find(items[0]?.id as PropertyId)) as Property;
        const at = hosts.houses[host].clock.now();
        await properties.insert({ ...example, id: seededIds(`of ${at} ${host}`)(), createdAt: at, updatedAt: at });
        await stop();
        alive();
        return at;
      });

    it("a write that lasts, on either host, until it has ended", async () => {
      await property();
      const { go, opened, stop } = writing();
      const start = Date.parse(hosts.houses[1].clock.now());
      const open = lasting(1, stop);
      await opened;
      for (const seconds of [0, 5, 60, 500]) {
        hosts.pass(seconds * 1000);
        const settled = Math.min(Date.parse(now()) - 5000, start - 1);
        expect(await watermark()).toBe(new Date(settled).toISOString());
      }
      go();
      await open;
      expect(await watermark()).toBe(secondsBefore(5));
      expect(await watermark(1)).toBe(secondsBefore(7));
    });

    it.each(["its first copy", "the changes"])("committed between two pages of %s, dated before both", async (what) => {
      const held = new Set<string>();
      let [left, between] = [Number.POSITIVE_INFINITY, async () => {}];
      const fetching = async (input: string, init: { method: string; headers: Headers }) => {
        left -= 1;
        if (left === 0) await between();
        const headers = Object.fromEntries(init.headers);
        const request = requestOf(init.method, input, { headers, token: await admin.token() });
        return hosts.houses[0].app.fetch(request, {});
      };
      const client = createClient({
        baseUrl: "http://house.test",
        fetch: fetching as never,
        mandataireId: mandataire,
      });
      const feed = follow(client.listProperties, { perPage: 1 });
      const catchUp = async () => {
        for await (const { id } of feed) held.add(id);
      };
      hosts.pass(10_000);
      if (what === "the changes") await catchUp();
      hosts.pass(10_000);
      await property("the last but one");
      await property("the last");
      // By the clock that is behind, it is dated before these two.
      const { go, opened, stop } = writing();
      const open = lasting(1, stop);
      await opened;
      const present = (await list({ per_page: "100" })).body.length;
      left = what === "the changes" ? 2 : present + 1;
      between = async () => {
        go();
        await open;
        hosts.pass(60_000);
      };
      await catchUp();
      await catchUp();
      const all = (await list({ per_page: "100" })).body.map(({ id }) => id);
      expect([all.length, all.filter((id) => !held.has(id))]).toEqual([present + 1, []]);
    });

    it("and does not renew an expired write", async () => {
      const open = { id: seededIds("given up")<"OpenWrite">(), startedAt: now(), until: now(), work: null };
      const stored = await hosts.database.transact.write(async ({ openWrites }) => {
        await openWrites.insert(open);
        await openWrites.renew(open.id, open.until, new Date(Date.parse(now()) + 1000).toISOString() as Instant);
        return openWrites.lock(open.id);
      });
      expect(stored).toEqual(open);
    });

    it("not even past an expired write, which is rolled back", async () => {
      const { go, opened, stop } = writing();
      const open = lasting(0, stop);
      await opened;
      hosts.pass(600_000);
      expect(await watermark()).toBe(secondsBefore(5));
      go();
      await expect(open).rejects.toMatchObject({ code: "write_too_slow" });
    });

    it.each([
      [2_500, "is committed"],
      [2_501, "is undone"],
    ])("an ordinary write of %i ms %s", async (milliseconds, outcome) => {
      const [, behind] = hosts.houses;
      const transactFor = (id: MandataireId) => withWriteTimeout(hosts.database.transactFor(id), behind.clock);
      const slowly = (id: MandataireId) => {
        const transact = transactFor(id);
        return {
          ...transact,
          write: <Result>(work: (stores: never) => Promise<Result>) =>
            transact.write(async (stores) => {
              const result = await work(stores as never);
              hosts.pass(milliseconds);
              return result;
            }),
        };
      };
      const newId = seededIds(`slow ${milliseconds}`);
      const estate = createEstate({
        transactFor: slowly as typeof transactFor,
        clock: behind.clock,
        newId,
        mandateListeners: [],
        leaseListeners: [],
        tenantListeners: [],
        ownerListeners: [],
      });
      const before = now();
      const made = estate(mandataire as MandataireId).properties.create(hosts.books.clerk, { name: "S", address: "r" });
      const result = await made.then(
        ({ id }) => id,
        ({ code }) => code,
      );
      if (outcome === "is undone") expect(result).toBe("write_too_slow");
      else expect(((await watermark()) as string) < (await hosts.houses[0].clock.now())).toBe(true);
      const received = await snapshots({
        collection: "properties",
        updated_since: new Date(Date.parse(before) - 5000).toISOString(),
      });
      expect(received.some(({ id }) => id === result)).toBe(outcome === "is committed");
    });
  });

  it("keeps a client's copy equal, from the list first and then from the changes", async () => {
    const requested: string[] = [];
    const fetching = async (input: string, init: { method: string; headers: Headers }) => {
      requested.push(new URL(input).pathname.split("/").at(-1) ?? "");
      const headers = Object.fromEntries(init.headers);
      const request = requestOf(init.method, input, { headers, token: await admin.token() });
      return hosts.houses[0].app.fetch(request, {});
    };
    const client = createClient({ baseUrl: "http://house.test", fetch: fetching as never, mandataireId: mandataire });
    const held = new Set<string>();
    let restarts = 0;
    const following = follow(client.listProperties, {
      perPage: 1,
      onRestart() {
        restarts += 1;
        held.clear();
      },
    });
    const catchUp = async () => {
      for await (const { id, state } of following) state === "present" ? held.add(id) : held.delete(id);
    };
    const present = async () => (await list({ per_page: "100" })).body.map(({ id }) => id).sort();
    const gone = await property("to go");
    await catchUp();
    expect([...held].sort()).toEqual(await present());
    expect(following.since).toBe(secondsBefore(5));
    await property("new");
    await remove(gone.id);
    requested.length = 0;
    hosts.pass(10_000);
    await catchUp();
    expect([[...held].sort(), new Set(requested), restarts]).toEqual([await present(), new Set(["snapshots"]), 1]);
    hosts.pass(8 * 86_400_000);
    await catchUp();
    expect([[...held].sort(), restarts]).toEqual([await present(), 2]);
    const mandataires = await collected(follow(client.listMandataires));
    expect(mandataires.map(({ id }) => id)).toContain(mandataire);
  });
});
