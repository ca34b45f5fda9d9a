import { type ChildProcess, fork } from "node:child_process";
import type { Command } from "./command.ts";
import { ContainmentError, type ContainmentReason, reasonOf } from "./containment-error.ts";
import { converse, type JobOfChild, type Life } from "./conversation.ts";
import type { Contained } from "./pool.ts";
import type { FromChild } from "./protocol.ts";

/** How long a process may take to load its code: on a busy machine, and no longer. */
const START_MS = 60_000;
/** Of what a child says on stderr, the last so many characters are kept. */
const STDERR_LENGTH = 4_096;

/**
 * Starts a process. What goes wrong at its start comes out of its first job; so does what a source, the writer or the signal
 * fails of.
 */
export function startChild({ entry, execArgv, env, cwd }: Command, rssBytesMax: number): Contained<JobOfChild> {
  const child = fork(entry, [String(process.pid), String(rssBytesMax)], {
    ...{ execArgv: [...execArgv], env: { ...env }, cwd },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  const life = lifeOf(child);
  const ready = readiness(child);
  const keepAwake = (awake: boolean) => {
    const verb = awake ? "ref" : "unref";
    for (const handle of [child, child.channel, child.stderr as { ref?(): void; unref?(): void } | null]) {
      handle?.[verb]?.();
    }
  };
  return {
    isAlive: life.isAlive,
    gone: life.gone,
    kill() {
      // Whoever waits for the end of the last child has nothing else that keeps the event loop going.
      keepAwake(true);
      return life.end("closed");
    },
    keepAwake,
    async run(job) {
      const slow = setTimeout(() => life.end("crash"), START_MS);
      await Promise.race([ready, life.over]).finally(() => clearTimeout(slow));
      return converse(child, job, life);
    },
  };
}

/** Resolves when a child awaits its first job. */
function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const listen = ({ kind }: FromChild) => {
      if (kind !== "ready") return;
      child.off("message", listen);
      resolve();
    };
    child.on("message", listen);
  });
}

const MESSAGES = {
  timeout: "The work took longer than its time",
  memory: "The work took more than its memory",
  crash: "The work ended its process",
  busy: "Too much work waits",
  rate_limited: "Too much work of the same owner waits",
  closed: "The pool was closed",
} as const satisfies Record<ContainmentReason, string>;

function lifeOf(child: ChildProcess): Life & Pick<Contained<JobOfChild>, "isAlive" | "gone"> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  let stderr = "";
  let killedFor: ContainmentReason | null = null;
  let alive = true;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-STDERR_LENGTH);
  });
  const end = (code: number | null, signal: NodeJS.Signals | null) => {
    alive = false;
    const reason = killedFor ?? reasonOf({ code, signal, stderr });
    reject(new ContainmentError(reason, MESSAGES[reason], stderr));
    resolve();
  };
  child.once("close", end);
  // The process could not be started: there is nothing to be closed.
  child.on("error", (error) => {
    stderr += error.message;
    if (child.pid === undefined) end(null, null);
  });
  // A child that dies between two jobs concerns nobody.
  over.catch(() => {});
  return {
    over,
    gone,
    isAlive: () => alive && killedFor === null,
    end(reason, detail = "") {
      killedFor ??= reason;
      stderr += detail;
      child.kill("SIGKILL");
      return gone;
    },
  };
}
