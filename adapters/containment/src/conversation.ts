import type { ContainmentReason } from "./containment-error.ts";
import { startCountdown } from "./countdown.ts";
import type { Finished } from "./pool.ts";
import type { FromChild, ToChild } from "./protocol.ts";

/** Bytes that a job reads, from their beginning. */
export type Source = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** One job as a child is given it. */
export interface JobOfChild {
  readonly input: unknown;
  readonly sources: readonly Source[];
  /** Takes what the job writes. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** After which the child ends itself. */
  readonly cpuMilliseconds: number;
  /** By the clock: waiting for sources, or for whoever takes the output, does not count. */
  readonly wallMilliseconds: number;
  /** How long the child may be kept waiting, each time. */
  readonly stallMilliseconds: number;
  readonly signal: AbortSignal | null;
}

/** The way to a child and back. */
export interface Channel {
  send(message: ToChild): void;
  /** Messages go to `take` from now on, and no longer to who took them before. */
  listen(take: (message: FromChild) => void): void;
}

/** The process that a job runs in. */
export interface Life {
  /** Never resolves; rejects with why the process is gone. */
  readonly over: Promise<never>;
  /** Kills it for that reason, unless it is gone already. Resolves when it is. */
  end(reason: ContainmentReason, detail?: string): Promise<void>;
}

/**
 * Gives a child one job and answers what it asks until it has done. The child keeps its CPU time by itself; it is killed
 * when its time by the clock is over, and when a source or a writer takes too long. Rejects with why it is gone; or with what a source, the writer or the signal failed
 * of, and the child is in the middle of its job then.
 */
export async function converse(channel: Channel, job: JobOfChild, life: Life): Promise<Finished> {
  job.signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Finished>();
  const read = readerOf(job.sources);
  const running = startCountdown(job.wallMilliseconds, () => life.end("timeout"));

  /** Does something for the child, whose time stands still meanwhile. */
  async function serve(work: () => Promise<ToChild>): Promise<void> {
    running.pause();
    const stalled = setTimeout(() => life.end("timeout"), job.stallMilliseconds);
    try {
      channel.send(await work());
      running.resume();
    } catch (error) {
      reject(error);
    } finally {
      clearTimeout(stalled);
    }
  }

  const answers: { readonly [Kind in FromChild["kind"]]: (message: Extract<FromChild, { kind: Kind }>) => unknown } = {
    ready: () => {},
    pull: ({ source }) => serve(async () => ({ kind: "piece", bytes: await read.next(source) })),
    output: ({ bytes }) =>
      serve(async () => {
        await job.write(bytes);
        return { kind: "taken" };
      }),
    done: resolve,
    failed: ({ message }) => life.end("crash", message),
  };
  const answer = (message: FromChild) => void answers[message.kind](message as never);
  const abort = () => reject(job.signal?.reason);
  channel.listen(answer);
  job.signal?.addEventListener("abort", abort, { once: true });
  try {
    const { input, sources, cpuMilliseconds } = job;
    channel.send({ kind: "job", input, sourceCount: sources.length, cpuMilliseconds });
    return await Promise.race([promise, life.over]);
  } finally {
    running.stop();
    channel.listen(() => {});
    job.signal?.removeEventListener("abort", abort);
    void read.close();
  }
}

/** Reads each source when it is first asked for. */
function readerOf(sources: readonly Source[]) {
  const open = new Map<number, AsyncIterator<Uint8Array>>();

  async function iteratorOf(index: number): Promise<AsyncIterator<Uint8Array>> {
    const known = open.get(index);
    if (known) return known;
    const source = sources[index];
    if (!source) throw new RangeError(`A job has no source ${index}`);
    const iterator = (await source())[Symbol.asyncIterator]();
    open.set(index, iterator);
    return iterator;
  }

  return {
    /** The next bytes; `null` at the end. */
    async next(index: number): Promise<Uint8Array | null> {
      const { done, value } = await (await iteratorOf(index)).next();
      if (done) open.delete(index);
      return done ? null : value;
    },
    /** Lets go of what was not read to its end. */
    async close(): Promise<void> {
      await Promise.allSettled([...open.values()].map((iterator) => iterator.return?.()));
    },
  };
}
