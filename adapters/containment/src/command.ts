import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, parse, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** What Node.js is told to run a child. */
export interface Command {
  readonly entry: string;
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where nothing of ours lies. */
  readonly cwd: string;
}

/** What a child may do that no child needs. */
export interface Permissions {
  /** Native addons, which the permission model does not bound. */
  readonly addons: boolean;
}

const MIB = 1_048_576;

/**
 * A child may read the code that it is made of and nothing else, write nothing, start no process; workers are for the
 * watchdog. It inherits no variable. A child from source runs as its parent does.
 */
export function commandFor(
  entry: URL,
  memoryBytes: number,
  env: Readonly<Record<string, string>>,
  { addons }: Permissions,
): Command {
  const path = realpathSync(fileURLToPath(entry));
  const execArgv = [
    "--permission",
    ...[...codeOf(path)].map((directory) => `--allow-fs-read=${directory}`),
    "--allow-worker",
    ...(addons ? ["--allow-addons"] : []),
    ...(path.endsWith(".ts") ? ["--conditions=@cartulary/source"] : []),
    `--max-old-space-size=${Math.ceil(memoryBytes / MIB)}`,
    "--no-warnings",
    "--disable-proto=delete",
  ];
  return { entry: path, execArgv, env: { ...systemVariables(), ...env }, cwd: parse(path).root };
}

/** Windows starts no process without these; elsewhere nothing is passed on. */
function systemVariables(): Readonly<Record<string, string>> {
  if (process.platform !== "win32") return {};
  return Object.fromEntries(["SystemRoot", "windir"].flatMap((name) => [[name, process.env[name] ?? ""]]));
}

/**
 * The directories that the code of a module can come from: its package, the packages that it depends on where they are
 * linked from elsewhere, and the `node_modules` that the others, or the links, lie in.
 */
function codeOf(path: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (directory: string) => {
    const shared = sharedDirectoryOf(directory);
    if (found.has(shared ?? directory)) return;
    found.add(shared ?? directory);
    if (shared) return;
    for (const name of dependenciesOf(directory)) {
      const installed = installedIn(directory, name);
      if (!installed) continue;
      found.add(installed);
      add(realpathSync(join(installed, name)));
    }
  };
  add(packageOf(dirname(path)));
  return found;
}

/** The outermost `node_modules` that a package lies in; `null` for one that is linked, as those of a workspace are. */
function sharedDirectoryOf(directory: string): string | null {
  const [above = "", ...within] = directory.split(`${sep}node_modules${sep}`);
  return within.length === 0 ? null : join(above, "node_modules");
}

/** The nearest directory upwards that is a package. */
function packageOf(directory: string): string {
  if (existsSync(join(directory, "package.json"))) return directory;
  const above = dirname(directory);
  if (above === directory) throw new Error("The entry of a contained child lies in no package");
  return packageOf(above);
}

function dependenciesOf(directory: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as {
    readonly dependencies?: object;
  };
  return Object.keys(dependencies);
}

/** The `node_modules` in which Node.js finds a dependency of a package; `null` where it is not installed. */
function installedIn(directory: string, name: string): string | null {
  const candidate = join(directory, "node_modules");
  if (existsSync(join(candidate, name))) return candidate;
  const above = dirname(directory);
  return above === directory ? null : installedIn(above, name);
}
