import { tmpdir } from "node:os";
import { run } from "@cartulary/cli";
import { serve } from "@cartulary/node";
import type { Address } from "@cartulary/server";
import { vi } from "vitest";
import { type Ended, type Environment, FIRST, type Output, singleAttempt } from "./cartulary-process.ts";
import { type Client, createClient } from "./checked-client.ts";

/** A host in this process. Disposing of it stops it as a signal would. */
export interface HostHere extends AsyncDisposable {
  readonly url: string;
  /** A client with a token of {@link FIRST}. */
  signIn(): Promise<Client>;
  /** An access token of {@link FIRST}. */
  token(): Promise<string>;
}

/** A host with the output of this process while it runs, without the log: no command runs at the same time. */
export interface WatchedHost extends HostHere {
  readonly output: Output;
}

/** A command that runs in this process. */
export interface CommandHere {
  /** Its output so far. */
  readonly output: Output;
  readonly ended: Promise<Ended>;
}

/**
 * Runs `cartulary WORDS` in this process, which takes a twentieth of what a process of its own takes: for what does not
 * depend on it. Nothing of this process's environment is seen.
 */
export async function cartularyHere(
  words: readonly string[],
  environment: Environment,
  folder?: string,
): Promise<Output & { readonly code: number | null }> {
  const { ended, output } = startHere(words, environment, folder);
  const { code } = await ended;
  return { code, stdout: output.stdout, stderr: output.stderr };
}

/** Starts a command without waiting for its end. No other command may run meanwhile: they share one environment. */
export function startHere(words: readonly string[], environment: Environment, folder = process.cwd()): CommandHere {
  using began = new DisposableStack();
  began.use(inEnvironment(environment));
  began.use(inFolder(folder));
  const output = began.use(silenced());
  const stored = began.move();
  const ended = run(words).finally(() => stored.dispose());
  return { output, ended: ended.then((code) => ({ code, signal: null })) };
}

/** {@link hostHere}, with its output. */
export async function watchedHostHere(environment: Environment): Promise<WatchedHost> {
  using made = new DisposableStack();
  const output = made.use(silenced());
  const host = await serving(environment, tmpdir());
  const stored = made.move();
  return {
    ...host,
    output,
    async [Symbol.asyncDispose]() {
      using _ = stored;
      await host[Symbol.asyncDispose]();
    },
  };
}

/** Serves in this process on a free port, as if started in a folder. Commands may run in the same environment. */
export function hostHere(environment: Environment, directory = tmpdir()): Promise<HostHere> {
  return quietly(() => serving(environment, directory));
}

async function serving(environment: Environment, directory: string): Promise<HostHere> {
  using made = new DisposableStack();
  made.use(inEnvironment({ PORT: "0", LOG_FORMAT: "json", LOG_LEVEL: "warn", ...FIRST, ...environment }));
  made.use(signalsAsBefore());
  const listening = Promise.withResolvers<Address>();
  const over = Promise.withResolvers<never>();
  const served = serve(process.env, { directory, isTerminal: false }, (address) => {
    listening.resolve(address);
    return over.promise;
  });
  const stopped = Symbol("stopped");
  const ended = served.catch((error: unknown) => {
    if (error !== stopped) throw error;
  });
  const { url } = await Promise.race([listening.promise, served.then(() => listening.promise)]);
  const stored = made.move();
  return {
    url,
    token: () => tokenOf(url),
    signIn: async () => createClient({ baseUrl: url, token: await tokenOf(url), fetch: singleAttempt }),
    async [Symbol.asyncDispose]() {
      over.reject(stopped);
      await ended.finally(() => stored.dispose());
    },
  };
}

async function tokenOf(baseUrl: string): Promise<string> {
  const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
  const { CARTULARY_ADMIN_EMAIL: username, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
  const body = { grantType: "password", clientId, clientSecret, username, password };
  return (await createClient({ baseUrl, fetch: singleAttempt }).createToken({ body })).accessToken;
}

/** The whole environment of this process until it is disposed of. */
function inEnvironment(environment: Environment): Disposable {
  const before = process.env;
  const { PATH, HOME } = before;
  const entries = Object.entries({ PATH, HOME, ...environment }).filter(([, value]) => value !== undefined);
  process.env = Object.fromEntries(entries);
  return {
    [Symbol.dispose]() {
      process.env = before;
    },
  };
}

/** Provides the input of a terminal until it is disposed of. */
function inFolder(folder: string): Disposable {
  const before = process.cwd();
  process.chdir(folder);
  return { [Symbol.dispose]: () => process.chdir(before) };
}

/** A host listens to signals until its process ends, which this one does not. */
function signalsAsBefore(): Disposable {
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  return {
    [Symbol.dispose]() {
      for (const signal of signals) {
        for (const listener of process.listeners(signal)) {
          if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
        }
      }
    },
  };
}

async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  using _output = silenced();
  return await work();
}

/** Collects the output instead of writing it. */
function silenced(): Disposable & Output {
  const [stdout, stderr] = [spied("stdout"), spied("stderr")];
  return {
    get stdout() {
      return stdout.text();
    },
    get stderr() {
      return stderr.text();
    },
    [Symbol.dispose]() {
      stdout.restore();
      stderr.restore();
    },
  };
}

function spied(stream: "stdout" | "stderr"): { text(): string; restore(): void } {
  const pieces: Buffer[] = [];
  const spy = vi.spyOn(process[stream], "write").mockImplementation((piece) => {
    pieces.push(Buffer.from(piece));
    return true;
  });
  return { text: () => Buffer.concat(pieces).toString(), restore: () => spy.mockRestore() };
}
