import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, parse, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChildRuntime } from "./child-runtime.ts";

/** How a child is started. */
export interface Command {
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where nothing of ours lies. */
  readonly cwd: string;
}

/** What a child is made of. */
export interface ChildDescription {
  readonly entry: URL;
  readonly memoryBytes: number;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly addons: readonly Addon[];
}

/** A package with native code that a child loads. */
export interface Addon {
  readonly name: string;
  /** Of a module of the package that depends on it. */
  readonly dependentUrl: string;
}

/**
 * A child may read the code that it is made of and nothing else, write nothing, start no process; how, its runtime says.
 * It inherits no variable. A child from source runs as its parent does.
 */
export function commandFor({ entry, memoryBytes, env, addons }: ChildDescription, runtime: ChildRuntime): Command {
  const path = realpathSync(fileURLToPath(entry));
  const code = {
    entry: path,
    directories: [...codeOf(path)],
    addonFiles: addons.flatMap(addonFilesOf),
    memoryBytes,
  };
  return {
    program: runtime.program,
    words: runtime.words(code),
    env: { ...systemVariables(), ...runtime.env, ...env },
    cwd: parse(path).root,
  };
}

/** The native code of a package, which lies in it or in the one of its optional dependencies that is for this machine. */
function addonFilesOf({ name, dependentUrl }: Addon): readonly string[] {
  const packageFile = createRequire(dependentUrl).resolve(`${name}/package.json`);
  const { optionalDependencies = {} } = packageAt(dirname(packageFile));
  const { resolve } = createRequire(packageFile);
  return [name, ...Object.keys(optionalDependencies)].flatMap((each) => {
    try {
      const file = realpathSync(resolve(each));
      return file.endsWith(".node") ? [file] : [];
    } catch {
      return [];
    }
  });
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
  return Object.keys(packageAt(directory).dependencies ?? {});
}

interface PackageFile {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
}

function packageAt(directory: string): PackageFile {
  return JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
}

/** The `node_modules` in which Node.js finds a dependency of a package; `null` where it is not installed. */
function installedIn(directory: string, name: string): string | null {
  const candidate = join(directory, "node_modules");
  if (existsSync(join(candidate, name))) return candidate;
  const above = dirname(directory);
  return above === directory ? null : installedIn(above, name);
}
