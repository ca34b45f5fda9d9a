/** Passes values from a writer to a reader that may be slower. */
export interface Channel<Value> {
  /** Ends with {@link Channel.end}; throws the error of {@link Channel.fail}. Read once. */
  readonly values: AsyncIterable<Value>;
  /** Resolves once the reader wants more; with false when it reads no further. */
  push(value: Value): Promise<boolean>;
  end(): void;
  fail(error: unknown): void;
  /** Tells the writer that nothing is read any more, also if reading never began. */
  close(): void;
}

type Step<Value> = { readonly value: Value } | { readonly error: unknown } | "end";

/** Creates a channel that holds one value. */
export function createChannel<Value>(): Channel<Value> {
  let waiting: Step<Value>[] = [];
  let isRead = true;
  let onStep = (): void => {};
  let onTaken = (): void => {};
  const add = (step: Step<Value>): void => {
    waiting.push(step);
    onStep();
  };

  async function* values(): AsyncGenerator<Value> {
    try {
      for (;;) {
        const steps = waiting;
        waiting = [];
        for (const step of steps) {
          if (step === "end") return;
          if ("error" in step) throw step.error;
          yield step.value;
        }
        onTaken();
        if (waiting.length > 0) continue;
        await new Promise<void>((resolve) => {
          onStep = resolve;
        });
      }
    } finally {
      isRead = false;
      onTaken();
    }
  }

  return {
    values: values(),
    async push(value) {
      if (!isRead) return false;
      const taken = new Promise<void>((resolve) => {
        onTaken = resolve;
      });
      add({ value });
      await taken;
      return isRead;
    },
    end: () => add("end"),
    fail: (error) => add({ error }),
    close() {
      isRead = false;
      onTaken();
    },
  };
}
