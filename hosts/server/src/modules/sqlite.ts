import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { jobsModule, openSqlite } from "@cartulary/sqlite";
import { ContainerModule } from "inversify";
import { blame, type Config } from "../config.ts";
import { type Database, tokens } from "../tokens.ts";
import { sqlModules } from "./sql-modules.ts";

/** One file beside the process: the small start. */
export function sqliteModule({ path, saidBy }: Extract<Config["database"], { kind: "sqlite" }>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.database)
      .toResolvedValue(
        async (clock, newId, queues): Promise<Database> => {
          try {
            await mkdir(dirname(path), { recursive: true });
            return await openSqlite({ path, modules: [...sqlModules, jobsModule({ clock, newId, queues })] });
          } catch (error) {
            throw blame(saidBy, error);
          }
        },
        [tokens.clock, tokens.newId, tokens.jobQueues],
      )
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
