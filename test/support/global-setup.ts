import { createTestDatabases, hasPostgres, startPostgres, type TestTemplate } from "@cartulary/postgres/testkit";
import type { TestProject } from "vitest/node";
import { modulesOnPostgres } from "./modules-on-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests may create databases; `null` where this platform has none. */
    postgresUrl: string | null;
    /** On that server: what databases with all modules are copied from. */
    postgresTemplate: TestTemplate | null;
  }
}

/** One PostgreSQL for the whole run; a test file that needs it takes `inject("postgresUrl")` and a database of its own. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasPostgres()) {
    process.stderr.write("!!! No PostgreSQL for this platform and no DATABASE_URL: its tests are skipped\n");
    project.provide("postgresUrl", null);
    project.provide("postgresTemplate", null);
    return undefined;
  }
  const postgres = await startPostgres();
  const databases = createTestDatabases(postgres.url, modulesOnPostgres);
  project.provide("postgresUrl", postgres.url);
  project.provide("postgresTemplate", await databases.template());
  return async () => {
    await databases.close();
    await postgres.stop();
  };
}
