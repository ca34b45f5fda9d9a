import { type DestinationStream, type Logger, pino } from "pino";
import { type PrettyOptions, prettyFactory } from "pino-pretty";
import type { Config } from "../configuration/config.ts";
import { type LoggedError, loggedError } from "./serialize-error.ts";

/** Structured logs; a logger of pino is one. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/**
 * Creates a log that writes one line per event to stderr or `destination`; stdout is left to the host's announcements.
 * Each line is written synchronously, so that a process that ends has written every line.
 */
export function createLog(
  { level, format }: Config["log"],
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
  traceId?: () => string | null,
): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(traceId && { mixin: () => traceFields(traceId()) }),
    serializers: { err: (error: unknown) => loggedError(error) },
  };
  if (format === "json") return pino(options, destination);
  const print = prettyFactory(READABLE);
  return pino(options, { write: (line) => destination.write(print(line)) });
}

/** The trace of the work that a line is about. */
const traceFields = (traceId: string | null) => (traceId === null ? {} : { trace_id: traceId });

type Fields = Readonly<Record<string, unknown>>;

/** Prints an event in one line, without objects or stacks below it. */
const READABLE = {
  hideObject: true,
  errorLikeObjectKeys: [],
  messageFormat: ({ level: _, time: __, err, ...fields }: Fields) =>
    oneLine([
      "path" in fields && "method" in fields ? requestText(fields) : eventText(fields),
      err && errorText(err as LoggedError),
    ]),
} satisfies PrettyOptions;

function requestText({ method, path, status, code, bytes, ms, requestId, userId, address }: Fields): string {
  const outcome = code === null ? status : `${status} ${code}`;
  const who = userId === null ? address : `${address}, user ${userId}`;
  return `${method} ${path} ${outcome}, ${bytes} bytes, ${ms} ms, from ${who}, request ${requestId}`;
}

function eventText({ msg, ...fields }: Fields): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return [...(msg === undefined ? [] : [msg]), ...pairs].join(" ");
}

/** Returns the error with its first stack frame; the JSON format has the whole stack. */
function errorText({ type, message, code, stack, causes = [] }: LoggedError): string {
  const where = /^\s+at .*$/m.exec(stack ?? "")?.[0].trim();
  const own = [`${type}: ${message}`, code && `(${code})`, where].filter(Boolean).join(" ");
  return [own, ...causes.map(errorText)].join("; because of ");
}

/** Joins texts to one line without control characters, so that logged data cannot forge lines or terminal commands. */
const oneLine = (texts: readonly unknown[]) =>
  texts
    .filter(Boolean)
    .join(": ")
    .replace(/\p{Cc}+/gu, " ");
