/**
 * `npm run evaluate:search`: uploads the corpus to a new application on SQLite, sends every query over HTTP, and prints
 * recall and precision. `npm run evaluate:search -- postgres` does so on PostgreSQL. Exit code 1 when search is not good
 * enough.
 */
import { newId, systemClock } from "@cartulary/crypto";
import { createTestDatabases, startPostgres } from "@cartulary/postgres/testkit";
import { jobQueues } from "@cartulary/server";
import { sqlModules } from "@cartulary/sql/modules";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { openHouse } from "../support/application-fixture.ts";
import { modulesOnPostgres } from "../support/modules-on-postgres.ts";
import { evaluateSearch } from "./evaluation.ts";
import { failuresOf, linesOf } from "./report.ts";

await using opened = new AsyncDisposableStack();
const house = await openHouse(await (process.argv.includes("postgres") ? openPostgres() : openSqlite()));
opened.defer(() => house.close());

const scores = await evaluateSearch(house);
for (const line of linesOf(scores)) console.log(line);
const failures = failuresOf(scores);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function openSqlite() {
  return openTestSqlite([...sqlModules, jobsModule({ clock: systemClock, newId, queues: jobQueues })]);
}

async function openPostgres() {
  const server = await startPostgres();
  opened.defer(() => server.stop());
  const databases = createTestDatabases(server.url, modulesOnPostgres);
  opened.defer(() => databases.close());
  return databases.open();
}
