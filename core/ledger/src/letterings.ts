import { existing, type Instant, type NewId, notFound } from "@cartulary/kernel";
import type { Subaccount } from "./account.ts";
import type { Plan } from "./chart.ts";
import { type Dependencies, held } from "./dependencies.ts";
import type { LineId, SealedEntry } from "./entry.ts";
import {
  type LetterableLine,
  type LetteringId,
  type LetterSeries,
  letter,
  subaccountKey,
  UNLETTERED,
  zeroRuns,
} from "./lettering.ts";
import type { LedgerStores, LineLettering } from "./ports.ts";

/**
 * Lines of one subaccount that clear each other. They get letters when they sum to zero; when they do not, they are
 * refused, or with `partial` kept together without letters until more lines complete them.
 */
export interface LetteringInput {
  readonly lineIds: readonly LineId[];
  readonly partial?: boolean;
}

/** {@link Ledger.letter} */
export async function letterLines(
  stores: LedgerStores,
  { clock, newId }: Dependencies,
  { lineIds, partial = false }: LetteringInput,
): Promise<LetteringId> {
  await held(stores);
  const asked = new Set(lineIds);
  const named = await stores.letterings.lines([...asked]);
  if (named.length < asked.size) throw notFound();
  const first = existing(named[0]);
  const [series] = await stores.letterings.lock([first]);
  // Read again under the lock: somebody may have lettered them meanwhile.
  const lines = await stores.letterings.lines(named.map(({ id }) => id));
  const groups = new Set(lines.flatMap(({ lettering }) => (lettering.status === "partial" ? lettering.groupId : [])));
  const groupmates = groups.size === 0 ? [] : await stores.letterings.groups([...groups]);
  const groupId = newId<"Lettering">();
  const lettered = letter(lines, groupmates, { series: existing(series), groupId, partial });
  await stores.letterings.set(
    lines.map(({ id }) => ({ lineId: id, lettering: lettered.lettering })),
    clock.now(),
  );
  await stores.letterings.update([lettered.series]);
  return groupId;
}

/** {@link Ledger.unletter} */
export async function unletter(
  stores: LedgerStores,
  { clock }: Pick<Dependencies, "clock">,
  groups: readonly LetteringId[],
): Promise<void> {
  if (groups.length === 0) return;
  const known = await stores.letterings.groups(groups);
  const subaccounts = new Map<string, Subaccount>(known.map((line) => [subaccountKey(line), line]));
  await stores.letterings.lock([...subaccounts.values()]);
  const lines = await stores.letterings.groups(groups);
  await stores.letterings.set(
    lines.map(({ id }) => ({ lineId: id, lettering: UNLETTERED })),
    clock.now(),
  );
}

/** Lines to be lettered, with the letters that their subaccount gave so far. */
interface Run {
  readonly series: LetterSeries;
  readonly lines: readonly LetterableLine[];
}

/** Letters each run, all of which sum to zero. The series are locked. */
export async function giveLetters(
  { letterings }: LedgerStores,
  { newId, now }: { readonly newId: NewId; readonly now: Instant },
  runs: readonly Run[],
): Promise<void> {
  const last = new Map<string, LetterSeries>();
  const set: LineLettering[] = [];
  for (const { series, lines } of runs) {
    const key = subaccountKey(series);
    const lettered = letter(lines, [], {
      series: last.get(key) ?? series,
      groupId: newId<"Lettering">(),
      partial: false,
    });
    last.set(key, lettered.series);
    set.push(...lines.map(({ id }) => ({ lineId: id, lettering: lettered.lettering })));
  }
  if (set.length === 0) return;
  await letterings.set(set, now);
  await letterings.update([...last.values()]);
}

/** Letters the subaccounts that say so in the chart, where the lines without letters have come back to zero. */
export async function letterAtZero(
  stores: LedgerStores,
  { plan, newId, now }: { readonly plan: Plan; readonly newId: NewId; readonly now: Instant },
  entries: readonly SealedEntry[],
): Promise<void> {
  const subaccounts = new Map<string, Subaccount>();
  for (const line of entries.flatMap(({ lines }) => lines)) {
    if (plan.accountsByCode.get(line.accountCode)?.lettering === "at_zero") subaccounts.set(subaccountKey(line), line);
  }
  if (subaccounts.size === 0) return;
  const runs: Run[] = [];
  for (const series of await stores.letterings.lock([...subaccounts.values()])) {
    const unlettered = await stores.letterings.unlettered(series);
    runs.push(...zeroRuns(unlettered).map((lines) => ({ series, lines })));
  }
  await giveLetters(stores, { newId, now }, runs);
}
