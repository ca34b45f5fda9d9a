import { dirname } from "node:path";
import { sqlModules } from "@cartulary/sql/modules";
import { openSqlite } from "@cartulary/sqlite";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { makePrivateDirectory } from "../configuration/private-directory.ts";
import { type Database, tokens } from "../tokens.ts";
import { warnOfNewer } from "./newer-schema.ts";

/** One file beside the process: the small start. */
export function sqliteModule({ path, variable }: Extract<Config["database"], { kind: "sqlite" }>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.database)
      .toResolvedValue(
        async (clock, newId, queues, log): Promise<Database> => {
          try {
            await makePrivateDirectory(dirname(path));
            const modules = [...sqlModules, jobsModule({ clock, newId, queues })] as const;
            return warnOfNewer(await openSqlite({ path, modules }), log);
          } catch (error) {
            throw configErrorFor(variable, error);
          }
        },
        [tokens.clock, tokens.newId, tokens.jobQueues, tokens.log],
      )
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
