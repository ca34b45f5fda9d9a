import { hasPostgres, startPostgres } from "@cartulary/postgres/testkit";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests may create databases; `null` where this platform has none. */
    postgresUrl: string | null;
  }
}

/** One PostgreSQL for the whole run; a test file that needs it takes `inject("postgresUrl")` and a database of its own. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasPostgres()) {
    process.stderr.write("!!! No PostgreSQL for this platform and no DATABASE_URL: its tests are skipped\n");
    project.provide("postgresUrl", null);
    return undefined;
  }
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  return () => postgres.stop();
}
