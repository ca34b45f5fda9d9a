import { dirname } from "node:path";
import { sqlModules } from "@cartulary/sql/modules";
import { createSqliteBackup, openSqlite } from "@cartulary/sqlite";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { makePrivateDirectory } from "../configuration/private-directory.ts";
import type { Database } from "../database.ts";
import { tokens } from "../tokens.ts";
import { traceOfJobs } from "./trace-of-jobs.ts";
import { warnNewerSchema } from "./warn-newer-schema.ts";

/** Uses a local SQLite file. */
export function sqliteModule({ path, variable }: Extract<Config["database"], { kind: "sqlite" }>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.databaseBackup).toConstantValue(createSqliteBackup({ path }));
    bind(tokens.database)
      .toResolvedValue(
        async (clock, newId, queues, log, tracer, migrations): Promise<Database> => {
          try {
            await makePrivateDirectory(dirname(path));
            const modules = [...sqlModules, jobsModule({ clock, newId, queues, ...traceOfJobs(tracer) })] as const;
            return warnNewerSchema(await openSqlite({ path, modules, observers: { tracer, migrations } }), log);
          } catch (error) {
            throw configErrorFor(variable, error);
          }
        },
        [tokens.clock, tokens.newId, tokens.jobQueues, tokens.log, tokens.tracer, tokens.migrationObserver],
      )
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
