import { spawnSync } from "node:child_process";

/** The output of a program, and its end. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Of what the npm that called us hands down, only where its cache and its registry are: the rest is about our checkout. */
const HANDED_DOWN: readonly string[] = ["npm_config_cache", "npm_config_registry", "npm_config_userconfig"];

/** Our environment without what npm tells its scripts. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => !name.toLowerCase().startsWith("npm_") || HANDED_DOWN.includes(name.toLowerCase())),
  );
}

/** Runs a program to its end. */
export function run(program: string, words: readonly string[], cwd: string, environment = plainEnvironment()): Ended {
  const options = { cwd, env: environment, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error) throw error;
  return { code: status ?? 1, stdout, stderr };
}

/** Runs the npm that called us, else that of PATH, and throws with its output when it fails. */
export function npm(words: readonly string[], cwd: string): string {
  const ended = tryNpm(words, cwd);
  if (ended.code !== 0) throw new Error(`npm ${words[0]} failed\n${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

/** As `npm`, for what may fail. */
export function tryNpm(words: readonly string[], cwd: string): Ended {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith("npm-cli.js")) return run(node ?? process.execPath, [script, ...words], cwd);
  return process.platform === "win32"
    ? run("cmd.exe", ["/d", "/s", "/c", "npm", ...words], cwd)
    : run("npm", words, cwd);
}
