import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { announced, type CartularyProcess, FIRST, startProcess } from "../support/cartulary-process.ts";
import type { TestRuntime } from "../support/runtimes.ts";
import type { Consumer } from "./consumer.ts";
import { plainEnvironment, run } from "./npm.ts";
import { ROOT } from "./packages.ts";

const CURL_BYTES = 3_000_000;
/** With this grace period, a host that waits for it would take an hour. */
const STOP_AT_ONCE = "PT1H";
/** More time than a host needs to close its connections, on a busy machine. */
const STOP_PATIENCE_MS = 60_000;

/** The examples that print their committed output, and end. */
export const PRINTING = ["ledger-alone", "script-without-http", "archive-in-hono", "archive-in-fastify"] as const;

/** The options that a user passes to a runtime: no conditions of our sources, and no option that installs packages. */
function optionsOf({ options }: TestRuntime): readonly string[] {
  return options.filter((option) => !option.startsWith("--conditions="));
}

/** Runs an example as a user would. Returns the difference from its committed output. */
export function runExample(consumer: Consumer, runtime: TestRuntime, name: string): readonly string[] {
  const words = [...optionsOf(runtime), join(consumer.folder, name, "main.ts")];
  const { code, stdout, stderr } = run(runtime.program, words, scratchIn(consumer));
  const wanted = readFileSync(join(ROOT, "examples", name, "main.out"), "utf8");
  return code === 0 && stdout === wanted ? [] : [`it ended with ${code}, having printed\n${stdout}${stderr}`];
}

const NODE_RUNNER = 'import { describe, it } from "node:test";';
const OTHER_EXPECT = 'import { expect } from "expect";\n';
/** Cases that move megabytes take Bun longer than its runner waits by default. */
const BUN_PATIENCE_MS = 120_000;

/**
 * Runs the example of a blob store with the runtime's own runner of tests. Node.js has it in every process; of Bun's the
 * example takes `expect`, too, since the package of that name hands nothing out on Bun 1.4.
 */
export function runBlobAdapter(consumer: Consumer, runtime: TestRuntime): readonly string[] {
  if (runtime.name === "node") return runProgram(consumer, runtime, "blob-adapter/main.ts");
  const file = join(consumer.folder, "blob-adapter/main.ts");
  if (runtime.name === "deno") return ended(runtime.program, ["test", "-A", "--quiet", "--no-check", file], consumer);
  const text = readFileSync(file, "utf8");
  if (!text.includes(NODE_RUNNER) || !text.includes(OTHER_EXPECT)) return ["the example imports another runner"];
  const own = join(consumer.folder, "blob-adapter/bun.test.ts");
  const bunRunner = 'import { describe, expect, it } from "bun:test";';
  writeFileSync(own, text.replace(NODE_RUNNER, bunRunner).replace(OTHER_EXPECT, ""));
  const failed = ended(runtime.program, ["test", `--timeout=${BUN_PATIENCE_MS}`, own], consumer);
  rmSync(own);
  return failed;
}

function ended(program: string, words: readonly string[], consumer: Consumer): readonly string[] {
  const { code, stdout, stderr } = run(program, words, scratchIn(consumer));
  return code === 0 ? [] : [`it ended with ${code}, having printed\n${stdout}${stderr}`];
}

/** Runs a program to its end. Returns its output when it fails. */
export function runProgram(consumer: Consumer, runtime: TestRuntime, file: string, words: readonly string[] = []) {
  const all = [...optionsOf(runtime), join(consumer.folder, file), ...words];
  return ended(runtime.program, all, consumer);
}

/** Loads every door as an older Node.js would. Answers those that say something else than one line. */
export function doorsOnOlderNode(consumer: Consumer, doors: readonly string[]): readonly string[] {
  const disguise = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.5" } })';
  const words = [`--import=data:text/javascript,${disguise}`, "--input-type=module"];
  return doors.flatMap((door) => {
    const load = `--eval=await import(${JSON.stringify(door)})`;
    const { code, stdout, stderr } = run(process.execPath, [...words, load], consumer.folder);
    const isOneLine = /^Cartulary needs Node\.js [\d.]+ or newer; this is 20\.19\.5\n$/.test(stdout + stderr);
    return code === 1 && isOneLine ? [] : [`${door} ended with ${code}, having printed\n${stdout}${stderr}`];
  });
}

