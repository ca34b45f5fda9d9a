import { type ParseArgsConfig, parseArgs } from "node:util";
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
