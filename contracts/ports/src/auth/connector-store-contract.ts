import type { Connector, ConnectorFinder, ConnectorId, ConnectorKey, ConnectorStore } from "@cartulary/auth";
import type { Transact } from "@cartulary/kernel";
import { digestOf, EPOCH, later, records } from "../harness/document-records.ts";
import { withTimeout } from "../harness/eventually.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** A database with nothing in it. */
export interface ConnectorsUnderTest {
  readonly transact: Transact<{ readonly connectors: ConnectorStore }>;
  readonly connectorFinder: ConnectorFinder;
}

export interface ConnectorsHarness {
  /** Called once per test. */
  create(): Promise<ConnectorsUnderTest>;
}

/** Contract of connector stores. `listingContract` covers filters and order. */
export function connectorStoreContract(name: string, { create }: ConnectorsHarness): void {
  describe(`${name} keeps connectors`, () => {
    async function furnished(...connectors: readonly Connector[]) {
      const database = await create();
      await database.transact.write(async (stores) => {
        for (const connector of connectors) await stores.connectors.insert(connector);
      });
      return database;
    }

    async function give({ transact }: ConnectorsUnderTest, ...keys: readonly ConnectorKey[]) {
      await transact.write(async ({ connectors }) => {
        for (const key of keys) await connectors.insertKey(key);
      });
    }

    const EVERY = { page: 1, perPage: 100, sort: "createdAt", direction: "desc", conditions: [] } as const;

    it("gives back whole connectors, and none that there is not", async () => {
      const [whole, bare] = [connectorOf(1), connectorOf(2, BARE)];
      const { transact } = await furnished(whole, bare);
      const find = (id: ConnectorId) => transact.read(({ connectors }) => connectors.find(id));
      const lock = (id: ConnectorId) => transact.write(({ connectors }) => connectors.lock(id));
      expect([await find(whole.id), await find(bare.id), await find(connectorOf(3).id)]).toEqual([whole, bare, null]);
      expect([await lock(whole.id), await lock(bare.id), await lock(connectorOf(3).id)]).toEqual([whole, bare, null]);
    });

    it("lists them, and finds them by name", async () => {
      const [whole, bare] = [connectorOf(1), connectorOf(2, BARE)];
      const { transact } = await furnished(whole, bare);
      const list = (query = {}) => transact.read(({ connectors }) => connectors.list({ ...EVERY, ...query }));
      expect(await list()).toEqual({ items: [bare, whole], total: 2, page: 1, perPage: 100 });
      const conditions = [{ fields: ["name"], join: "or", predicate: "start", values: ["L’É"] }];
      expect((await list({ conditions })).items).toEqual([whole]);
    });

    it("finds whose a key is, as the connector is now", async () => {
      const [one, two] = [connectorOf(1), connectorOf(2, BARE)];
      const database = await furnished(one, two);
      const [first, second] = [keyOf(one, 1), keyOf(two, 2)];
      await give(database, first, second);
      const found = () => Promise.all([1, 2, 3].map((count) => database.connectorFinder.find(digestOf(count))));
      expect(await found()).toEqual([{ ...one, keyId: first.id }, { ...two, keyId: second.id }, null]);
      await database.transact.write(({ connectors }) => connectors.remove(one.id));
      expect(await found()).toEqual([null, { ...two, keyId: second.id }, null]);
    });

    it("answers the keys of one connector, the oldest first, until they are removed", async () => {
      const [one, two] = [connectorOf(1), connectorOf(2)];
      const database = await furnished(one, two);
      const [old, young, other] = [keyOf(one, 1), keyOf(one, 2), keyOf(two, 3)];
      await give(database, young, other, old);
      const keys = () => database.transact.read(({ connectors }) => connectors.keys(one.id));
      expect(await keys()).toEqual([old, young]);
      await database.transact.write(({ connectors }) => connectors.removeKey(old.id));
      expect(await keys()).toEqual([young]);
      expect(await database.connectorFinder.find(old.hash)).toBeNull();
      expect(await database.connectorFinder.find(other.hash)).not.toBeNull();
    });

    it("refuses a second key of the same digest", async () => {
      const one = connectorOf(1);
      const database = await furnished(one);
      await give(database, keyOf(one, 1));
      await expect(give(database, { ...keyOf(one, 2), hash: digestOf(1) })).rejects.toThrow(/unique|duplicate/i);
    });

    it("lets those who lock one connector queue", async () => {
      const one = connectorOf(1);
      const database = await furnished(one);
      const give = (count: number) =>
        database.transact.write(async ({ connectors }) => {
          await connectors.lock(one.id);
          const living = await connectors.keys(one.id);
          await connectors.insertKey(keyOf(one, count));
          return living.length;
        });
      expect((await Promise.all([1, 2, 3, 4].map(give))).sort()).toEqual([0, 1, 2, 3]);
    });

    it("refuses at once to look for a key inside a transaction", async () => {
      const { transact, connectorFinder } = await create();
      await expect(withTimeout(transact.read(() => connectorFinder.find(digestOf(1))))).rejects.toThrow(/open/);
    });
  });
}

const BARE = { name: "bare", area: "portal", mandataireId: null, workspaceIds: [], disabledAt: null } as const;

function connectorOf(count: number, overrides: Partial<Connector> = {}): Connector {
  const make = records(0x7000 + count * 0x10);
  return {
    id: make.id(),
    name: "l’École",
    area: "knowledge_graph",
    mandataireId: make.id(),
    workspaceIds: [make.id(), make.id()],
    disabledAt: later(90),
    createdAt: count === 1 ? EPOCH : later(count),
    ...overrides,
  };
}

function keyOf({ id: connectorId }: Connector, count: number): ConnectorKey {
  return { id: records(0x8000 - count).id(), connectorId, hash: digestOf(count), createdAt: later(count) };
}
