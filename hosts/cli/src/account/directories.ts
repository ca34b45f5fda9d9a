import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where a person's settings are, on this machine: `$XDG_CONFIG_HOME/cartulary`. */
export function configDirectory(): string {
  return ownDirectory("XDG_CONFIG_HOME", ".config");
}

/** Where what outlives a command is, and may be lost: `$XDG_STATE_HOME/cartulary`. */
export function stateDirectory(): string {
  return ownDirectory("XDG_STATE_HOME", ".local/state");
}

/** A relative path would be another directory in each folder where the command is typed (XDG Base Directory Specification). */
function ownDirectory(variable: string, usual: string): string {
  const base = process.env[variable] || join(homedir(), usual);
  if (isAbsolute(base)) return join(base, "cartulary");
  throw new Error(`there is no directory to keep things in: name one in ${variable}, as an absolute path`);
}
