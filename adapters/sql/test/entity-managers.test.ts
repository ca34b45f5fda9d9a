import { MikroORM, SqliteDriver } from "@mikro-orm/sql";
import { expect, test } from "vitest";
import { auditModule } from "../src/audit/index.ts";
import { entityManagers } from "../src/index.ts";
import { noteModule, noteRows, sampleModule } from "../src/testkit.ts";

test("databases with the same tables share what was read of them, and with no others", async () => {
  const managed = entityManagers((options) => new MikroORM({ ...options, driver: SqliteDriver }).em);
  const [both, samples] = [managed([sampleModule, noteModule]), managed([sampleModule])];
  expect(managed([noteModule, sampleModule])).toBe(both);
  expect(managed([{ ...sampleModule, joins: [] }])).toBe(samples);
  expect(managed([sampleModule, auditModule])).not.toBe(both);
  expect(both.getMetadata().has(noteRows.meta.class)).toBe(true);
  expect(samples.getMetadata().has(noteRows.meta.class)).toBe(false);
});
