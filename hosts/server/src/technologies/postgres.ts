import { createPostgresBackup, MigrationError, openPostgres, VERIFY_TIMEOUTS } from "@cartulary/postgres";
import { jobsModule } from "@cartulary/postgres/jobs";
import { sqlModules } from "@cartulary/sql/modules";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import type { Database } from "../database.ts";
import type { Log } from "../logging/log.ts";
import { tokens } from "../tokens.ts";
import { traceOfJobs } from "./trace-of-jobs.ts";
import { warnNewerSchema } from "./warn-newer-schema.ts";

/** Uses a Postgres database that several hosts may share. */
export function postgresModule(
  { url, migrationUrl, readUrl, variable }: Extract<Config["database"], { kind: "postgres" }>,
  inspecting: boolean,
): ContainerModule {
  const connection = { url, ...(migrationUrl !== null && { migrationUrl }) };
  return new ContainerModule(({ bind }) => {
    bind(tokens.databaseBackup).toConstantValue(createPostgresBackup({ url: migrationUrl ?? url }));
    bind(tokens.database)
      .toResolvedValue(
        async (queues, log, tracer, migrations): Promise<Database> => {
          const onError = (error: Error) => log.error({ event: "job", err: error }, "job queue maintenance failed");
          try {
            const modules = [
              ...sqlModules,
              jobsModule({ ...connection, queues, onError, ...traceOfJobs(tracer) }),
            ] as const;
            return warnNewerSchema(
              await openPostgres({
                ...connection,
                modules,
                observers: { tracer, migrations },
                ...(readUrl !== null && { replica: { url: readUrl, onProblem: replicaProblem(log) } }),
                ...(inspecting && { timeouts: { reading: VERIFY_TIMEOUTS } }),
              }),
              log,
            );
          } catch (error) {
            throw configErrorFor(error instanceof MigrationError ? "DATABASE_MIGRATION_URL" : variable, error);
          }
        },
        [tokens.jobQueues, tokens.log, tokens.tracer, tokens.migrationObserver],
      )
      .inSingletonScope()
      .onDeactivation((database) => database.close());
  });
}

const replicaProblem = (log: Log) => (problem: string) =>
  log.warn({ event: "replica", problem }, "The replica of DATABASE_READ_URL is not used");
