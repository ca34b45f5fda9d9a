import { type Host, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { UsageError } from "../usage.ts";

/** `cartulary migrate`: opening a database brings it up to date, so this opens it and stops. */
export async function migrate(words: readonly string[]): Promise<number> {
  if (words.length > 0)
    throw new UsageError("migrate takes no words: DATABASE_URL and DATABASE_MIGRATION_URL say which database");
  const open = async (host: Host) => {
    await host.getAsync(tokens.database);
    return 0;
  };
  return withHost(open, { creates: true });
}
