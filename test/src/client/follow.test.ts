import { type Change, createClient, follow, type ListedProperty } from "@cartulary/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { collected } from "../../support/collected.ts";
import { databases } from "../../support/databases.ts";

const DAY_MS = 86_400_000;

describe.each(databases)("following a list on $name", ({ open }) => {
  let house: House;
  let client: ReturnType<typeof createClient>;
  const requested: string[] = [];

  beforeAll(async () => {
    house = await openHouse(await open());
    client = createClient({
      baseUrl: "http://house.test",
      tokens: async () => ({ accessToken: await house.admin.token() }),
      async fetch(input, init) {
        const request = new Request(input, init);
        requested.push(new URL(request.url).pathname.split("/").at(-1) ?? "");
        return house.app.fetch(request);
      },
    });
    await client.createMandataire({ mandataire: { name: "Agency", accounting_code: "AGE", siren: "812345676" } });
  });

  afterAll(() => house.close());

  const create = async (name: string) => (await client.createProperty({ name, address: "1 rue du Port" })).id;
  const namesOf = (changes: readonly Change<ListedProperty>[]) =>
    changes.map(({ state, data }) => [state, data?.name ?? null]);

  it("yields existing records, then each change and each tombstone once", async () => {
    await create("kept");
    const gone = await create("gone");
    const feed = follow(client.listProperties);
    expect(feed.since).toBeNull();
    expect(namesOf(await collected(feed)).toSorted()).toEqual([
      ["present", "gone"],
      ["present", "kept"],
    ]);
    expect(await collected(feed)).toEqual([]);
    const added = await create("new");
    await client.deleteProperty({ id: gone });
    house.clock.pass(1);
    const changes = await collected(feed);
    expect(changes.map(({ id, state }) => [id, state]).toSorted()).toEqual(
      [
        [added, "present"],
        [gone, "deleted"],
      ].toSorted(),
    );
    expect(await collected(feed)).toEqual([]);
    await client.updateProperty({ id: added, name: "renamed" });
    expect(namesOf(await collected(feed))).toEqual([["present", "renamed"]]);
  });

  it("continues from a stored date-time, without reading the earlier records", async () => {
    house.clock.pass(60_000);
    const earlier = follow(client.listProperties);
    await collected(earlier);
    await create("after");
    requested.length = 0;
    const later = follow(client.listProperties, { since: earlier.since });
    expect(namesOf(await collected(later))).toEqual([["present", "after"]]);
    expect(new Set(requested)).toEqual(new Set(["snapshots"]));
  });

  it("yields unprocessed records again", async () => {
    house.clock.pass(60_000);
    const feed = follow(client.listProperties);
    await collected(feed);
    await create("twice");
    const failing = async () => {
      for await (const _ of feed) throw new Error("the copy is full");
    };
    await expect(failing()).rejects.toThrow("the copy is full");
    expect(namesOf(await collected(feed))).toEqual([["present", "twice"]]);
  });

  it("starts again and calls onRestart once its moment is older than the server remembers", async () => {
    let restarts = 0;
    const onRestart = () => {
      restarts += 1;
    };
    const feed = follow(client.listProperties, { onRestart });
    const first = await collected(feed);
    house.clock.pass(8 * DAY_MS);
    expect(await collected(feed)).toEqual(first);
    expect(restarts).toBe(2);
  });

  it("follows the mandataires too, and no list that keeps no changes", async () => {
    const [mandataire] = await collected(follow(client.listMandataires));
    expect(mandataire).toMatchObject({ state: "present", data: { name: "Agency" } });
    expect(() => follow(client.listFolders)).toThrow("no changes to follow");
  });

  it("continues until it is stopped when it has an interval", async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      const { since } = await caughtUp();
      for await (const { data } of follow(client.listProperties, { since, everyMs: 1, signal: stop.signal })) {
        seen.push(data?.name ?? "");
        if (data?.name === "first") await create("second");
        else stop.abort(new Error("enough"));
      }
    })();
    await expect(following).rejects.toThrow("enough");
    expect(seen).toEqual(["first", "second"]);
  });

  async function caughtUp() {
    house.clock.pass(60_000);
    const feed = follow(client.listProperties);
    await collected(feed);
    await create("first");
    return feed;
  }
});
