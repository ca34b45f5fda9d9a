/**
 * `npm run test:mutants`: plants bugs into a copy of the sources, one at a time, and runs the tests named for each: one
 * of them has to fail. Words select bugs by a part of their file or name. Exit code 1 when one survives, when its text
 * or a test of it does not exist, or when the tests fail without a bug.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { mutants as all } from "./all.ts";
import { copyOf } from "./copy.ts";
import { type Mutant, planted, type Verdict } from "./mutant.ts";
import { runnerIn } from "./runner.ts";

const root = resolve(import.meta.dirname, "../..");
const words = process.argv.slice(2);
const mutants = all.filter(({ file, name }) =>
  words.every((word) => `${file} ${name}`.toLowerCase().includes(word.toLowerCase())),
);

/** The file that is as it was again. */
let last = "";

using copy = copyOf(root);
await using runner = runnerIn(copy.path);
const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))].filter((test) => existsSync(join(root, test)));
if (mutants.length === 0) {
  process.stderr.write("No bug is named so\n");
  process.exitCode = 2;
} else {
  const { failed } = await runner.run({ tests, changed: [] });
  if (failed === null) await judge();
  else {
    process.stderr.write(`Without any bug fails ${failed}\n`);
    process.exitCode = 1;
  }
}

async function judge(): Promise<void> {
  const counts: Record<Verdict, number> = { caught: 0, survived: 0, stale: 0 };
  for (const mutant of mutants) {
    const began = performance.now();
    const { verdict, by } = await judged(mutant);
    counts[verdict] += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${verdict.padEnd(8)} ${mutant.file}: ${mutant.name} (${seconds} s)\n           ${by}\n`);
  }
  process.stdout.write(`${counts.caught} caught, ${counts.survived} survived, ${counts.stale} stale\n`);
  if (counts.caught < mutants.length) process.exitCode = 1;
}

/** The result of a bug, and the test that fails with it. */
async function judged(mutant: Mutant): Promise<{ readonly verdict: Verdict; readonly by: string }> {
  const path = join(copy.path, mutant.file);
  const source = existsSync(path) ? readFileSync(path, "utf8") : "";
  const changed = planted(source, mutant);
  const gone = mutant.tests.find((test) => !existsSync(join(copy.path, test)));
  if (changed === null || gone !== undefined) return { verdict: "stale", by: gone ?? mutant.text };
  writeFileSync(path, changed);
  try {
    const { failed } = await runner.run({ tests: mutant.tests, changed: [path, last] });
    return failed === null ? { verdict: "survived", by: mutant.tests.join(" ") } : { verdict: "caught", by: failed };
  } finally {
    writeFileSync(path, source);
    last = path;
  }
}
