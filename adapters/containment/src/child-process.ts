import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Command } from "./child-command.ts";
import { ContainmentError, type ContainmentReason, reasonOf } from "./containment-error.ts";
import { createFrameReader, frameOf } from "./frames.ts";
import type { PoolWorker } from "./pool.ts";
import type { FromChild } from "./protocol.ts";
import { type Channel, type ChildHandle, type ChildJob, runChildJob } from "./run-child-job.ts";

/** Maximum time of a process to load its code on a busy machine. */
const START_MS = 60_000;
/** Number of stored characters of stderr. */
const STDERR_LENGTH = 4_096;

/**
 * Starts a child process. Its first job rejects if the start fails; jobs also reject with errors of sources, writer and
 * signal.
 */
export function startChild({ program, words, env, cwd }: Command, rssBytesMax: number): PoolWorker<ChildJob> {
  const child = spawn(program, [...words, String(process.pid), String(rssBytesMax)], { env: { ...env }, cwd });
  const life = lifeOf(child);
  const channel = channelTo(child, rssBytesMax, life);
  const ready = readiness(channel);
  const keepAwake = (awake: boolean) => {
    const verb = awake ? "ref" : "unref";
    // The streams of a process are sockets, which have these methods, though no runtime guarantees it.
    const streams: readonly { ref?(): void; unref?(): void }[] = [child.stdin, child.stdout, child.stderr] as never;
    for (const handle of [child, ...streams]) handle[verb]?.();
  };
  return {
    isAlive: life.isAlive,
    exited: life.exited,
    kill() {
      // While the caller waits for the exit, nothing else may keep the event loop alive.
      keepAwake(true);
      return life.end("closed");
    },
    keepAwake,
    async run(job) {
      const startTimer = setTimeout(() => life.end("crash"), START_MS);
      await Promise.race([ready, life.isOver]).finally(() => clearTimeout(startTimer));
      return runChildJob(channel, job, life);
    },
  };
}

/** Sends messages to stdin and receives them from stdout. Accepts no part longer than the child's memory limit. */
function channelTo(child: ChildProcessWithoutNullStreams, partBytesMax: number, life: ChildHandle): Channel {
  let listener: (message: FromChild) => void = () => {};
  const read = createFrameReader(partBytesMax, (message) => listener(message as FromChild));
  child.stdout.on("data", (bytes: Buffer) => {
    try {
      read(bytes);
    } catch (error) {
      // Discards further output: the process is being killed and its output is not trustworthy.
      child.stdout.removeAllListeners("data").resume();
      void life.end("crash", String(error));
    }
  });
  // The exit of the child is handled by its `close` event.
  for (const stream of [child.stdin, child.stdout]) stream.on("error", () => {});
  return {
    send(message) {
      child.stdin.cork();
      for (const part of frameOf(message)) child.stdin.write(part);
      child.stdin.uncork();
    },
    listen(take) {
      listener = take;
    },
  };
}

/** Resolves when the child is ready for its first job. */
function readiness(channel: Channel): Promise<void> {
  return new Promise((resolve) => channel.listen(({ kind }) => kind === "ready" && resolve()));
}

const MESSAGES = {
  timeout: "The job exceeded its time limit",
  memory: "The job exceeded its memory limit",
  crash: "The job ended its process",
  busy: "Too many jobs are waiting",
  rate_limited: "Too many jobs of the same owner are waiting",
  closed: "The pool was closed",
} as const satisfies Record<ContainmentReason, string>;

function lifeOf(child: ChildProcessWithoutNullStreams): ChildHandle & Pick<PoolWorker<ChildJob>, "isAlive" | "exited"> {
  const { promise: overPromise, reject } = Promise.withResolvers<never>();
  const { promise: exitPromise, resolve } = Promise.withResolvers<void>();
  let stderr = "";
  let killedFor: ContainmentReason | null = null;
  let alive = true;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-STDERR_LENGTH);
  });
  const end = (code: number | null, signal: NodeJS.Signals | null) => {
    alive = false;
    const reason = killedFor ?? reasonOf({ code, signal, stderr });
    reject(new ContainmentError(reason, MESSAGES[reason], stderr));
    resolve();
  };
  child.once("close", end);
  // The process could not be started, so there will be no `close` event.
  child.on("error", (error) => {
    stderr += error.message;
    if (child.pid === undefined) end(null, null);
  });
  // The exit of an idle child must not be an unhandled rejection.
  overPromise.catch(() => {});
  return {
    isOver: overPromise,
    exited: exitPromise,
    isAlive: () => alive && killedFor === null,
    end(reason, detail = "") {
      killedFor ??= reason;
      stderr += detail;
      child.kill("SIGKILL");
      return exitPromise;
    },
  };
}
