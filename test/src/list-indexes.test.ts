import { DatabaseSync } from "node:sqlite";
import { auditListing } from "@cartulary/audit";
import { contactListing, groupListing, teamListing, userListing } from "@cartulary/directory";
import {
  classificationPlanListing,
  documentListing,
  domainListing,
  folderListing,
  typeListing,
  workspaceListing,
} from "@cartulary/documents";
import type { Direction, Listing } from "@cartulary/kernel";
import { postgres } from "@cartulary/postgres";
import { createTestDatabases } from "@cartulary/postgres/testkit";
import { mandataireListing } from "@cartulary/rental/agency";
import { columnsOf, conditionOf, type Dialect, entitiesOf, orderOf } from "@cartulary/sql";
import { auditModule } from "@cartulary/sql/audit";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { rentalModule } from "@cartulary/sql/rental";
import { replaysModule } from "@cartulary/sql/replays";
import { sqlite } from "@cartulary/sqlite";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";

const modules = [
  blobsModule,
  auditModule,
  directoryModule,
  authModule,
  documentsModule,
  replaysModule,
  rentalModule,
] as const;
const postgresUrl = inject("postgresUrl");

const LISTINGS: Readonly<Record<string, Listing>> = {
  users: userListing,
  contacts: contactListing,
  groups: groupListing,
  teams: teamListing,
  folders: folderListing,
  documents: documentListing,
  workspaces: workspaceListing,
  workspace_types: typeListing,
  document_types: typeListing,
  domains: domainListing,
  classification_plans: classificationPlanListing,
  audit_events: auditListing,
  mandataires: mandataireListing,
};

/** The query for the first page of every list, by every sort in both directions. */
function pages(dialect: Dialect): readonly (readonly [list: string, CompiledQuery])[] {
  const db = writing(dialect);
  return Object.entries(LISTINGS).flatMap(([table, listing]) =>
    listing.sorts.flatMap((sort) =>
      (["asc", "desc"] as const).map((direction: Direction) => {
        const entity = entitiesOf(modules).find(({ tableName }) => tableName === table);
        if (!entity) throw new Error(`No table ${table}`);
        const query = { page: 1, perPage: 20, sort, direction, conditions: [] };
        const order = orderOf({ listing, query, columns: columnsOf(listing, entity), dialect });
        const page = db.selectFrom(table).select(`${table}.id`).orderBy(order).limit(20);
        return [`${table} by ${sort} ${direction}`, page.compile()] as const;
      }),
    ),
  );
}

/** The query for names with a common prefix, of a list whose names are in an index. */
function beginnings(dialect: Dialect): CompiledQuery {
  const query = { page: 1, perPage: 20, sort: "name", direction: "asc", conditions: [BEGINS] } as const;
  const entity = entitiesOf(modules).find(({ tableName }) => tableName === "folders");
  if (!entity) throw new Error("No table folders");
  const listing: Listing = folderListing;
  const condition = conditionOf({ listing, query, columns: columnsOf(listing, entity), dialect });
  return writing(dialect).selectFrom("folders").select("folders.id").where(condition).compile();
}

const BEGINS = { fields: ["name"], join: "or", predicate: "start", values: ["Lease"] } as const;

/** Writes statements and sends them nowhere. */
function writing({ name }: Dialect): Kysely<Record<string, { id: string }>> {
  return new Kysely({
    dialect: {
      createAdapter: () => (name === "sqlite" ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => (name === "sqlite" ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createQueryCompiler: () => (name === "sqlite" ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
}

describe("Every list is sorted by an index, and prefixes are found in one,", () => {
  it("on SQLite", async () => {
    const database = await openTestSqlite(modules);
    onTestFinished(() => database.close());
    const file = new DatabaseSync(database.path);
    onTestFinished(() => file.close());
    const sorted = pages(sqlite).filter(([, { sql }]) =>
      JSON.stringify(file.prepare(`explain query plan ${sql}`).all(20)).includes("TEMP B-TREE"),
    );
    expect(sorted.map(([run]) => run)).toEqual([]);
    const { sql, parameters } = beginnings(sqlite);
    const plan = file.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
    expect(JSON.stringify(plan)).toMatch(/SEARCH folders USING .*INDEX \w+ \(name_fold>\? AND name_fold<\?\)/);
  });

  it.runIf(postgresUrl !== null)("on Postgres", async () => {
    const databases = createTestDatabases(postgresUrl ?? "", modules, inject("postgresTemplate") ?? undefined);
    const database = await databases.open();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await database.close();
      await databases.close();
    });
    // Empty tables would be read whole and sorted, whatever indexes they have.
    await client.query("set enable_seqscan = off; set enable_sort = off");
    const sorted: string[] = [];
    for (const [requested, { sql }] of pages(postgres)) {
      const { rows } = await client.query(`explain ${sql.replace("$1", "20")}`);
      if (/"(\s*-> {2})?Sort {2}\(/.test(JSON.stringify(rows))) sorted.push(requested);
    }
    expect(sorted).toEqual([]);
    // With a generic plan, which a frequent statement gets.
    await client.query(`set plan_cache_mode = force_generic_plan; prepare beginnings as ${beginnings(postgres).sql}`);
    const { rows } = await client.query("explain execute beginnings('lease', 'leasf')");
    expect(JSON.stringify(rows)).toMatch(/Index Cond: \(\(name_fold >= \$1\) AND \(name_fold < \$2\)\)/);
  });
});
