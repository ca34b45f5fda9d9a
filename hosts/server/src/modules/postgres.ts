import { openPostgres } from "@cartulary/postgres";
import { ContainerModule } from "inversify";
import { type Database, tokens } from "../tokens.ts";
import { sqlModules } from "./sql-modules.ts";

/** A Postgres that several hosts share. */
export function postgresModule({ url }: { readonly url: string }): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.database)
      .toResolvedValue((): Promise<Database> => openPostgres({ url, modules: sqlModules }), [])
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
