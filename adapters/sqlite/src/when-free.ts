import { setTimeout } from "node:timers/promises";

const PAUSE_MS_MAX = 50;

/**
 * What `attempt` answers once no other process has the database to itself; after `timeoutMs`, its failure. It waits
 * between attempts rather than inside SQLite, which would keep the whole process waiting.
 */
export async function whenFree<Result>(timeoutMs: number, attempt: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(Math.min(pauseMs, PAUSE_MS_MAX));
  }
}

/** SQLITE_BUSY and its kin (SQLITE_BUSY_RECOVERY, SQLITE_BUSY_SNAPSHOT…). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
