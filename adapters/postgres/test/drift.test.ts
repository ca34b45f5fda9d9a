import { entitiesOf } from "@cartulary/sql";
import { sqlModules } from "@cartulary/sql/modules";
import { noteModule, sampleModule } from "@cartulary/sql/testkit";
import { MikroORM } from "@mikro-orm/postgresql";
import { PostgresDialect } from "kysely";
import { Client } from "pg";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { createPool } from "../src/pool.ts";
import { createTestDatabases } from "../src/testkit.ts";

const modules = [...sqlModules, sampleModule, noteModule] as const;
const url = inject("postgresUrl");

/** Rules over rows, triggers and policies too, and indexes of words or by an extension are the migrations' own, and stand in no entity. */
const RULE =
  /^(?:alter table "search_entries" drop column "terms"|alter table "\w+" (?:drop constraint "\w+_(?:fkey|check\d*)"|(?:no force|disable) row level security)|drop (?:(?:trigger|function) if exists|policy|index "\w+_(?:trigrams|words_index)") ?.*);$/;

describe.runIf(url !== null)("Postgres's migrated schema", () => {
  const databases = createTestDatabases(url ?? "", modules);
  afterAll(() => databases.close());

  const create = async () => {
    const database = await databases.open();
    onTestFinished(() => database.close());
    return database;
  };

  it("equals the schema of the entities", async () => {
    const database = await create();
    const orm = new MikroORM({
      contextName: "drift",
      dbName: new URL(database.url).pathname.slice(1),
      driverOptions: new PostgresDialect({ pool: createPool({ url: database.url }) }),
      entities: entitiesOf(modules),
      schemaGenerator: { skipTables: ["schema_migrations"], ignorePolicies: true },
    });
    await orm.connect();
    const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await orm.close(true);
    expect(changes.split("\n").filter((line) => line !== "" && !RULE.test(line))).toEqual([]);
  });

  it("sorts every text by its bytes with any settings of the database", async () => {
    const client = new Client({ connectionString: (await create()).url });
    await client.connect();
    const { rows } = await client.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
       and table_name <> 'schema_migrations'`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });
});
