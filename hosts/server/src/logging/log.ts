import { instantOf } from "@cartulary/kernel";
import { type DestinationStream, type Logger, pino } from "pino";
import { type PrettyOptions, prettyFactory } from "pino-pretty";
import type { Config } from "../configuration/config.ts";
import { type Batch, stderrBatch } from "./batch.ts";
import { type LoggedError, loggedError } from "./logged-error.ts";

/** Structured logs, as whoever logs something sees them; a logger of pino is one. */
export type Log = Pick<Logger, "info" | "warn" | "error">;

/**
 * Structured logs on stderr or `destination`, one line an event; stdout is left to what the host announces. On stderr
 * lines are written in batches, but from a warning on at once, with all before it.
 */
export function createLog(
  { level, format }: Config["log"],
  destination: DestinationStream | Batch = stderrBatch(),
): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggedError(error) },
  };
  if (format === "pretty") return pino(options, lines(destination, prettyFactory(READABLE)));
  const log = pino(options, lines(destination, asItIs));
  return {
    info: log.isLevelEnabled("info") ? plainly(log.info.bind(log), destination) : log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
  };
}

const asItIs = (line: string): string => line;

/**
 * Writes what is plain data, such as the line of a request, just as pino would, in a fifth of the time; the rest is left to
 * `others`.
 */
function plainly(others: Log["info"], destination: DestinationStream): Log["info"] {
  return (...asked: unknown[]) => {
    const [fields, message] = asked;
    if (asked.length !== 2 || typeof message !== "string" || !isPlain(fields)) others(...(asked as [object, string]));
    else destination.write(plainLine(fields, message));
  };
}

function isPlain(fields: unknown): fields is Fields {
  if (typeof fields !== "object" || fields === null || fields instanceof Error) return false;
  for (const name in fields) {
    const value: unknown = (fields as Fields)[name];
    if (name === "err" || (typeof value !== "string" && typeof value !== "number" && value !== null)) return false;
  }
  return true;
}

const INFO = pino.levels.values.info;

function plainLine(fields: Fields, message: string): string {
  const data = JSON.stringify(fields).slice(1, -1);
  const named = data === "" ? "" : `,${data}`;
  return `{"level":${INFO},"time":"${instantOf(Date.now())}"${named},"msg":${JSON.stringify(message)}}\n`;
}

const URGENT = pino.levels.values.warn ?? 0;

/** pino says of which level a line is to whoever asks for it. */
function lines(destination: DestinationStream | Batch, print: (line: string) => string): DestinationStream {
  return {
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      destination.write(print(line));
      if (this.lastLevel >= URGENT && "flush" in destination) destination.flush();
    },
  } as DestinationStream & { readonly lastLevel: number };
}

type Fields = Readonly<Record<string, unknown>>;

/** What an event says is all in its one line: nothing is printed below it, be it an error's stack. */
const READABLE = {
  hideObject: true,
  errorLikeObjectKeys: [],
  messageFormat: ({ level: _, time: __, err, ...fields }: Fields) =>
    oneLine(["route" in fields ? requestText(fields) : eventText(fields), err && errorText(err as LoggedError)]),
} satisfies PrettyOptions;

function requestText({ method, route, status, code, bytes, ms, requestId, userId, address }: Fields): string {
  const outcome = code === null ? status : `${status} ${code}`;
  const who = userId === null ? address : `${address}, user ${userId}`;
  return `${method} ${route ?? "(no route)"} ${outcome}, ${bytes} bytes, ${ms} ms, from ${who}, request ${requestId}`;
}

function eventText({ msg, ...fields }: Fields): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return [...(msg === undefined ? [] : [msg]), ...pairs].join(" ");
}

/** What is wrong and where it was noticed; whoever wants whole stacks reads JSON. */
function errorText({ type, message, code, stack, causes = [] }: LoggedError): string {
  const where = /^\s+at .*$/m.exec(stack ?? "")?.[0].trim();
  const own = [`${type}: ${message}`, code && `(${code})`, where].filter(Boolean).join(" ");
  return [own, ...causes.map(errorText)].join("; because of ");
}

/** Whoever writes a line end or a terminal's command into a text gets no line of his own. */
const oneLine = (texts: readonly unknown[]) =>
  texts
    .filter(Boolean)
    .join(": ")
    .replace(/\p{Cc}+/gu, " ");
