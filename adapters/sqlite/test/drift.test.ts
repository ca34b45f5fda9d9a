import { instantOf } from "@cartulary/kernel";
import { entitiesOf } from "@cartulary/sql";
import { sqlModules } from "@cartulary/sql/modules";
import { noteModule, sampleModule } from "@cartulary/sql/testkit";
import { MikroORM } from "@mikro-orm/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { jobsModule } from "../src/jobs-module.ts";
import { openTestSqlite } from "../src/testkit.ts";

const jobs = jobsModule({ clock: { now: () => instantOf(0) }, newId: () => "" as never, queues: [] });
const modules = [...sqlModules, sampleModule, noteModule, jobs] as const;

/** Rules over rows, checks too, are the migrations' own, and stand in no entity. */
const RULE = /^drop trigger if exists .+;$/;

it("SQLite's migrated schema equals the schema of the entities", async () => {
  const { path, close } = await openTestSqlite(modules);
  onTestFinished(() => close());
  const orm = new MikroORM({
    contextName: "drift",
    dbName: path,
    entities: entitiesOf(modules),
    // The indexes of texts have tables of their own (substring-index.ts).
    schemaGenerator: { skipTables: ["schema_migrations", /_(?:numbers|texts(?:_\w+)?)$/] },
  });
  const helper = orm.em.getPlatform().getSchemaHelper();
  Object.assign(helper ?? {}, { getChecks: async () => [] });
  await orm.connect();
  // SQLite's own, which MikroORM cannot read: its columns have no types.
  for (const table of ["sqlite_stat1", "sqlite_stat4"])
    await orm.em.getConnection().execute(`drop table if exists ${table}`);
  onTestFinished(() => orm.close());
  const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(changes.split("\n").filter((line) => line !== "" && !RULE.test(line))).toEqual([]);
});
