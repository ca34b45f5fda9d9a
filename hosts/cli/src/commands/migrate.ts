import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import { surroundings } from "../machine.ts";
import { UsageError } from "../usage.ts";

/** `cartulary migrate`: opening a database brings it up to date, so this opens it and stops. */
export async function migrate(words: readonly string[]): Promise<number> {
  if (words.length > 0)
    throw new UsageError("migrate takes no words: DATABASE_URL and DATABASE_MIGRATION_URL say which database");
  const config = readConfig(process.env, surroundings());
  const container = await compose(config, await technologyModules(config));
  try {
    await container.getAsync(tokens.database);
    return 0;
  } finally {
    await container.unbindAllAsync();
  }
}
