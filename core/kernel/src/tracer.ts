/** A value of a span: never from user data, such as names, texts or ids. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work to measure. */
export interface SpanTerms {
  /** One of a limited number of names: a route, a queue, a kind of statement. */
  readonly name: string;
  /** The side of the work: a request that arrives, a call to another system, a job from a queue, or work of our own. */
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly attributes?: SpanAttributes;
  /** The `traceparent` (W3C Trace Context) of the trace to continue; by default the current span. */
  readonly traceparent?: string | null;
}

/** Work that has begun. */
export interface Span {
  /** Runs `work` inside this span: spans that begin meanwhile are its children. */
  within<Result>(work: () => Result): Result;
  set(attributes: SpanAttributes): void;
  /** Ends the span; called once. Of a failure, only its class and code are recorded: messages may contain data. */
  end(failure?: unknown): void;
}

/** Port: measures work as the spans of distributed traces. Hosts without traces have no tracer. */
export interface Tracer {
  start(terms: SpanTerms): Span;
  /** Records work that took `milliseconds` and has ended now. */
  record(terms: SpanTerms, milliseconds: number, failure?: unknown): void;
  /** The current span as a `traceparent`, to continue its trace elsewhere; `null` outside spans. */
  traceparent(): string | null;
  /** The id of the current trace, 32 hexadecimal digits; `null` outside spans. */
  traceId(): string | null;
}

/** Runs `work` in a span, if there is a tracer. */
export async function traced<Result>(
  tracer: Tracer | null | undefined,
  terms: SpanTerms,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const span = tracer.start(terms);
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
