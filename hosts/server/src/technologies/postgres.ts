import { INSPECTING, MigrationError, openPostgres } from "@cartulary/postgres";
import { jobsModule } from "@cartulary/postgres/jobs";
import { sqlModules } from "@cartulary/sql/modules";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { type Database, tokens } from "../tokens.ts";
import { warnOfNewer } from "./newer-schema.ts";

/** A Postgres that several hosts share. */
export function postgresModule(
  { url, migrationUrl, variable }: Extract<Config["database"], { kind: "postgres" }>,
  inspecting: boolean,
): ContainerModule {
  const where = { url, ...(migrationUrl !== null && { migrationUrl }) };
  return new ContainerModule(({ bind }) => {
    bind(tokens.database)
      .toResolvedValue(
        async (queues, log): Promise<Database> => {
          const onError = (error: Error) => log.error({ event: "job", err: error }, "the queue is not supervised");
          try {
            const modules = [...sqlModules, jobsModule({ ...where, queues, onError })] as const;
            return warnOfNewer(
              await openPostgres({ ...where, modules, ...(inspecting && { limits: { reading: INSPECTING } }) }),
              log,
            );
          } catch (error) {
            throw configErrorFor(error instanceof MigrationError ? "DATABASE_MIGRATION_URL" : variable, error);
          }
        },
        [tokens.jobQueues, tokens.log],
      )
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}
