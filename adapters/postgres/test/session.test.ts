import { getHeapSpaceStatistics } from "node:v8";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createPool } from "../src/pool.ts";

const url = inject("postgresUrl");

const MIB = 1_048_576;
const STATEMENTS = 400;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;

describe.runIf(url !== null)("A session", () => {
  async function connect() {
    const pool = createPool({ url: url ?? "" });
    onTestFinished(() => pool.end());
    const session = await pool.connect();
    onTestFinished(() => session.release());
    return session;
  }

  it("leaves neither values nor rows of what it was asked among what is old", async () => {
    const session = await connect();
    const text = "select value ->> 0 as one from jsonb_array_elements($1) as value";
    const ask = async (at: number) => {
      const sent = JSON.stringify(
        Array.from({ length: 500 }, (_, row) => [`${at} of ${row}, ${"as it is ".repeat(10)}`]),
      );
      return (await session.query(text, [sent])).rows.length;
    };
    for (let at = 0; at < STATEMENTS; at += 1) await ask(at);
    // By what it grows: what is old may be looked through meanwhile.
    let [grown, last] = [0, oldBytes()];
    for (let at = 0; at < STATEMENTS; at += 1) {
      expect(await ask(at)).toBe(500);
      const now = oldBytes();
      grown += Math.max(0, now - last);
      last = now;
    }
    // Values and rows together are some 60 MiB.
    expect(grown / MIB).toBeLessThan(10);
  });

  it("tells where a statement was asked that failed", async () => {
    const session = await connect();
    const askedHere = () => session.query("select 1 / $1::int", [0]);
    await expect(askedHere()).rejects.toMatchObject({
      code: "22012",
      stack: expect.stringContaining("session.test.ts"),
    });
  });
});
