import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Test files to be run, and the sources that are not as they were at the last time. */
export interface Wanted {
  readonly tests: readonly string[];
  readonly changed: readonly string[];
}

/** The result of a run. */
export interface Outcome {
  /** The first failure, `null` when all tests passed. */
  readonly failed: string | null;
  /** True for a failed test; false for a file that could not be loaded, or a hook. */
  readonly byTest: boolean;
}

/** Runs test files of a copy of the repository. */
export interface Runner extends AsyncDisposable {
  /** A test that runs for ever fails. */
  run(wanted: Wanted): Promise<Outcome>;
}

/** The deadline of a test file; a busy machine takes a minute at most. */
const TIMEOUT_MS = 150_000;

/** Runs tests in a process of its own, which keeps its compiled modules: the next ones begin at once. */
export function runnerIn(copy: string): Runner {
  let session: ChildProcess | null = null;
  const leave = async () => {
    if (session) await end(session);
    session = null;
  };
  const attempt = async (wanted: Wanted): Promise<Outcome> => {
    session ??= begin(copy);
    const outcome = await answerOf(session, wanted);
    if (!outcome) await leave();
    return outcome ?? { failed: "all: they do not end, or end the process", byTest: true };
  };
  return {
    async run(wanted) {
      const outcome = await attempt(wanted);
      if (outcome.failed === null || outcome.byTest) return outcome;
      // It may be the process that is at its end, and not the bug.
      await leave();
      return attempt(wanted);
    },
    [Symbol.asyncDispose]: leave,
  };
}

/** It leads a group, which ends with it. */
function begin(copy: string): ChildProcess {
  const options = { cwd: copy, detached: true, stdio: ["ignore", 2, 2, "ipc"] } as const;
  return fork(join(import.meta.dirname, "session.ts"), { ...options, stdio: [...options.stdio] });
}

/** `null` where none comes in time, or the process has ended. */
async function answerOf(session: ChildProcess, wanted: Wanted): Promise<Outcome | null> {
  const settled = new AbortController();
  const { signal } = settled;
  const answered = once(session, "message", { signal }).then(([outcome]) => outcome as Outcome);
  const ended = once(session, "exit", {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS * wanted.tests.length)]),
  });
  try {
    session.send(wanted);
    return await Promise.race([answered, ended.then(() => null)]);
  } catch {
    return null;
  } finally {
    answered.catch(() => {});
    ended.catch(() => {});
    settled.abort();
  }
}

/** Ends a session with its database and its workers; kills processes that do not end. */
async function end(session: ChildProcess): Promise<void> {
  if (session.exitCode !== null || session.signalCode !== null) return;
  const ended = once(session, "exit");
  if (session.connected) session.disconnect();
  const cut = setTimeout(() => session.pid && process.kill(-session.pid, "SIGKILL"), LEAVE_MS);
  await ended;
  clearTimeout(cut);
}

/** How long the database and the workers may take to end. */
const LEAVE_MS = 10_000;
