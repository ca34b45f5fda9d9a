import type { ContainmentReason } from "./containment-error.ts";
import { startCountdown } from "./countdown.ts";
import type { JobResult } from "./pool.ts";
import type { FromChild, ToChild } from "./protocol.ts";

/** Opens a byte stream at its beginning. */
export type Source = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** A job as a child runs it. */
export interface ChildJob {
  readonly input: unknown;
  readonly sources: readonly Source[];
  /** Receives the output bytes of the job. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** CPU time after which the child ends itself. */
  readonly cpuMilliseconds: number;
  /** Elapsed time, without waits for sources and for the writer. */
  readonly wallMilliseconds: number;
  /** Maximum duration of each wait. */
  readonly stallMilliseconds: number;
  readonly signal: AbortSignal | null;
}

/** The message channel to a child. */
export interface Channel {
  send(message: ToChild): void;
  /** Makes `take` the only receiver of messages. */
  listen(take: (message: FromChild) => void): void;
}

/** The process of a job. */
export interface ChildHandle {
  /** Never resolves; rejects with the reason when the process has ended. */
  readonly isOver: Promise<never>;
  /** Kills the process for this reason, unless it has ended. Resolves when it has. */
  end(reason: ContainmentReason, detail?: string): Promise<void>;
}

/**
 * Sends a job to a child and serves its requests until it is done. The child limits its own CPU time; it is killed
 * after `wallMilliseconds`, and when a source or the writer takes too long. Rejects when the process ends, and with
 * errors of sources, writer and signal; the child is then still in the middle of the job.
 */
export async function runChildJob(channel: Channel, job: ChildJob, life: ChildHandle): Promise<JobResult> {
  job.signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  const read = readerOf(job.sources);
  const running = startCountdown(job.wallMilliseconds, () => life.end("timeout"));

  /** Serves a request of the child with its countdown paused. */
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

  const handlers: { readonly [Kind in FromChild["kind"]]: (message: Extract<FromChild, { kind: Kind }>) => unknown } = {
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
  const receive = (message: FromChild) => void handlers[message.kind](message as never);
  const abort = () => reject(job.signal?.reason);
  channel.listen(receive);
  job.signal?.addEventListener("abort", abort, { once: true });
  try {
    const { input, sources, cpuMilliseconds } = job;
    channel.send({ kind: "job", input, sourceCount: sources.length, cpuMilliseconds });
    return await Promise.race([promise, life.isOver]);
  } finally {
    running.stop();
    channel.listen(() => {});
    job.signal?.removeEventListener("abort", abort);
    void read.close();
  }
}

/** Opens each source at its first read. */
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
    /** Returns the next bytes; `null` at the end. */
    async next(index: number): Promise<Uint8Array | null> {
      const { done, value } = await (await iteratorOf(index)).next();
      if (done) open.delete(index);
      return done ? null : value;
    },
    /** Closes the sources that were not read to the end. */
    async close(): Promise<void> {
      await Promise.allSettled([...open.values()].map((iterator) => iterator.return?.()));
    },
  };
}
