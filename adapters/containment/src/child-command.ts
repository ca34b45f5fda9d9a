import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, parse, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChildRuntime } from "./child-runtime.ts";

/** The command line of a child. */
export interface Command {
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A directory without files of ours. */
  readonly cwd: string;
}

/** The parts of a child. */
export interface ChildDescription {
  readonly entry: URL;
  readonly memoryBytes: number;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly addons: readonly Addon[];
}

/** A package with native code that a child loads. */
export interface Addon {
  readonly name: string;
  /** The URL of a module in a package that depends on it. */
  readonly dependentUrl: string;
}

/**
 * Returns the command of a child that may read only its own code, write nothing and start no process; the runtime
 * enforces this. The child inherits no environment variable. A child in TypeScript source runs like its parent.
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

/** Returns the native code files of a package; they are in it or in its optional dependency for this platform. */
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

/** Windows cannot start a process without these variables. */
function systemVariables(): Readonly<Record<string, string>> {
  if (process.platform !== "win32") return {};
  return Object.fromEntries(["SystemRoot", "windir"].flatMap((name) => [[name, process.env[name] ?? ""]]));
}

/**
 * Returns the directories of a module's code: its package, linked dependencies, and the `node_modules` directories with
 * the other dependencies and the links.
 */
function codeOf(path: string): ReadonlySet<string> {
  const directories = new Set<string>();
  const add = (directory: string) => {
    const shared = sharedDirectoryOf(directory);
    if (directories.has(shared ?? directory)) return;
    directories.add(shared ?? directory);
    if (shared) return;
    for (const name of dependenciesOf(directory)) {
      const installed = installedIn(directory, name);
      if (!installed) continue;
      directories.add(installed);
      add(realpathSync(join(installed, name)));
    }
  };
  add(packageOf(dirname(path)));
  return directories;
}

/** Returns the outermost `node_modules` of a package; `null` for a linked package, as in a workspace. */
function sharedDirectoryOf(directory: string): string | null {
  const [above = "", ...within] = directory.split(`${sep}node_modules${sep}`);
  return within.length === 0 ? null : join(above, "node_modules");
}

/** Returns the nearest ancestor directory that is a package. */
function packageOf(directory: string): string {
  if (existsSync(join(directory, "package.json"))) return directory;
  const above = dirname(directory);
  if (above === directory) throw new Error("The entry module of a contained child is outside any package");
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

/** Returns the `node_modules` where Node.js finds a dependency of a package; `null` if it is not installed. */
function installedIn(directory: string, name: string): string | null {
  const candidate = join(directory, "node_modules");
  if (existsSync(join(candidate, name))) return candidate;
  const above = dirname(directory);
  return above === directory ? null : installedIn(above, name);
}