/**
 * Starts the whole host of the packed command, has the client and curl use it, and stops it: with a long grace, so that
 * one that does not end at once is found.
 */
export async function runHost(consumer: Consumer, runtime: TestRuntime): Promise<readonly string[]> {
  const command = join(consumer.folder, "node_modules/@cartulary/cli/bin/cartulary.mjs");
  await using host = start(consumer, runtime, [command, "serve"]);
  const { url, runtime: runsOn } = await announced(host);
  if (!runsOn.startsWith(runtime.name)) return [`it says that it runs on ${runsOn}`];
  copyFileSync(join(ROOT, "test/release/client.ts"), join(consumer.folder, "client.ts"));
  const { CARTULARY_CLIENT_ID: id, CARTULARY_CLIENT_SECRET: secret } = FIRST;
  const { CARTULARY_ADMIN_EMAIL: email, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
  const failed = [
    ...runProgram(consumer, runtime, "client.ts", [url, id, secret, email, password]),
    ...(hasCurl ? throughCurl(url, scratchIn(consumer)) : []),
  ];
  return [...failed, ...(await stopped(host))];
}

/** True when this machine has curl. */
export const hasCurl: boolean = spawnSync("curl", ["--version"]).status === 0;

/** Uploads a file with curl and downloads it again. */
function throughCurl(url: string, folder: string): readonly string[] {
  const file = (name: string) => join(folder, name);
  const curl = (...words: readonly string[]) => {
    const { code, stdout, stderr } = run("curl", ["--silent", "--show-error", "--fail-with-body", ...words], folder);
    if (code !== 0) throw new Error(`curl ${words.join(" ")} ended with ${code}\n${stdout}${stderr}`);
    return stdout;
  };
  const { CARTULARY_CLIENT_ID: id, CARTULARY_CLIENT_SECRET: secret } = FIRST;
  const { CARTULARY_ADMIN_EMAIL: email, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
  const grant = { grant_type: "password", client_id: id, client_secret: secret, username: email, password };
  const fields = Object.entries(grant).flatMap(([name, value]) => ["--data-urlencode", `${name}=${value}`]);
  const bearer = [
    "--header",
    `Authorization: Bearer ${JSON.parse(curl(...fields, `${url}/oauth/token`)).access_token}`,
  ];
  const bytes = randomBytes(CURL_BYTES);
  writeFileSync(file("sent.bin"), bytes);
  const documents = `${url}/api/v1/documents/documents`;
  const stored = JSON.parse(curl(...bearer, "--form", "uploaded_file=@sent.bin", documents));
  curl(...bearer, "--output", "received.bin", `${documents}/${stored.id}/content`);
  return readFileSync(file("received.bin")).equals(bytes) ? [] : ["curl downloads other bytes than it uploaded"];
}

/** Starts the example of a whole server, and sends requests as a user that its own module knows. */
export async function runWholeServer(consumer: Consumer, runtime: TestRuntime): Promise<readonly string[]> {
  await using host = start(consumer, runtime, [join(consumer.folder, "whole-server/main.ts")]);
  const { url } = await announced(host);
  const { status } = await fetch(`${url}/api/v1/documents/folders`, { headers: { "X-Signed-In": "ana" } });
  return [...(status === 200 ? [] : [`it answers ${status}`]), ...(await stopped(host))];
}

function start(consumer: Consumer, runtime: TestRuntime, words: readonly string[]): CartularyProcess {
  const data = scratchIn(consumer);
  const settings = {
    PORT: "0",
    LOG_FORMAT: "json",
    LOG_LEVEL: "error",
    SHUTDOWN_GRACE: STOP_AT_ONCE,
    CARTULARY_DATA: data,
    ...FIRST,
  };
  return startProcess(runtime.program, [...optionsOf(runtime), ...words], { ...plainEnvironment(), ...settings }, data);
}

async function stopped(host: CartularyProcess): Promise<readonly string[]> {
  host.kill("SIGTERM");
  const tooLate = AbortSignal.timeout(STOP_PATIENCE_MS);
  tooLate.addEventListener("abort", () => host.kill("SIGKILL"));
  const { code, signal } = await host.ended;
  return code === 0 ? [] : [`SIGTERM ends it with ${code ?? signal}\n${host.output.stderr}`];
}

function scratchIn({ folder }: Consumer): string {
  return mkdtempSync(join(folder, "scratch-"));
}
