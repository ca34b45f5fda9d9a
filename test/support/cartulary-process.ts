import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Client, createClient } from "./checked-client.ts";
import { NODE, type TestRuntime } from "./runtimes.ts";

const root = resolve(import.meta.dirname, "../..");
/** The command: its source, or what a run of all tests made of it. */
const PROGRAM = resolve(root, process.env.CARTULARY_TEST_PROGRAM ?? "hosts/cli/src/cartulary.ts");
/** The output of the bundle's compilation. */
const COMPILED = process.env.CARTULARY_TEST_PROGRAM
  ? join(dirname(PROGRAM), "compiled")
  : join(root, "node_modules/.cache/compiled");
/** Longer than any of these takes on a busy machine, and shorter than a test may last. Long tests start many hosts at once. */
const PATIENCE_MS = process.env.CARTULARY_TEST_LONG_FILES ? 240_000 : 60_000;
const POLL_MS = 20;

/** How a process ended: with a code, or by a signal. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The whole output of a process. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the command `cartulary`. Disposing of it kills it if it still runs. */
export interface CartularyProcess extends AsyncDisposable {
  readonly pid: number;
  /** Its output so far. */
  readonly output: Output;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

/** Variables of the environment; `undefined` takes one away. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Starts `cartulary WORDS` with no other variables than `environment`. */
export function startCartulary(
  words: readonly string[],
  environment: Environment,
  cwd?: string,
  { program, options }: TestRuntime = NODE,
): CartularyProcess {
  return startProcess(program, [...options, PROGRAM, ...words], environment, cwd);
}

/** Returns the arguments of Node.js that run `cartulary WORDS`. */
export function cartularyArguments(words: readonly string[]): readonly string[] {
  return programArguments([PROGRAM, ...words]);
}

/** Starts a file of this checkout on the project's Node.js. */
export function startProgram(words: readonly string[], environment: Environment, cwd?: string): CartularyProcess {
  return startProcess(process.execPath, programArguments(words), environment, cwd);
}

/** Returns the arguments of Node.js that run a file, relative to the root of this checkout, as on-node.mjs does. */
export function programArguments([file = "", ...words]: readonly string[]): readonly string[] {
  return [...NODE.options, resolve(root, file), ...words];
}

/** Starts any program. It has ended once its children, too, have closed its output. */
export function startProcess(
  command: string,
  words: readonly string[],
  environment: Environment,
  cwd = tmpdir(),
): CartularyProcess {
  const child = spawn(command, words, { cwd, env: surroundings(environment), stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, "close").then(([code, signal]): Ended => ({ code, signal }));
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Runs `cartulary WORDS` to its end; kills one that does not end in time. */
export async function cartulary(words: readonly string[], environment: Environment): Promise<Ended & Output> {
  await using process = startCartulary(words, environment);
  const killed = AbortSignal.timeout(PATIENCE_MS);
  killed.addEventListener("abort", () => process.kill("SIGKILL"));
  return { ...(await process.ended), ...process.output };
}

/** As started by npm: a host that outlives the tests that started it stops. With the options of on-node.mjs. */
function surroundings(environment: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const malloc = { MALLOC_TRIM_THRESHOLD_: "4194304" };
  return { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, npm_lifecycle_event: "test", ...malloc, ...environment };
}

/** The first administrator and application, where a test says who they are. */
export const FIRST = {
  CARTULARY_ADMIN_EMAIL: "sue@example.org",
  CARTULARY_ADMIN_PASSWORD: "correct horse battery",
  CARTULARY_CLIENT_ID: "first-application",
  CARTULARY_CLIENT_SECRET: "a secret of 26 characters!",
} as const;

/** A host that listens. */
export interface HostProcess extends CartularyProcess {
  readonly url: string;
  /** A client with a token of {@link FIRST}. */
  signIn(): Promise<Client>;
  /** An access token of {@link FIRST}. */
  token(): Promise<string>;
}

/** Starts `cartulary serve` on a free port and waits until it listens. */
export async function startHost(environment: Environment, cwd?: string, runtime?: TestRuntime): Promise<HostProcess> {
  const host = startCartulary(["serve"], { PORT: "0", LOG_FORMAT: "json", ...FIRST, ...environment }, cwd, runtime);
  const { url } = await announced(host);
  const token = async () => {
    const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
    const { CARTULARY_ADMIN_EMAIL: username, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
    const body = { grantType: "password", clientId, clientSecret, username, password };
    return (await createClient({ baseUrl: url, fetch: singleAttempt }).createToken({ body })).accessToken;
  };
  return {
    ...host,
    url,
    token,
    signIn: async () => createClient({ baseUrl: url, token: await token(), fetch: singleAttempt }),
  };
}

/** Keeps no connection alive: a stopping host waits for requests on those that are. */
export const singleAttempt: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("connection", "close");
  return fetch(input, { ...init, headers });
};

/** The line that a host prints when it is ready. */
export interface Announcement {
  readonly event: "listening";
  readonly url: string;
  /** Its URL on this machine, without any proxy. */
  readonly reachedAt: string;
  readonly pid: number;
  /** Its runtime, with the version. */
  readonly runtime: string;
}

/** Rejects with the output of the process when it ends, or takes too long, before it listens. */
export async function announced(host: CartularyProcess): Promise<Announcement> {
  const line = () => /^\{.*"listening".*\}$/m.exec(host.output.stdout)?.[0];
  let over = false;
  void host.ended.then(() => {
    over = true;
  });
  await until("the host listens", () => over || line() !== undefined);
  const found = line();
  if (found !== undefined) return JSON.parse(found) as Announcement;
  throw new Error(`The host did not start:\n${host.output.stdout}\n${host.output.stderr}`);
}

/** Polls a condition until it holds; rejects after the deadline. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within ${PATIENCE_MS} ms: ${what}`);
    await setTimeout(POLL_MS);
  }
}

/** A folder of a test's own, which disposing removes. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "cartulary-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
