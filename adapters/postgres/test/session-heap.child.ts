import { getHeapSpaceStatistics } from "node:v8";
import { createPool } from "../src/pool.ts";

const STATEMENTS = 400;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;

const pool = createPool({ url: String(process.argv[2]) });
const session = await pool.connect();
const text = "select value ->> 0 as one from jsonb_array_elements($1) as value";

async function ask(at: number): Promise<void> {
  const sent = JSON.stringify(Array.from({ length: 500 }, (_, row) => [`${at} of ${row}, ${"as it is ".repeat(10)}`]));
  const { rows } = await session.query(text, [sent]);
  if (rows.length !== 500) throw new Error(`${rows.length} rows`);
}

/** The growth of the old space between collections, which may run meanwhile. */
async function grownBytes(): Promise<number> {
  let [grown, last] = [0, oldBytes()];
  for (let at = 0; at < STATEMENTS; at += 1) {
    await ask(at);
    const now = oldBytes();
    grown += Math.max(0, now - last);
    last = now;
  }
  return grown;
}

// The first time, everything is new to it.
await grownBytes();
const grown = await grownBytes();
session.release();
await pool.end();
process.send?.(grown);
