/**
 * The whole of `npm test`: types, arrows between packages, format and lint, leftovers, then the tests. No check
 * stops the next one. The last line counts them all, and the exit code is 0 only when none failed.
 *
 * Random or selected cases run less often than in a file that is run alone
 * (`support/runs.ts`). `--long` runs most of them, and adds the tests named `*.long.test.ts`; further words
 * choose test files by a part of their path.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundledProgram } from "./bundled-program.ts";
import { compiledChildren } from "./compiled-children.ts";

const root = resolve(import.meta.dirname, "..");
const long = process.argv.includes("--long");
const chosen = process.argv.slice(2).filter((word) => word !== "--long");

const checks = [
  // Each further checker of a project works out most types again: four of them, as usual, take three quarters more CPU.
  ["typescript/bin/tsc", "-b", "--checkers", "1"],
  ["turbo/bin/turbo", "boundaries"],
  ["@biomejs/biome/bin/biome", "ci", "--colors=off"],
  ["knip/bin/knip.js"],
] as const;

console.log(
  chosen.length > 0
    ? `Checks types, imports, format and unused code, then runs the tests of ${chosen.join(", ")}.`
    : `Checks types, imports, format and unused code, then runs all tests${long ? ", the long ones too" : ""}.`,
);
console.log(
  long ? "This takes hours." : "This takes about eight minutes on two cores; `npm run test:unit` a quarter of one.",
);
const started = performance.now();
// Vitest keeps transformed modules there, which name the children of an earlier run.
rmSync(join(root, "node_modules/.vitest-cache"), { recursive: true, force: true });
using children = await compiledChildren();
using bundled = await bundledProgram(children);
const failedChecks = (await Promise.all(checks.map(failing))).filter((check) => check !== null);
const tests = await runTests();
for (const check of failedChecks) console.log(`failed: ${check}`);
console.log(`Ran ${checks.length} checks and ${tests.files} test files in ${secondsSince(started)} s.`);
const failed = tests.failed + failedChecks.length;
console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The checks run side by side; what each prints comes out in one piece. Its words when it fails, else `null`. */
async function failing([program, ...words]: (typeof checks)[number]): Promise<string | null> {
  const printed: Buffer[] = [];
  const code = await run(program, words, printed);
  process.stdout.write(Buffer.concat(printed));
  return code === 0 ? null : [program.split("/").at(-1), ...words].join(" ");
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1_000);
}

interface Count {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
}

/** The fields that we read of vitest's report, which has the form of Jest's. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
}

async function runTests(): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-report-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const code = await run("vitest/vitest.mjs", ["run", ...reporters, ...chosen]);
    const { passed, failed, files } = count(file);
    // An error between tests, or a set-up that throws, fails no test by name; and nothing passed is no success.
    return { files, passed, failed: code === 0 && passed > 0 ? failed : Math.max(failed, 1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function count(file: string): Count {
  const report = readReport(file);
  if (!report) return { files: 0, passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  );
  return {
    files: report.testResults.length,
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
  };
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Runs a program of node_modules on the Node.js that runs this file, and answers its exit code. */
function run(program: string, words: readonly string[], printed?: Buffer[]): Promise<number> {
  const output = printed ? "pipe" : "inherit";
  const child = spawn(process.execPath, [join(root, "node_modules", program), ...words], {
    cwd: root,
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: "1",
      // The compiler collects garbage at five times its live heap, not twice, up to 2 GiB: a sixth of its CPU less.
      ...{ GOGC: "400", GOMEMLIMIT: "2GiB" },
      CARTULARY_TEST_PROGRAM: bundled.path,
      CARTULARY_TEST_CHILDREN: children.run,
      ...(long ? { CARTULARY_TEST_LONG: "1" } : { CARTULARY_TEST_SPARING: "1" }),
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed?.push(chunk));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => child.kill(signal));
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("close", (code) => settle(code ?? 1));
  });
}
