import type { Id } from "@cartulary/kernel";
import { type Database, type SqlTransaction, sqlModule } from "@cartulary/sql";
import { expect, it, onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

const TENANT = "00000000-0000-7000-8000-000000000001" as Id<string>;

/** A database whose stores are their transaction, and the names of those that were made. */
async function counted() {
  const made: string[] = [];
  const store = (name: string) => (transaction: SqlTransaction<Database<never>>, tenant?: Id<string>) => {
    made.push(tenant ? `${name} of ${tenant}` : name);
    return { transaction };
  };
  const module = sqlModule({
    name: "counted",
    entities: [],
    migrations: [],
    stores: { shelves: store("shelves"), boxes: store("boxes") },
    tenantStores: { letters: store("letters"), stamps: store("stamps") },
  });
  const database = await openTestSqlite([module]);
  onTestFinished(() => database.close());
  return { ...database, made };
}

it("A transaction creates only the stores that its work uses", async () => {
  const { transact, transactFor, made } = await counted();
  await transact.read(async () => {});
  await transactFor(TENANT).write(async () => {});
  expect(made).toEqual([]);
  await transact.write(async ({ boxes }) => boxes);
  expect(made).toEqual(["boxes"]);
  await transactFor(TENANT).read(async ({ letters, shelves }) => [letters, shelves]);
  expect(made).toEqual(["boxes", `letters of ${TENANT}`, "shelves"]);
});

it("A store is created once per transaction", async () => {
  const { transact, made } = await counted();
  const first = await transact.read(async (stores) => {
    expect(stores.boxes).toBe(stores.boxes);
    return stores.boxes;
  });
  const second = await transact.read(async ({ boxes }) => boxes);
  expect(second).not.toBe(first);
  expect(made).toEqual(["boxes", "boxes"]);
});

it("The stores of a transaction share one entity manager, which is unusable after its end even if it was not used before", async () => {
  const { transact } = await counted();
  const used = await transact.read(async ({ shelves, boxes }) => {
    expect(shelves.transaction.em).toBe(boxes.transaction.em);
    return boxes;
  });
  const unused = await transact.read(async ({ boxes }) => boxes);
  expect(unused.transaction.em).not.toBe(used.transaction.em);
  for (const { transaction } of [used, unused]) {
    const late = transaction.em.execute("select name from schema_migrations");
    await expect(late).rejects.toThrow(/already committed/);
  }
});
