import { writeSync } from "node:fs";
import { createChildPool } from "../src/index.ts";

/** A host with one child that it abandons: `lost-host.ts idle|closed|spin|sleep|stuck`. */
const [act = "idle"] = process.argv.slice(2);
const pool = createChildPool({
  entry: new URL("./jobs.child.ts", import.meta.url),
  children: 1,
  cpuMilliseconds: act === "stuck" ? 400 : 600_000,
  memoryBytes: 300 * 1_048_576,
  idleMilliseconds: 600_000,
  retirement: { jobs: 100, memoryBytes: 300 * 1_048_576 },
});
const pid = await pool.run({ onBehalfOf: null, input: { do: "pid" } });
if (act === "closed") await pool.close();
if (act !== "idle" && act !== "closed")
  void pool.run({ onBehalfOf: null, input: { do: act === "sleep" ? "sleep" : "spin" } });
setTimeout(() => {
  writeSync(1, `${pid}\n`);
  if (act === "stuck") for (;;) Math.random();
}, 200);
