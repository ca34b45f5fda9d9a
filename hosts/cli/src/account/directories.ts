import { isAbsolute, join } from "node:path";
import { xdgConfig, xdgState } from "xdg-basedir";

/** Where a person's settings are, on this machine: `$XDG_CONFIG_HOME/cartulary`. */
export function configDirectory(): string {
  return ownDirectory("XDG_CONFIG_HOME", xdgConfig);
}

/** Where what outlives a command is, and may be lost: `$XDG_STATE_HOME/cartulary`. */
export function stateDirectory(): string {
  return ownDirectory("XDG_STATE_HOME", xdgState);
}

/** A relative path would be another directory in each folder where the command is typed (XDG Base Directory Specification). */
function ownDirectory(variable: string, base: string | undefined): string {
  if (base !== undefined && isAbsolute(base)) return join(base, "cartulary");
  throw new Error(`there is no directory to keep things in: name one in ${variable}, as an absolute path`);
}
