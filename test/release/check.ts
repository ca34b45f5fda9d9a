/**
 * Holds what npm would get against what a user does with it: all packages are packed, judged by publint and attw, installed
 * offline into empty folders, compiled with what users compile with, and run on each runtime. `npm run release:check`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingRuntimes, NODE, otherRuntimes } from "../support/runtimes.ts";
import { type Consumer, consumerOf, copyExamples, doorsOf, exampleWishes } from "./consumer.ts";
import { run } from "./npm.ts";
import { pack, type Tarball } from "./pack.ts";
import { publishedPackages, ROOT } from "./packages.ts";
import {
  doorsOnOlderNode,
  hasCurl,
  PRINTING,
  runBlobAdapter,
  runExample,
  runHost,
  runProgram,
  runWholeServer,
} from "./programs.ts";
import { typeErrors, writeProbes } from "./typing.ts";

/** The packages of a user who wants a ledger only. */
const LEDGER = ["crypto", "kernel", "ledger", "sql", "sqlite"].map((name) => `@cartulary/${name}`);
const LEDGER_PACKAGES_MAX = 20;
/** Nothing of these comes with a ledger. */
const NOT_FOR_A_LEDGER = /argon2|aws|smithy|typst|postgres|^pg$/;

/** The modules that check the runtime itself, and those that a checked process loads. */
const FOR_ANY_NODE: readonly string[] = [
  ...["@cartulary/kernel/runtime", "@cartulary/containment/child"],
  // Runs in browsers, and wherever there is `fetch`.
  "@cartulary/client",
  // Loads OpenTelemetry first, which is not installed with it.
  "@cartulary/telemetry/traces",
];

const work = mkdtempSync(join(tmpdir(), "cartulary-release-"));
let failed = 0;
let skipped = 0;
try {
  await checkAll();
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(failed === 0 ? "The packages are ready" : `${failed} of the steps failed`);
if (skipped > 0) console.log(`${skipped} OF THE STEPS WERE SKIPPED, see above`);
process.exitCode = failed === 0 ? 0 : 1;

async function checkAll(): Promise<void> {
  if (
    spawnSync(process.execPath, [join(import.meta.dirname, "build.ts")], { cwd: ROOT, stdio: "inherit" }).status !== 0
  )
    throw new Error("The packages do not compile");
  const folder = join(work, "tarballs");
  mkdirSync(folder);
  const tarballs = pack(publishedPackages(), folder);
  for (const { name, path } of tarballs) {
    await step(`${name} pleases publint`, () => judged("publint/src/cli.js", ["run", path, "--strict"]));
    await step(`${name} pleases attw`, () =>
      judged("@arethetypeswrong/cli/dist/index.js", [path, "--profile", "esm-only", "--format", "ascii"]),
    );
  }
  await checkLedger(tarballs.filter(({ name }) => LEDGER.includes(name)));
  await checkEverything(tarballs);
}

async function checkLedger(tarballs: readonly Tarball[]): Promise<void> {
  const consumer = consumerOf(join(work, "ledger"), tarballs);
  copyExamples(consumer);
  await step(`a ledger alone is at most ${LEDGER_PACKAGES_MAX} packages, none of them of another product`, () => {
    const { installed } = consumer;
    const strangers = installed.filter((name) => NOT_FOR_A_LEDGER.test(name));
    return installed.length <= LEDGER_PACKAGES_MAX ? strangers : [`${installed.length}: ${installed.join(", ")}`];
  });
  await onEach("the ledger alone", (runtime) => runExample(consumer, runtime, "ledger-alone"));
}

async function checkEverything(tarballs: readonly Tarball[]): Promise<void> {
  const consumer = consumerOf(join(work, "everything"), tarballs, exampleWishes());
  copyExamples(consumer);
  const names = tarballs.map(({ name }) => name);
  const readmes = writeProbes(consumer, names);
  await step("every door, README and example compiles, libraries too", () => typeErrors(consumer));
  for (const name of PRINTING) await onEach(name, (runtime) => runExample(consumer, runtime, name));
  await onEach("blob-adapter", (runtime) => runBlobAdapter(consumer, runtime));
  await onEach("a whole host, a client and curl", (runtime) => runHost(consumer, runtime));
  if (!hasCurl) skip("uploads by curl", "this machine has none");
  await onEach("whole-server", (runtime) => runWholeServer(consumer, runtime));
  const doors = names.flatMap((name) => doorsOf(consumer, name)).filter((door) => !FOR_ANY_NODE.includes(door));
  await step("every door says one line to an older Node.js", () => doorsOnOlderNode(consumer, doors));
  for (const readme of readmes) await step(`${readme} on node`, () => runReadme(consumer, readme));
}

/**
 * A README that reads the environment needs a service of it, as a PostgreSQL or a bucket, and a child needs its pool: those
 * are only compiled.
 */
function runReadme(consumer: Consumer, readme: string): readonly string[] {
  const text = readFileSync(join(consumer.folder, readme), "utf8");
  const isCompiledOnly = readme.endsWith(".child.ts") || /process\.env\.[A-Z]/.test(text);
  return isCompiledOnly ? [] : runProgram(consumer, NODE, readme);
}

function judged(program: string, words: readonly string[]): readonly string[] {
  const { code, stdout, stderr } = run(process.execPath, [join(ROOT, "node_modules", program), ...words], ROOT);
  return code === 0 ? [] : [stdout + stderr];
}

async function onEach(what: string, act: (runtime: typeof NODE) => readonly string[] | Promise<readonly string[]>) {
  for (const runtime of [NODE, ...otherRuntimes]) await step(`${what} on ${runtime.name}`, () => act(runtime));
  for (const { name } of missingRuntimes) skip(`${what} on ${name}`, "npm has not installed it here");
}

function skip(what: string, why: string): void {
  skipped += 1;
  console.log(`SKIPPED ${what}: ${why}`);
}

/** Runs one check, and prints its findings. */
async function step(what: string, act: () => readonly string[] | Promise<readonly string[]>): Promise<void> {
  const findings = await findingsOf(act);
  if (findings.length > 0) failed += 1;
  console.log(`${findings.length === 0 ? "ok     " : "FAILED "} ${what}`);
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, "        "));
}

async function findingsOf(act: () => readonly string[] | Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await act();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
