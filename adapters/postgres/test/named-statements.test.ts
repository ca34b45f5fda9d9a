import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { nameStatements } from "../src/named-statements.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("Named statements", () => {
  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: url ?? "" });
    await client.connect();
    onTestFinished(() => client.end());
    nameStatements(client);
    return client;
  }

  const prepared = async (client: Client): Promise<readonly string[]> =>
    (await client.query("select statement from pg_prepared_statements order by prepare_time, name")).rows.map(
      ({ statement }) => statement,
    );

  it("prepare a text with parameters once, however often it is executed", async () => {
    const client = await connect();
    for (const value of [1, 2, 3]) {
      expect((await client.query("select $1::int + 1 as sum", [value])).rows).toEqual([{ sum: value + 1 }]);
    }
    expect(await prepared(client)).toEqual(["select $1::int + 1 as sum"]);
  });

  it("do not name texts without parameters", async () => {
    const client = await connect();
    await client.query("select 1");
    await client.query("select 2", []);
    expect(await prepared(client)).toEqual([]);
  });

  it("are limited to two hundred, and further texts work without a name", async () => {
    const client = await connect();
    for (let text = 0; text < 250; text += 1) {
      expect((await client.query(`select $1::int * ${text} as product`, [2])).rows).toEqual([{ product: 2 * text }]);
    }
    expect(await prepared(client)).toHaveLength(200);
  });

  it("work after a failed statement", async () => {
    const client = await connect();
    const divide = (by: number) => client.query("select 10 / $1::int as share", [by]);
    expect((await divide(5)).rows).toEqual([{ share: 2 }]);
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(2)).rows).toEqual([{ share: 5 }]);
  });
});
