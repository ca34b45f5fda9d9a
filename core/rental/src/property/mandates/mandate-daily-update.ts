import type { WriteContext } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import type { Mandate } from "./mandate.ts";
import { registerNumbers } from "./register.ts";
import { withDerivedStatus } from "./transitions.ts";

/** Mandates per batch. */
const BATCH = 200;

/**
 * Updates stored mandates to the day: numbers those that begin, ordered by first day, then creation; renews or expires
 * those past their end; terminates those whose termination is due. Calls `heartbeat` between batches.
 */
export async function updateMandatesForDay(
  { mandates, codes }: Pick<EstateStores, "mandates" | "codes">,
  { today, now }: WriteContext,
  heartbeat: () => void,
): Promise<void> {
  for (;;) {
    const due = await mandates.lockDue(today, BATCH);
    const unnumbered = due.filter(({ number }) => number === null);
    const numbers = unnumbered.length === 0 ? [] : await registerNumbers(codes, unnumbered.length);
    const numberOf = new Map<Mandate, number | null>(
      unnumbered.map((mandate, index) => [mandate, numbers[index] ?? null]),
    );
    for (const mandate of due) {
      const number = numberOf.get(mandate) ?? mandate.number;
      await mandates.update({ ...withDerivedStatus(mandate, today), number, updatedAt: now });
    }
    if (due.length < BATCH) return;
    heartbeat();
  }
}
