import { openPostgres } from "@cartulary/postgres";
import { ContainerModule } from "inversify";
import { blame, type Config } from "../config.ts";
import { type Database, tokens } from "../tokens.ts";
import { sqlModules } from "./sql-modules.ts";

/** A Postgres that several hosts share. */
export function postgresModule({ url, saidBy }: Extract<Config["database"], { kind: "postgres" }>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.database)
      .toResolvedValue(async (): Promise<Database> => {
        try {
          return await openPostgres({ url, modules: sqlModules });
        } catch (error) {
          throw blame(saidBy, error);
        }
      }, [])
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
