import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { openSqlite } from "@cartulary/sqlite";
import { ContainerModule } from "inversify";
import { type Database, tokens } from "../tokens.ts";
import { sqlModules } from "./sql-modules.ts";

/** One file beside the process: the small start. */
export function sqliteModule({ path }: { readonly path: string }): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.database)
      .toResolvedValue(async (): Promise<Database> => {
        await mkdir(dirname(path), { recursive: true });
        return openSqlite({ path, modules: sqlModules });
      }, [])
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
