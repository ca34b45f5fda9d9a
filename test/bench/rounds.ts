/** One turn of a contender. */
export type Turn = () => Promise<unknown>;

/** How long each contender took: the median of every round, in milliseconds. */
export type Timings<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** How often to measure. */
export interface Rounds {
  readonly rounds: number;
  /** Turns of each contender in a round. */
  readonly turns: number;
}

/** Turns that are not counted: until the engines have compiled what they run. */
const WARM_UP_MS = 400;

/**
 * Lets the contenders take turns, round after round, in an alternating order (ABBA…), so that other work of the machine
 * slows them all down alike.
 */
export async function timed<Name extends string>(
  contenders: Readonly<Record<Name, Turn>>,
  { rounds, turns }: Rounds,
): Promise<Timings<Name>> {
  const entries = Object.entries<Turn>(contenders) as [Name, Turn][];
  for (const [, turn] of entries) await warmUp(turn);
  const medians = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, turn] of round % 2 === 0 ? entries : entries.toReversed()) {
      medians[name].push(await medianOf(turns, turn));
    }
  }
  return medians;
}

async function warmUp(turn: Turn): Promise<void> {
  const end = performance.now() + WARM_UP_MS;
  do await turn();
  while (performance.now() < end);
}

async function medianOf(turns: number, turn: Turn): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < turns; index += 1) {
    const start = performance.now();
    await turn();
    took.push(performance.now() - start);
  }
  return median(took);
}

/** How many times as long `over` took as `under`: the median over the rounds, each compared with itself. */
export function ratio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
