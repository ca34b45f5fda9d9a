/** Running time that is used up. */
export interface Countdown {
  /** Time stands still until {@link resume}. */
  pause(): void;
  resume(): void;
  /** It is no longer of interest. */
  stop(): void;
}

/** Counts down from now on, and calls `over` at the end of the time that was not paused. */
export function startCountdown(milliseconds: number, over: () => void): Countdown {
  let left = milliseconds;
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= performance.now() - began;
  };
  const resume = () => {
    if (timer !== undefined) return;
    began = performance.now();
    timer = setTimeout(over, Math.max(left, 0));
  };
  resume();
  return { pause, resume, stop: pause };
}
