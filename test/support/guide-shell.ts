import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type Environment, type Output, temporaryFolder } from "./cartulary-process.ts";

const root = resolve(import.meta.dirname, "../..");
/** Printed after each script; no reply has it. */
const END = "\u001e";

/**
 * Runs `cartulary WORDS` in a folder with a text as standard input; the environment has the variables of the shell that
 * begin with CARTULARY_.
 */
export type RunCommand = (
  words: readonly string[],
  environment: Environment,
  folder: string,
  input: string,
) => Promise<Output & { readonly code: number | null }>;

/** One shell in a folder that looks like the root of a clone. Variables and functions last from script to script. */
export interface GuideShell extends AsyncDisposable {
  readonly folder: string;
  /** Returns the standard output of a script. Rejects with everything the shell printed when a command fails. */
  run(script: string): Promise<string>;
}

/** Opens a shell whose `npx cartulary` calls back into this process: a process of its own takes a second per command. */
export async function openGuideShell(environment: Environment, command: RunCommand): Promise<GuideShell> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await temporaryFolder());
  for (const name of ["docs", "hosts"]) await symlink(join(root, name), join(folder, name));
  const { port } = opened.use(await serveCommands(command, folder));
  await writeNpx(folder, port);
  const { PATH, HOME } = process.env;
  const env = { HOME, ...environment, PATH: `${join(folder, ".bin")}:${PATH}` };
  const shell = spawn("sh", ["-eu"], { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
  const ended = once(shell, "close");
  opened.defer(async () => {
    shell.kill("SIGKILL");
    await ended;
  });
  let [stdout, stderr] = ["", ""];
  shell.stderr.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  shell.stdout.setEncoding("utf8");
  const run = async (script: string) => {
    stdout = "";
    const finished = Promise.withResolvers<void>();
    const collect = (piece: string) => {
      stdout += piece;
      if (stdout.endsWith(END)) finished.resolve();
    };
    shell.stdout.on("data", collect);
    shell.stdin.write(`{ :\n${script}\n} < /dev/null\nprintf '\\036'\n`);
    await Promise.race([finished.promise, ended]);
    shell.stdout.off("data", collect);
    if (stdout.endsWith(END)) return stdout.slice(0, -END.length);
    throw new Error(`The script failed:\n${script}\n${stdout}\n${stderr}`);
  };
  const stored = opened.move();
  return { folder, run, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

/** Answers a command with its exit code, and leaves its output in two files of the number in the path. */
async function serveCommands(command: RunCommand, folder: string): Promise<AsyncDisposable & { port: number }> {
  const server = createServer(async (request, response) => {
    const lines = (await text(request)).split("\0").slice(0, -1);
    const variables = lines.slice(1, lines.indexOf(""));
    const environment = Object.fromEntries(variables.map((line) => line.split(/=(.*)/s)));
    const words = lines.slice(lines.indexOf("") + 1);
    const input = await readFile(join(folder, `.bin${request.url}.in`), "utf8");
    const { code, stdout, stderr } = await command(words, environment, lines[0] ?? folder, input);
    await writeFile(join(folder, `.bin${request.url}.out`), stdout);
    await writeFile(join(folder, `.bin${request.url}.err`), stderr);
    response.end(String(code));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { port, [Symbol.asyncDispose]: close };
}

async function writeNpx(folder: string, port: number): Promise<void> {
  const bin = join(folder, ".bin");
  await mkdir(bin);
  const script = `#!/bin/sh
[ "$1" = cartulary ] || exit 64
shift
cat > "${bin}/$$.in"
CODE=$(printf '%s\\0' "$PWD" "CARTULARY_URL=\${CARTULARY_URL:-}" "CARTULARY_TOKEN=\${CARTULARY_TOKEN:-}" "" "$@" |
  curl -sS --data-binary @- "http://127.0.0.1:${port}/$$")
cat "${bin}/$$.out"
cat "${bin}/$$.err" >&2
exit "$CODE"
`;
  await writeFile(join(bin, "npx"), script);
  await chmod(join(bin, "npx"), 0o755);
}
