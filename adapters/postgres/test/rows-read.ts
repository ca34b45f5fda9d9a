import type { Client } from "pg";

const NAME = "plans";

/** The same database through connections whose reads {@link counted} counts. */
export function watched(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", NAME);
  return url.href;
}

/** Returns the server's counters of the tables. The server adds a connection's share after its end. */
export async function counted(client: Client, what: string, tables: readonly string[]): Promise<number> {
  const others = `select from pg_stat_activity where application_name = '${NAME}' and datname = current_database()`;
  while ((await client.query(others)).rowCount !== 0);
  const { rows } = await client.query(
    `select sum(${what})::int as rows from pg_stat_user_tables where relname = any ($1)`,
    [tables],
  );
  return rows[0].rows;
}
