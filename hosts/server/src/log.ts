import { type DestinationStream, type Logger, pino } from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

/** Structured logs on stderr or `destination`, one line an event; stdout is left to what the host announces. */
export function createLog({ level, format }: Config["log"], destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return format === "pretty"
    ? pino(options, pretty({ destination: destination ?? 2, sync: true }))
    : pino(options, destination ?? pino.destination(2));
}
