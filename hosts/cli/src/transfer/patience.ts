import { setTimeout } from "node:timers/promises";
import { ClientError } from "@cartulary/wire";
import { codeOf, networkCode } from "../account/refusals.ts";

/** Asks a server again where a later answer may be another one. */
export interface Patience {
  /** Only for what may be done twice without harm. Rejects with the last refusal, or when it is aborted. */
  ask<Answer>(question: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer>;
}

/** How often one thing is asked where nothing says when to come again: half a second apart, then a second, then two. */
const TRIES = 7;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 60_000;

/** A server that never answered is not waited for: its address is wrong more often than it is away just now. */
export function createPatience(): Patience {
  let answered = false;

  async function ask<Answer>(question: () => Promise<Answer>, signal?: AbortSignal, tries = 1): Promise<Answer> {
    try {
      const answer = await question();
      answered = true;
      return answer;
    } catch (error) {
      answered ||= error instanceof ClientError;
      if (!isPassing(error, answered) || (tries >= TRIES && !isAtWork(error))) throw error;
      await setTimeout(pauseMs(error, tries), undefined, signal && { signal });
      return ask(question, signal, isAtWork(error) ? tries : tries + 1);
    }
  }

  return { ask: (question, signal) => ask(question, signal) };
}

const PASSING: readonly number[] = [408, 429, 502, 503, 504];

/** Whether the same question may get another answer later. */
function isPassing(error: unknown, answered: boolean): boolean {
  if (!(error instanceof ClientError)) return answered && networkCode(error) !== null;
  return PASSING.includes(error.status) || isAtWork(error) || codeOf(error) === "idempotency_in_progress";
}

/** The server puts the file together, which takes as long as it takes. */
const isAtWork = (error: unknown): boolean => codeOf(error) === "upload_processing";

function pauseMs(error: unknown, tries: number): number {
  const seconds = error instanceof ClientError ? Number(error.headers.get("retry-after") ?? Number.NaN) : Number.NaN;
  const ms = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : FIRST_PAUSE_MS * 2 ** (tries - 1);
  return Math.min(ms, PAUSE_MS_MAX);
}
