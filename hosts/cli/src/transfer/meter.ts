import prettyBytes from "pretty-bytes";
import { escapeForTerminal } from "../account/error-messages.ts";

/** Shows the progress of a transfer. */
export interface Meter {
  /** Counts transferred bytes. */
  add(bytes: number): void;
}

interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

interface Transfer {
  readonly name: string;
  /** Total bytes. */
  readonly total: number;
  /** Bytes transferred by an earlier run. */
  readonly already: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  show(text: string): void;
}

/** Window of the rate: longer than the gaps of a slow connection, short enough to follow changes. */
const WINDOW_MS = 15_000;

/** Creates a meter that shows name, percentage, rate and remaining time on each update. */
export function createMeter({ name, total, already, now, show }: Transfer): Meter {
  let done = already;
  let samples: readonly Sample[] = [{ atMs: now(), bytes: done }];
  return {
    add(bytes) {
      done += bytes;
      const atMs = now();
      samples = [...samples.filter((sample) => sample.atMs >= atMs - WINDOW_MS), { atMs, bytes: done }];
      show(progressText({ name, done, total, bytesPerSecond: rateOf(samples) }));
    },
  };
}

/** Returns bytes per second between the oldest and the newest sample; 0 without elapsed time. */
function rateOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs <= first.atMs) return 0;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}

/** `lease.pdf  42 %  880 MB of 2.1 GB  48 MB/s  25s left`. */
function progressText({
  name,
  done,
  total,
  bytesPerSecond,
}: Readonly<{ name: string; done: number; total: number; bytesPerSecond: number }>): string {
  const part = `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
  const moved = `${prettyBytes(done)} of ${prettyBytes(total)}`;
  const pace =
    bytesPerSecond > 0
      ? [`${prettyBytes(Math.round(bytesPerSecond))}/s`, `${durationText((total - done) / bytesPerSecond)} left`]
      : [];
  return [escapeForTerminal(name), part, moved, ...pace].join("  ");
}

const durations = new Intl.DurationFormat("en", { style: "narrow" });

/** `1h 4m 20s`, `0s`. */
function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole === 0) return "0s";
  return durations.format({
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
  });
}
