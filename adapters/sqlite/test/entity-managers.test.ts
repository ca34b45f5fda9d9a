import { entityManagers } from "@cartulary/sql";
import { auditModule } from "@cartulary/sql/audit";
import { noteModule, noteRows, sampleModule } from "@cartulary/sql/testkit";
import { MikroORM, SqliteDriver } from "@mikro-orm/sqlite";
import { expect, test } from "vitest";
import "../src/dialect.ts";

test("databases share an entity manager if and only if they have the same tables", async () => {
  const managed = entityManagers((options) => new MikroORM({ ...options, driver: SqliteDriver }).em);
  const [both, samples] = [managed([sampleModule, noteModule]), managed([sampleModule])];
  expect(managed([noteModule, sampleModule])).toBe(both);
  expect(managed([{ ...sampleModule, joins: [] }])).toBe(samples);
  expect(managed([sampleModule, auditModule])).not.toBe(both);
  expect(both.getMetadata().has(noteRows.meta.class)).toBe(true);
  expect(samples.getMetadata().has(noteRows.meta.class)).toBe(false);
});
