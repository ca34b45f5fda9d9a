import prettyBytes from "pretty-bytes";
import { printable } from "../account/refusals.ts";

/** How far a transfer came, for whoever watches it. */
export interface Meter {
  /** So many bytes more are there. */
  add(bytes: number): void;
}

/** What was there when. */
interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

interface Transfer {
  readonly name: string;
  /** Bytes in all. */
  readonly total: number;
  /** Bytes that an earlier run brought over. */
  readonly already: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  show(text: string): void;
}

/** So long back goes what the rate is made of: long enough for a slow line's pieces, short enough to follow it. */
const WINDOW_MS = 15_000;

/** Shows name, part, rate and the time left each time something arrives. */
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

/** Bytes a second between the oldest sample and the newest; 0 where no time went by. */
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
  return [printable(name), part, moved, ...pace].join("  ");
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
