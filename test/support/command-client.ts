import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type CartularyProcess,
  type Ended,
  type Environment,
  FIRST,
  type Output,
  programArguments,
  startCartulary,
  startProcess,
  temporaryFolder,
  until,
} from "./cartulary-process.ts";
import type { Client } from "./checked-client.ts";
import { type CommandHere, cartularyHere, hostHere, startHere } from "./command-here.ts";
import { dataFolder } from "./data-folder.ts";
import { type FaultyProxy, type PassingRequest, startFaultyProxy } from "./faulty-proxy.ts";
import { replyOf, requestOf } from "./send-request.ts";
import { pageVisitor } from "./visitor.ts";

const PROGRAM = "hosts/cli/src/cartulary.ts";

/** A user at a machine, whose commands call a server. */
export interface Typist extends AsyncDisposable {
  /** A folder of his own, in which he types. */
  readonly folder: string;
  readonly environment: Environment;
  /** In a process of its own, which can be killed. */
  start(words: readonly string[], environment?: Environment): CartularyProcess;
  /** Runs a command in this process, concurrently with the test. */
  begin(words: readonly string[], environment?: Environment): CommandHere;
  /** In this process, to its end. */
  run(words: readonly string[], environment?: Environment): Promise<Ended & Output>;
}

/** A machine without a login, with no other variables than `environment`. */
export async function typist(environment: Environment = {}): Promise<Typist> {
  const { path, [Symbol.asyncDispose]: dispose } = await temporaryFolder();
  const folder = join(path, "here");
  await mkdir(folder);
  const own = { XDG_CONFIG_HOME: join(path, "config"), XDG_STATE_HOME: join(path, "state"), ...environment };
  return {
    folder,
    environment: own,
    start: (words, more) => startCartulary(words, { ...own, ...more }, folder),
    begin: (words, more) => startHere(words, { ...own, ...more }, folder),
    run: async (words, more) => ({ signal: null, ...(await cartularyHere(words, { ...own, ...more }, folder)) }),
    [Symbol.asyncDispose]: dispose,
  };
}

const SUE = { email: FIRST.CARTULARY_ADMIN_EMAIL, password: FIRST.CARTULARY_ADMIN_PASSWORD };

/** The acts of a user on the page that `login` names: signs in, and approves or denies the shown code. */
export async function decideLogin(
  { output }: Pick<CartularyProcess, "output">,
  decision: "approve" | "deny",
  { email, password }: { readonly email: string; readonly password: string } = SUE,
): Promise<void> {
  const addressIn = () => /^Open (http\S+)$/m.exec(output.stderr)?.[1];
  await until("login says where to approve it", () => addressIn() !== undefined);
  const address = new URL(addressIn() ?? "");
  const visitor = pageVisitor({
    ask: async (method, path, asking = {}) =>
      replyOf(await fetch(requestOf(method, address.origin + path, asking), { redirect: "manual" })),
  });
  await visitor.signIn(email, password);
  const decided = await visitor.fillIn(address.pathname + address.search, { decision, scope: "read write" });
  if (decided.status !== 303) throw new Error(`Not decided: ${decided.status} ${decided.text}`);
}

/** A host, and people at machines who reach it by ways on which things may happen. */
export interface CommandGround extends AsyncDisposable {
  readonly url: string;
  readonly client: Client;
  readonly token: string;
  onTheWay(): Promise<OnTheWay>;
}

/** A user whose commands reach the host through a proxy. */
export interface OnTheWay extends AsyncDisposable {
  readonly sue: Typist;
  readonly way: FaultyProxy;
}

export async function commandGround(environment: Environment = {}): Promise<CommandGround> {
  await using made = new AsyncDisposableStack();
  const folder = made.use(await dataFolder());
  const { url, token: newToken, signIn } = made.use(await hostHere({ CARTULARY_DATA: folder.path, ...environment }));
  const [client, token] = [await signIn(), await newToken()];
  const onTheWay = async (): Promise<OnTheWay> => {
    await using opened = new AsyncDisposableStack();
    const way = opened.use(await startFaultyProxy(url));
    const sue = opened.use(await typist({ CARTULARY_URL: way.url, CARTULARY_TOKEN: token }));
    const stored = opened.move();
    return { sue, way, [Symbol.asyncDispose]: () => stored.disposeAsync() };
  };
  const stored = made.move();
  return { url, client, token, onTheWay, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

/** A file in the working directory of the user. */
export const put = ({ folder }: Typist, name: string, bytes: string | Uint8Array): Promise<void> =>
  writeFile(join(folder, name), bytes);

/** The documents that a command printed, by their ids. */
export const idsIn = (stdout: string): readonly string[] => [...stdout.matchAll(/^(\S+)\t/gm)].map(([, id = ""]) => id);

/** The stored state from which a command resumes. */
export const statesOf = ({ environment }: Typist): Promise<readonly string[]> =>
  readdir(join(environment.XDG_STATE_HOME ?? "", "cartulary")).catch(() => []);

export const digestOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** The result of a command that succeeds with only this output. */
export const done = (stdout: unknown): Ended & { readonly stdout: unknown; readonly stderr: string } => ({
  code: 0,
  signal: null,
  stdout,
  stderr: "",
});

/** The number of the chunk that a request brings; `null` for other requests. */
export const chunkOf = ({ method, path }: PassingRequest): number | null =>
  method === "PATCH" ? Number(/\/chunks\/(\d+)$/.exec(path)?.[1]) : null;

/** Kills a command as soon as the server has acknowledged so many chunks to it. */
export function killAfter(way: FaultyProxy, command: CartularyProcess, chunks: number): void {
  let acknowledged = 0;
  way.faults = {
    ...way.faults,
    answered(passing, status) {
      if (chunkOf(passing) === null || status !== 200) return;
      acknowledged += 1;
      if (acknowledged === chunks) command.kill("SIGKILL");
    },
  };
}

/** util-linux's script(1), which gives a command a terminal; `null` where there is none, or another command of that name. */
export const SCRIPT: string | null =
  process.platform === "linux" && existsSync("/usr/bin/script") ? "/usr/bin/script" : null;
if (SCRIPT === null) console.error("!!! no script(1) of util-linux: no command is tried on a terminal");

/** Runs a command whose stderr is a terminal; its terminal text is the output. */
export function onTerminal(
  { environment, folder }: Typist,
  words: readonly string[],
  more: Environment = {},
): CartularyProcess {
  const command = [process.execPath, ...programArguments([PROGRAM, ...words])].map((word) => `'${word}'`).join(" ");
  return startProcess(SCRIPT ?? "", ["-qec", `${command} > out`, "/dev/null"], { ...environment, ...more }, folder);
}
