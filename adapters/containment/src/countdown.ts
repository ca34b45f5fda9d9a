/** A timer that can be paused. */
export interface Countdown {
  /** Stops the time until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Ends the countdown without calling back. */
  stop(): void;
}

/** Starts a countdown; calls `over` when the time has elapsed, pauses not counted. */
export function startCountdown(milliseconds: number, over: () => void): Countdown {
  let remaining = milliseconds;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    remaining -= performance.now() - startedAt;
  };
  const resume = () => {
    if (timer !== undefined) return;
    startedAt = performance.now();
    timer = setTimeout(over, Math.max(remaining, 0));
  };
  resume();
  return { pause, resume, stop: pause };
}
