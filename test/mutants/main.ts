/**
 * `npm run test:mutants`: plants bugs into a copy of the sources, one at a time, and runs the tests that are named for each:
 * one of them has to fail. Words choose bugs by a part of their file or name. Exit code 1 when one survives, or stands for
 * a text that is no longer there, or the tests fail without any.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { copyOf } from "./copy.ts";
import { ledgerMutants } from "./ledger.ts";
import { type Mutant, planted, type Verdict } from "./mutant.ts";
import { outsiderMutants } from "./outsiders.ts";

/** What the tests of one bug may take; a busy machine takes a minute at most. */
const TIMEOUT_MS = 300_000;

const root = resolve(import.meta.dirname, "../..");
const words = process.argv.slice(2);
const mutants = [...ledgerMutants, ...outsiderMutants].filter(({ file, name }) =>
  words.every((word) => `${file} ${name}`.toLowerCase().includes(word.toLowerCase())),
);

using copy = copyOf(root);
const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
if (mutants.length === 0) {
  process.stderr.write("No bug is named so\n");
  process.exitCode = 2;
} else if (!passes(tests, "inherit")) {
  process.stderr.write(`Without any bug in them, of these fail some: ${tests.join(", ")}\n`);
  process.exitCode = 1;
} else {
  judge();
}

function judge(): void {
  const counts: Record<Verdict, number> = { caught: 0, survived: 0, stale: 0 };
  for (const mutant of mutants) {
    const verdict = verdictOn(mutant);
    counts[verdict] += 1;
    process.stdout.write(`${verdict.padEnd(8)} ${mutant.file}: ${mutant.name}\n`);
  }
  process.stdout.write(`${counts.caught} caught, ${counts.survived} survived, ${counts.stale} stale\n`);
  if (counts.caught < mutants.length) process.exitCode = 1;
}

function verdictOn(mutant: Mutant): Verdict {
  const path = join(copy.path, mutant.file);
  const source = readFileSync(path, "utf8");
  const changed = planted(source, mutant);
  if (changed === null) return "stale";
  writeFileSync(path, changed);
  try {
    return passes(mutant.tests) ? "survived" : "caught";
  } finally {
    writeFileSync(path, source);
  }
}

/** A bug that makes a test run for ever is caught as well. */
function passes(files: readonly string[], output: "ignore" | "inherit" = "ignore"): boolean {
  const vitest = join(copy.path, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", "--bail=1", "--reporter=dot", ...files], {
    cwd: copy.path,
    stdio: ["ignore", output, output],
    timeout: TIMEOUT_MS,
  });
  return status === 0;
}
