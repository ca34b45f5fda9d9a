import { ledgerGuardsContract, ledgerWritingContract } from "@cartulary/ports/ledger";
import { ledgerModule } from "@cartulary/sql/ledger";
import { Client } from "pg";
import { afterAll, describe, inject } from "vitest";
import { createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const databases = createTestDatabases(url ?? "", [ledgerModule], inject("postgresTemplate") ?? undefined);
  let opening: ReturnType<typeof databases.open> | undefined;
  const openDatabase = () => (opening ??= databases.open());
  afterAll(async () => {
    for (const client of idle.splice(0)) await client.end();
    await (await opening)?.close();
    await databases.close();
  });

  ledgerWritingContract("Postgres", { writesAtOnce: true, openDatabase });
  ledgerGuardsContract("Postgres", {
    writesAtOnce: true,
    async openDatabase() {
      const database = await openDatabase();
      return {
        ...database,
        schema: "public",
        executeSql: (...statements) => pending(database.url, `begin; ${statements.join("; ")}; commit`).then(() => {}),
        async openTransaction() {
          const client = await connected(database.url);
          await client.query("begin");
          return {
            send: (statement) => client.query(statement).then(() => {}),
            commit: () =>
              client
                .query("commit")
                .then(() => {})
                .finally(() => client.end()),
          };
        },
        async columns(table) {
          const columns = "select column_name from information_schema.columns where table_name = ";
          const { rows } = await pending(database.url, `${columns}'${table}'`);
          return rows.map(({ column_name: name }) => String(name));
        },
      };
    },
  });
});

/** Connections between two statements: a new one for each of a thousand is most of the time that they take. */
const idle: Client[] = [];

async function pending(url: string, statement: string) {
  const client = idle.pop() ?? (await connected(url));
  try {
    return await client.query(statement);
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    idle.push(client);
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
