import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { announced, type CartularyProcess, FIRST, startProcess } from "../support/cartulary-process.ts";
import type { TestRuntime } from "../support/runtimes.ts";
import type { Consumer } from "./consumer.ts";
import { plainEnvironment, run } from "./npm.ts";
import { ROOT } from "./packages.ts";

/** The examples that print what is committed beside them, and end. */
export const PRINTING = ["ledger-alone", "script-without-http", "archive-in-hono", "archive-in-fastify"] as const;

/** What a user tells a runtime: nothing of our sources, and nothing that brings packages by itself. */
function optionsOf({ options }: TestRuntime): readonly string[] {
  return options.filter((option) => !option.startsWith("--conditions="));
}

/** Runs an example as a user would. Answers what is wrong with what it printed. */
export function runExample(consumer: Consumer, runtime: TestRuntime, name: string): readonly string[] {
  const words = [...optionsOf(runtime), join(consumer.folder, name, "main.ts")];
  const { code, stdout, stderr } = run(runtime.program, words, scratchIn(consumer));
  const wanted = readFileSync(join(ROOT, "examples", name, "main.out"), "utf8");
  return code === 0 && stdout === wanted ? [] : [`it ended with ${code}, having printed\n${stdout}${stderr}`];
}

/** Runs a program to its end. Answers what it printed when it fails. */
export function runProgram(consumer: Consumer, runtime: TestRuntime, file: string, words: readonly string[] = []) {
  const all = [...optionsOf(runtime), join(consumer.folder, file), ...words];
  const { code, stdout, stderr } = run(runtime.program, all, scratchIn(consumer));
  return code === 0 ? [] : [`it ended with ${code}, having printed\n${stdout}${stderr}`];
}

/** Starts the whole host of the packed command, has the client use it, and stops it. */
export async function runHost(consumer: Consumer, runtime: TestRuntime): Promise<readonly string[]> {
  const command = join(consumer.folder, "node_modules/@cartulary/cli/bin/cartulary.mjs");
  await using host = start(consumer, runtime, [command, "serve"]);
  const { url, runtime: runsOn } = await announced(host);
  if (!runsOn.startsWith(runtime.name)) return [`it says that it runs on ${runsOn}`];
  copyFileSync(join(ROOT, "test/release/client.ts"), join(consumer.folder, "client.ts"));
  const { CARTULARY_CLIENT_ID: id, CARTULARY_CLIENT_SECRET: secret } = FIRST;
  const { CARTULARY_ADMIN_EMAIL: email, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
  const failed = runProgram(consumer, runtime, "client.ts", [url, id, secret, email, password]);
  return [...failed, ...(await stopped(host))];
}

/** Starts the example of a whole server, and asks as somebody whom its own module knows. */
export async function runWholeServer(consumer: Consumer, runtime: TestRuntime): Promise<readonly string[]> {
  await using host = start(consumer, runtime, [join(consumer.folder, "whole-server/main.ts")]);
  const { url } = await announced(host);
  const { status } = await fetch(`${url}/api/v1/documents/folders`, { headers: { "X-Signed-In": "ana" } });
  return [...(status === 200 ? [] : [`it answers ${status}`]), ...(await stopped(host))];
}

function start(consumer: Consumer, runtime: TestRuntime, words: readonly string[]): CartularyProcess {
  const data = scratchIn(consumer);
  const settings = { PORT: "0", LOG_FORMAT: "json", LOG_LEVEL: "error", CARTULARY_DATA: data, ...FIRST };
  return startProcess(runtime.program, [...optionsOf(runtime), ...words], { ...plainEnvironment(), ...settings }, data);
}

async function stopped(host: CartularyProcess): Promise<readonly string[]> {
  host.kill("SIGTERM");
  const { code, signal } = await host.ended;
  return code === 0 ? [] : [`SIGTERM ends it with ${code ?? signal}\n${host.output.stderr}`];
}

function scratchIn({ folder }: Consumer): string {
  return mkdtempSync(join(folder, "scratch-"));
}
