import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanTerms, Tracer } from "@cartulary/kernel";
import { requireLibraryRuntime } from "@cartulary/kernel/runtime";
import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  type Span as SpanOfApi,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";

requireLibraryRuntime();

export interface TracesOptions {
  /** The whole URL of the collector for traces: `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  readonly version: string;
}

/** A tracer that exports to a collector. */
export interface ExportingTracer extends Tracer {
  /** Exports what is left, as far as the collector answers within two seconds. */
  close(): Promise<void>;
}

/** A collector that does not answer must not delay the end of a host. */
const CLOSE_MS = 2_000;

/**
 * Creates a tracer that exports by OTLP over HTTP: in protobuf, which costs half as much, or as JSON if
 * OTEL_EXPORTER_OTLP_PROTOCOL is `http/json`. The packages of OpenTelemetry read the other standard variables from the
 * environment: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_BSP_*,
 * OTEL_EXPORTER_OTLP_HEADERS, …
 */
export async function createTraces({ url, version }: TracesOptions): Promise<ExportingTracer> {
  const resource = resourceFromAttributes({ "service.name": "cartulary", "service.version": version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(await exporterTo(url))],
  });
  const tracer = tracerOf(provider.getTracer("@cartulary/telemetry", version));
  return {
    ...tracer,
    async close() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_MS);
      await Promise.race([provider.shutdown().catch(() => {}), late.promise]).finally(() => clearTimeout(timer));
    },
  };
}

async function exporterTo(url: string): Promise<SpanExporter> {
  const protocol = process.env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? process.env.OTEL_EXPORTER_OTLP_PROTOCOL;
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ url });
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanTerms["kind"], SpanKind>;

/** The current span, in a store of our own: nothing global is changed, and several hosts of a process stay apart. */
function tracerOf(tracer: ReturnType<BasicTracerProvider["getTracer"]>): Tracer {
  const current = new AsyncLocalStorage<Context>();
  const contextOf = ({ traceparent }: SpanTerms): Context =>
    (traceparent ? continued(traceparent) : null) ?? current.getStore() ?? ROOT_CONTEXT;
  const begin = (terms: SpanTerms, startTime?: number): { readonly span: SpanOfApi; readonly context: Context } => {
    const context = contextOf(terms);
    const { name, kind, attributes = {} } = terms;
    const at = startTime === undefined ? {} : { startTime };
    return { span: tracer.startSpan(name, { kind: KINDS[kind], attributes, ...at }, context), context };
  };
  const spanContext = () => trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
  return {
    start(terms): Span {
      const { span, context } = begin(terms);
      const inside = trace.setSpan(context, span);
      return {
        within: (work) => current.run(inside, work),
        set: (attributes) => void span.setAttributes(attributes),
        end: (failure) => end(span, failure),
      };
    },
    record(terms, milliseconds, failure) {
      const { span } = begin(terms, Date.now() - milliseconds);
      end(span, failure);
    },
    traceparent() {
      const found = spanContext();
      return found ? `00-${found.traceId}-${found.spanId}-${found.traceFlags.toString(16).padStart(2, "0")}` : null;
    },
    traceId: () => spanContext()?.traceId ?? null,
  };
}

function end(span: SpanOfApi, failure: unknown): void {
  if (failure !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", failureName(failure));
  }
  span.end();
}

/** The code of an error, or else its class. */
function failureName(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure;
  return "code" in failure && typeof failure.code === "string" ? failure.code : failure.name;
}

/** `traceparent` of W3C Trace Context, also of later versions, which may append fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.{0,256})?$/;

/** Returns the context of a remote span; `null` for an invalid `traceparent`, which begins a new trace. */
function continued(traceparent: string): Context | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}
