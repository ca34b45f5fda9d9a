import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Id, parseId } from "@cartulary/kernel";
import { UsageError } from "./usage.ts";

/** Parses the arguments of a command. Throws {@link UsageError} for unknown ones. */
export function parseArguments<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config & { strict: true }>> {
  try {
    return parseArgs({ ...config, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Throws {@link UsageError} for arguments that the command does not take. */
export function rejectExtraArguments(command: string, [argument]: readonly string[]): void {
  if (argument !== undefined) throw new UsageError(`${command}: unexpected argument ${JSON.stringify(argument)}`);
}

/** Parses an id; returns `undefined` without an argument. */
export function idOf<Noun extends string>(name: string, argument: string | undefined): Id<Noun> | undefined {
  const id = argument === undefined ? undefined : parseId<Noun>(argument);
  if (id === null) throw new UsageError(`${name} takes an id, as 0198a2f0-0000-7000-8000-000000000000`);
  return id;
}
