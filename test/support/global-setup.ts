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

/** The server of a run, and how many projects still use it. */
interface SharedPostgres {
  readonly started: Promise<{ readonly url: string; readonly template: TestTemplate; close(): Promise<void> }>;
  projects: number;
}

/** Each project loads this module anew; they share the servers that it starts. */
const shared = globalThis as { cartularyPostgres?: SharedPostgres };

/** One PostgreSQL for the whole run; a test file that needs it takes `inject("postgresUrl")` and a database of its own. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasPostgres()) {
    process.stderr.write("!!! No PostgreSQL for this platform and no DATABASE_URL: its tests are skipped\n");
    project.provide("postgresUrl", null);
    project.provide("postgresTemplate", null);
    return undefined;
  }
  shared.cartularyPostgres ??= { started: start(), projects: 0 };
  const postgres = shared.cartularyPostgres;
  postgres.projects += 1;
  const { url, template, close } = await postgres.started;
  project.provide("postgresUrl", url);
  project.provide("postgresTemplate", template);
  return async () => {
    postgres.projects -= 1;
    if (postgres.projects > 0) return;
    delete shared.cartularyPostgres;
    await close();
  };
}

async function start() {
  const postgres = await startPostgres();
  const databases = createTestDatabases(postgres.url, modulesOnPostgres);
  return {
    url: postgres.url,
    template: await databases.template(),
    async close() {
      await databases.close();
      await postgres.stop();
    },
  };
}
