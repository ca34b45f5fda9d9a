import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of processor time by process. */
type Spent = ReadonlyMap<number, number>;

/** The processor time of these processes so far, with all their threads, as Linux counts it. */
export function processorTimes(pids: readonly number[]): Spent {
  const ofThreads = (pid: number) => threadsOf(pid).reduce((sum, thread) => sum + millisecondsOf(pid, thread), 0);
  return new Map(pids.map((pid) => [pid, ofThreads(pid)]));
}

/** The processor time since then of the processes that still run. */
export function spentSince(before: Spent, after: Spent): number {
  return [...after].reduce((sum, [pid, spent]) => sum + spent - (before.get(pid) ?? 0), 0);
}

/** The processes of a PostgreSQL server that work for its clients or write for them, without those that tidy up. */
export function workersOf(postmaster: number): readonly number[] {
  const tidies = (pid: number) => read(`/proc/${pid}/cmdline`).includes("autovacuum");
  return numbersIn("/proc").filter((pid) => parentOf(pid) === postmaster && !tidies(pid));
}

/** The parent of a process; `null` when it has ended. */
export function parentOf(pid: number): number | null {
  // A name may have blanks and brackets in it; the fields behind it have none.
  const [, behind] = /^.*\) \S (\d+) /s.exec(read(`/proc/${pid}/stat`)) ?? [];
  return behind === undefined ? null : Number(behind);
}

const threadsOf = (pid: number): readonly number[] => numbersIn(`/proc/${pid}/task`);

/** The first number is what the thread ran, in nanoseconds. */
const millisecondsOf = (pid: number, thread: number): number =>
  Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0] ?? 0) / 1e6;

function numbersIn(directory: string): readonly number[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
