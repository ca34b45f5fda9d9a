import { type SpanTerms, type Tracer, traced } from "@cartulary/kernel";
import type { LogEvent } from "kysely";
import type { Engine } from "./engine.ts";
import { LruCache } from "./statement.ts";

/**
 * Returns the engine with a span for each transaction, and for each statement outside transactions, of a request or a job.
 * Other work, such as the search for jobs each second, is not part of any trace.
 */
export function tracedEngine(engine: Engine, tracer: Tracer): Engine {
  const system = systemOf(engine);
  const overrides: Pick<Engine, "send" | "transaction"> = {
    async send(text, parameters) {
      if (tracer.traceId() === null) return engine.send(text, parameters);
      const began = performance.now();
      try {
        const reply = await engine.send<never>(text, parameters);
        tracer.record(termsOf(text, system), performance.now() - began);
        return reply;
      } catch (error) {
        tracer.record(termsOf(text, system), performance.now() - began, error);
        throw error;
      }
    },
    transaction: (kind, work, tenant) =>
      traced(tracer.traceId() === null ? null : tracer, transactionTerms(kind, system), () =>
        engine.transaction(kind, work, tenant),
      ),
  };
  const { replica } = engine;
  const copy = replica && { replica: { ...replica, engine: tracedEngine(replica.engine, tracer) } };
  return Object.assign(Object.create(engine) as Engine, overrides, copy);
}

const transactionTerms = (kind: string, system: string): SpanTerms => ({
  name: `transaction ${kind}`,
  kind: "internal",
  attributes: { [SYSTEM]: system },
});

/** Returns the `log` option of Kysely that records a span for each statement; `undefined` without a tracer. */
export function statementSpans(
  tracer: Tracer | null | undefined,
  dialect: Engine["dialect"]["name"],
): { readonly log: (event: LogEvent) => void } | undefined {
  if (!tracer) return undefined;
  const system = systemOf({ dialect: { name: dialect } });
  return {
    log(event) {
      const { sql } = event.query;
      if (tracer.traceId() === null || FRAME.test(sql)) return;
      tracer.record(termsOf(sql, system), event.queryDurationMillis, event.level === "error" ? event.error : undefined);
    },
  };
}

const SYSTEM = "db.system.name";
const systemOf = ({ dialect }: { readonly dialect: Pick<Engine["dialect"], "name"> }): string =>
  dialect.name === "postgres" ? "postgresql" : "sqlite";

/** The beginning and the end of a transaction, which has a span of its own. */
const FRAME = /^(?:begin|start transaction|commit|rollback|select 1; commit)\b/i;

/** By system: a key of both would be a new text of some kilobytes for each statement. */
const termsBySystem = new Map<string, LruCache<string, SpanTerms>>();

function termsOf(text: string, system: string): SpanTerms {
  const terms = termsBySystem.get(system) ?? new LruCache<string, SpanTerms>(1_000);
  termsBySystem.set(system, terms);
  const key = text.slice(0, TEXT_MAX);
  const known = terms.get(key);
  if (known) return known;
  const shown = withoutValues(text.slice(0, TEXT_MAX));
  const [operation = "statement"] = /[a-z]+/i.exec(shown) ?? [];
  const attributes = {
    [SYSTEM]: system,
    "db.operation.name": operation.toUpperCase(),
    "db.query.text": abridged(shown),
  };
  const made: SpanTerms = { name: operation.toUpperCase(), kind: "client", attributes };
  terms.set(key, made);
  return made;
}

/** Maximum length of a text to look at. */
const TEXT_MAX = 8_000;
/** Of the beginning and of the end that are recorded: each character costs each span. */
const SHOWN_EACH = 200;

/** The middle of a long statement is mostly columns. */
const abridged = (text: string): string =>
  text.length <= 2 * SHOWN_EACH ? text : `${text.slice(0, SHOWN_EACH)} … ${text.slice(-SHOWN_EACH)}`;

/** A placeholder, a text literal (perhaps cut), a text between dollar signs, or a number. */
const LITERAL = /\$\d+|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|\b\d+(?:\.\d+)?\b/g;

/** Replaces literals by `?`: some statements are built with their values. Comments are removed. */
export function withoutValues(text: string): string {
  // A backslash may escape a quote, depending on the kind of literal.
  if (text.includes("\\")) return `${/[a-z]+/i.exec(text)?.[0] ?? ""} …`;
  return text
    .replace(LITERAL, (found) => (/^\$\d+$/.test(found) ? found : "?"))
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .trim();
}
