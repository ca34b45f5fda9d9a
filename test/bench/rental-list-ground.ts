import { listen } from "@cartulary/node";
import { tokens } from "@cartulary/server";
import { agencyGround } from "./agency-ground.ts";
import { BULK_SQL, type BulkSql } from "./bulk-sql.ts";
import { type Client, clientOf } from "./client.ts";
import { openPostgresRoof, openSqliteRoof } from "./roof/database.ts";
import { type RoofList, startListRoof } from "./roof/list.ts";
import type { Engine } from "./scene.ts";

/** A host and the roof of one of its lists, and a user who works for the first mandataire. */
export interface RentalListGround extends AsyncDisposable {
  readonly host: Client;
  readonly roof: Client;
}

export async function rentalListGround(
  engine: Engine,
  { filling, list }: { readonly filling: (first: string) => readonly string[]; readonly list: RoofList },
): Promise<RentalListGround> {
  const opened = new AsyncDisposableStack();
  const { container, administrator, url, run } = opened.use(await agencyGround(engine));
  const agency = await container.getAsync(tokens.agency);
  const { id } = await agency.mandataires.create(administrator, { name: "asking" });
  await run(...filling(id));
  const { personalTokens } = await container.getAsync(tokens.identity);
  const { emailAddress } = container.get(tokens.config).administrator;
  const { token } = await personalTokens.issuePersonalToken({ emailAddress, scope: "read write", name: "bench" });
  const listener = await listen(await container.getAsync(tokens.app), { host: "127.0.0.1", port: 0 });
  opened.defer(() => listener.close(0));
  const host = clientOf(`http://127.0.0.1:${listener.port}`, token);
  opened.defer(() => host.close());
  const path = url.slice("sqlite:".length);
  const database = engine === "SQLite" ? openSqliteRoof(path) : await openPostgresRoof(url);
  opened.defer(() => database.close());
  const server = await startListRoof(database, list);
  opened.defer(() => server.close());
  const roof = clientOf(server.url, token);
  opened.defer(() => roof.close());
  return { host, roof, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Columns and what they hold, in SQL. */
type Values = Readonly<Record<string, string>>;

/** Fills the tables of mandataires without the host. */
export interface BulkRows extends Pick<BulkSql, "id" | "no" | "yes"> {
  /** The first mandataire's id. */
  readonly mandataire: string;
  readonly dated: Values;
  text(count: string): string;
  /** A text and its folded twin. */
  named(column: string, value: string): Values;
  /** Rows `r` from 1 of each mandataire. */
  insert(table: string, columns: Values): string;
  /** Rows `n` from 0. */
  insertOne(table: string, count: number, columns: Values): string;
  /** All mandataires but the first. */
  readonly others: string;
  /** The maintenance that an engine does automatically over time. */
  readonly end: string;
}

/** Statements for so many mandataires, of so many rows each. */
export function bulkRows(
  engine: Engine,
  { first, mandataires, each }: { readonly first: string; readonly mandataires: number; readonly each: number },
): BulkRows {
  const { id, series, now, no, yes } = BULK_SQL[engine];
  const mandataire = engine === "SQLite" ? `'${first}'` : `'${first}'::uuid`;
  const dated = { created_at: now, updated_at: now };
  const insertOne: BulkRows["insertOne"] = (table, count, columns) =>
    `insert into ${table} (${Object.keys(columns).join()}) ${series(count)} select ${Object.values(columns).join()} from series`;
  return {
    ...{ id, no, yes, mandataire, dated, insertOne },
    text: (count) => `cast(${count} as text)`,
    named: (column, value) => ({ [column]: value, [`${column}_fold`]: `lower(${value})` }),
    insert(table, columns) {
      const whose = `case when m = 0 then ${mandataire} else ${id("(m + 5000000)")} end`;
      const from = `${series(mandataires * each)} , rows as (select n / ${each} as m, n % ${each} + 1 as r from series)`;
      const names = ["mandataire_id", ...Object.keys(columns)].join();
      return `insert into ${table} (${names}) ${from} select ${[whose, ...Object.values(columns)].join()} from rows`;
    },
    others: insertOne("mandataires", mandataires - 1, {
      ...{ id: id("n + 1 + 5000000"), name: "'other'", name_fold: "'other'", billing_calendar: "'civil'" },
      ...{ billing_cycle_month: "1", accounting_mode: "'cash'", ...dated },
    }),
    end: engine === "SQLite" ? "analyze" : "vacuum analyze",
  };
}
