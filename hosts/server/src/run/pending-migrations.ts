import { sqlModules } from "@cartulary/sql/modules";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { type MigrationReport, watchLongMigrations } from "../logging/migration-log.ts";
import { tokens } from "../tokens.ts";

/** Returns the names of the migrations that the configured database lacks, in order. Changes nothing. */
export async function pendingMigrations({ database }: Config): Promise<readonly string[]> {
  try {
    if (database.kind === "postgres") {
      const { pendingPostgresMigrations } = await import("@cartulary/postgres");
      return await pendingPostgresMigrations({ url: database.url, modules: sqlModules });
    }
    const [{ pendingSqliteMigrations }, { jobMigrations }] = await Promise.all([
      import("@cartulary/sqlite"),
      import("@cartulary/sqlite/jobs"),
    ]);
    const modules = [...sqlModules, { migrations: jobMigrations }];
    return await pendingSqliteMigrations({ path: database.path, modules });
  } catch (error) {
    throw configErrorFor(database.variable, error);
  }
}

/** A module that reports the migrations of a host instead of logging the long ones. */
export function migrationObserverModule(report: MigrationReport): ContainerModule {
  return new ContainerModule(({ rebind }) => {
    rebind(tokens.migrationObserver).toConstantValue(watchLongMigrations(report));
  });
}
