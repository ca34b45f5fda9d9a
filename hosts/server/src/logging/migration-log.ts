import type { MigrationObserver } from "@cartulary/sql";
import type { Log } from "./log.ts";

const PROGRESS_MS = 1_000;

export interface MigrationReport {
  /** Called each second of a migration; `statements` are those that have ended. */
  readonly progress: (
    migration: string,
    seconds: number,
    statements: { readonly done: number; readonly of: number } | null,
  ) => void;
  readonly ended: (migration: string, seconds: number) => void;
}

/** Reports every migration at its end, and once a second meanwhile. */
export function watchLongMigrations(report: MigrationReport): MigrationObserver {
  let timer: NodeJS.Timeout | undefined;
  let statements: { readonly done: number; readonly of: number } | null = null;
  return {
    began(migration) {
      const began = performance.now();
      statements = null;
      clearInterval(timer);
      const tell = () => report.progress(migration, Math.round((performance.now() - began) / 1000), statements);
      timer = setInterval(tell, PROGRESS_MS).unref();
    },
    advanced(_migration, ended) {
      statements = ended;
    },
    ended(migration, seconds) {
      clearInterval(timer);
      report.ended(migration, seconds);
    },
  };
}

/** Logs the long migrations of a host that starts. */
export function migrationLog(log: Log): MigrationObserver {
  const event = "migration";
  return watchLongMigrations({
    progress: (migration, seconds, statements) =>
      log.info(
        { event, migration, seconds, ...(statements && { statements: `${statements.done}/${statements.of}` }) },
        "migrating",
      ),
    ended(migration, seconds) {
      if (seconds * 1000 >= PROGRESS_MS) log.info({ event, migration, seconds: Math.round(seconds) }, "migrated");
    },
  });
}
