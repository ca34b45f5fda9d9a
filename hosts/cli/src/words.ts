import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Id, parseId } from "@cartulary/kernel";
import { UsageError } from "./usage.ts";

/** What a command's words say. Throws {@link UsageError} for words that it does not know. */
export function wordsOf<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config & { strict: true }>> {
  try {
    return parseArgs({ ...config, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Refuses words that a command has no use for. */
export function noMore(command: string, [word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError(`${command} has no use for ${JSON.stringify(word)}`);
}

/** The id that a word is; `undefined` where there is no word. */
export function idOf<Noun extends string>(name: string, word: string | undefined): Id<Noun> | undefined {
  const id = word === undefined ? undefined : parseId<Noun>(word);
  if (id === null) throw new UsageError(`${name} takes an id, as 0198a2f0-0000-7000-8000-000000000000`);
  return id;
}
