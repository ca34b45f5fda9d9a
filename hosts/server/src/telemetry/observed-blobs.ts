import { type BlobStore, type Span, type Tracer, traced } from "@cartulary/kernel";

/** Observers of a blob store. */
interface BlobObservers {
  readonly tracer: Tracer | null;
  /** Called for each piece that is written (in) or read (out). */
  readonly count: ((direction: "in" | "out", bytes: number) => void) | undefined;
}

/** Returns the store with its bytes counted, and a span for each write, read and removal. */
export function observedBlobStore(store: BlobStore, { tracer, count = () => {} }: BlobObservers): BlobStore {
  const span = (act: string) => ({ name: `blob ${act}`, kind: "client" }) as const;
  return {
    list: (prefix, olderThan) => store.list(prefix, olderThan),
    check: () => store.check(),
    put: (key, bytes) =>
      traced(tracer, span("put"), () =>
        store.put(
          key,
          counted(bytes, (size) => count("in", size), null),
        ),
      ),
    remove: (key) => traced(tracer, span("remove"), () => store.remove(key)),
    async open(key, range, memory) {
      // The span lasts until the last byte is read.
      const reading = tracer?.start(span("read")) ?? null;
      try {
        const open = () => store.open(key, range, memory);
        const found = await (reading ? reading.within(open) : open());
        if (found) return counted(found, (size) => count("out", size), reading);
        reading?.end();
        return null;
      } catch (error) {
        reading?.end(error);
        throw error;
      }
    },
  };
}

/**
 * Passes the pieces on; ends the span with the iteration, also if it stops early.
 *
 * Not an async generator: one that is left before its first piece never runs and would leave the source open.
 */
function counted(
  pieces: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
  span: Span | null,
): AsyncIterable<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      try {
        const piece = await source.next();
        if (piece.done) span?.end();
        else count(piece.value.byteLength);
        return piece;
      } catch (error) {
        span?.end(error);
        throw error;
      }
    },
    async return() {
      try {
        await source.return?.();
      } finally {
        span?.end();
      }
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
