import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Command } from "./command.ts";
import { ContainmentError, type ContainmentReason, reasonOf } from "./containment-error.ts";
import { type Channel, converse, type JobOfChild, type Life } from "./conversation.ts";
import { createFrameReader, frameOf } from "./frames.ts";
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
export function startChild({ program, words, env, cwd }: Command, rssBytesMax: number): Contained<JobOfChild> {
  const child = spawn(program, [...words, String(process.pid), String(rssBytesMax)], { env: { ...env }, cwd });
  const life = lifeOf(child);
  const channel = channelTo(child, rssBytesMax, life);
  const ready = readiness(channel);
  const keepAwake = (awake: boolean) => {
    const verb = awake ? "ref" : "unref";
    // The streams of a process are sockets, which can do that, though no runtime promises it.
    const streams: readonly { ref?(): void; unref?(): void }[] = [child.stdin, child.stdout, child.stderr] as never;
    for (const handle of [child, ...streams]) handle[verb]?.();
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
      return converse(channel, job, life);
    },
  };
}

/** Messages go to stdin and come from stdout. No part of one is longer than the memory that the child may have. */
function channelTo(child: ChildProcessWithoutNullStreams, partBytesMax: number, life: Life): Channel {
  let listener: (message: FromChild) => void = () => {};
  const read = createFrameReader(partBytesMax, (message) => listener(message as FromChild));
  child.stdout.on("data", (bytes: Buffer) => {
    try {
      read(bytes);
    } catch (error) {
      // What it writes from now on is thrown away: the process is killed, and nothing of it can be believed.
      child.stdout.removeAllListeners("data").resume();
      void life.end("crash", String(error));
    }
  });
  // A child that is gone is noticed elsewhere.
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

/** Resolves when a child awaits its first job. */
function readiness(channel: Channel): Promise<void> {
  return new Promise((resolve) => channel.listen(({ kind }) => kind === "ready" && resolve()));
}

const MESSAGES = {
  timeout: "The work took longer than its time",
  memory: "The work took more than its memory",
  crash: "The work ended its process",
  busy: "Too much work waits",
  rate_limited: "Too much work of the same owner waits",
  closed: "The pool was closed",
} as const satisfies Record<ContainmentReason, string>;

function lifeOf(child: ChildProcessWithoutNullStreams): Life & Pick<Contained<JobOfChild>, "isAlive" | "gone"> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const { promise: gone, resolve } = Promise.withResolvers<void>();
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
