import { type AuditEvent, type AuditField, type AuditStores, auditListing } from "@cartulary/audit";
import type { Condition, ListQuery, Transact } from "@cartulary/kernel";
import { EPOCH, idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** A database with nothing in it. */
export interface AuditStoresUnderTest {
  readonly transact: Transact<AuditStores>;
  /** Executes a statement past every port, like a user with the database's password. */
  executeSql(statement: string): Promise<void>;
}

export interface AuditStoresHarness {
  /** Called once per test. */
  create(): Promise<AuditStoresUnderTest>;
}

const input = (...conditions: readonly Condition<AuditField>[]): ListQuery<AuditField> => ({
  page: 1,
  perPage: 100,
  sort: "at",
  direction: "desc",
  conditions,
});

/** Every way that we know of to make something that was done look otherwise. */
const FORGERIES = [
  "update audit_events set action = 'nothing.done'",
  "update audit_events set detail = '{}' where action = 'folder.deleted'",
  "delete from audit_events where action = 'folder.deleted'",
  "delete from audit_events",
  "truncate audit_events",
  "insert or replace into audit_events (id, at, action, detail) select id, at, 'x', detail from audit_events",
  `insert or replace into audit_events (rowid, id, at, action, detail)
    select rowid, '${idOf(0xeee)}', at, 'x', detail from audit_events limit 1`,
  `merge into audit_events as old using audit_events as new on old.id = new.id
    when matched then update set action = 'x'`,
  `insert into audit_events select * from audit_events where true
    on conflict (id) do update set action = excluded.request_id`,
] as const;

/** Contract of audit stores. `listingContract` covers filters and order. */
export function auditStoreContract(name: string, { create }: AuditStoresHarness): void {
  describe(`${name} keeps a trail`, () => {
    const found = async ({ transact }: Pick<AuditStoresUnderTest, "transact">, query = input()) =>
      (await transact.read(({ audit }) => audit.list(query))).items;

    it("gives back whole events, the latest first", async () => {
      const database = await create();
      const [first, second] = [eventOf(1), eventOf(2, BARE)];
      await record(database, first, second);
      expect(await found(database)).toEqual([second, first]);
      expect(await found(database, { ...input(), direction: "asc" })).toEqual([first, second]);
    });

    it("filters by every field", async () => {
      const database = await create();
      const [wanted, other] = [eventOf(1), eventOf(2, BARE)];
      await record(database, wanted, other);
      for (const field of Object.keys(auditListing.fields) as AuditField[]) {
        const condition: Condition<AuditField> = {
          fields: [field],
          join: "or",
          predicate: "eq",
          values: [wanted[field] ?? ""],
        };
        expect({ field, events: await found(database, input(condition)) }).toEqual({ field, events: [wanted] });
      }
    });

    it("keeps an event with the transaction that it describes, or not at all", async () => {
      const database = await create();
      const undone = database.transact.write(async ({ audit }) => {
        await audit.record(eventOf(1));
        throw new Error("undo everything");
      });
      await expect(undone).rejects.toThrow("undo everything");
      expect(await found(database)).toEqual([]);
    });

    it("refuses a second event of the same id", async () => {
      const database = await create();
      await record(database, eventOf(1));
      const again = { ...eventOf(2), id: eventOf(1).id };
      await expect(record(database, again)).rejects.toThrow(/unique|duplicate|append-only/i);
      expect(await found(database)).toEqual([eventOf(1)]);
    });

    it("can be added to and read, and nothing else", async () => {
      const database = await create();
      const offered = await database.transact.write(async ({ audit }) => Object.keys(audit));
      expect(offered.sort()).toEqual(["list", "record"]);
    });

    it.each(FORGERIES)("cannot be changed by SQL: %s", async (statement) => {
      const database = await create();
      await record(database, eventOf(1), eventOf(2, BARE));
      await expect(database.executeSql(statement)).rejects.toThrow(/append-only|syntax error/);
      expect(await found(database)).toEqual([eventOf(2, BARE), eventOf(1)]);
    });

    it("has an error message with the reason", async () => {
      const database = await create();
      await record(database, eventOf(1));
      await expect(database.executeSql("delete from audit_events")).rejects.toThrow("append-only");
      await expect(database.executeSql("update audit_events set action = ''")).rejects.toThrow("append-only");
    });
  });
}

const BARE = {
  actorId: null,
  tokenId: null,
  resourceType: null,
  resourceId: null,
  requestId: null,
  address: null,
  detail: {},
} as const;

function eventOf(count: number, overrides: Partial<AuditEvent> = {}): AuditEvent {
  const make = records(0x6000 + count * 0x10);
  return {
    id: make.id(),
    at: count === 1 ? EPOCH : later(count),
    actorId: make.id(),
    tokenId: make.id(),
    action: count === 1 ? "folder.deleted" : "session.refused",
    resourceType: "folder",
    resourceId: make.id(),
    requestId: "a request",
    address: "2001:db8::7",
    detail: { folders: 2, Zeta: [null, "é"], alpha: { deep: true } },
    ...overrides,
  };
}

async function record({ transact }: Pick<AuditStoresUnderTest, "transact">, ...events: readonly AuditEvent[]) {
  await transact.write(async ({ audit }) => {
    for (const event of events) await audit.record(event);
  });
}
