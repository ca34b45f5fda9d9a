import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The user's configuration directory: `$XDG_CONFIG_HOME/cartulary`. */
export function configDirectory(): string {
  return ownDirectory("XDG_CONFIG_HOME", ".config");
}

/** Directory of resumable state, which may be lost: `$XDG_STATE_HOME/cartulary`. */
export function stateDirectory(): string {
  return ownDirectory("XDG_STATE_HOME", ".local/state");
}

/** Rejects relative paths, which would depend on the working directory (XDG Base Directory Specification). */
function ownDirectory(variable: string, fallback: string): string {
  const base = process.env[variable] || join(homedir(), fallback);
  if (isAbsolute(base)) return join(base, "cartulary");
  throw new Error(`no configuration directory: set ${variable} to an absolute path`);
}
