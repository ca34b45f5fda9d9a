import type { Occasion } from "../estate/family.ts";
import type { EstateStores } from "../ports.ts";
import type { Mandate } from "./mandate.ts";
import { registerNumbers } from "./register.ts";
import { settled } from "./transitions.ts";

/** Mandates that are written at once. */
const BATCH = 200;

/**
 * Writes what a day made of mandates: those that begin get their numbers, in the order of their first days, then of when
 * they were made; those whose time is over go on or expire; those that were to be terminated are.
 */
export async function decideMandates(
  { mandates, codes }: Pick<EstateStores, "mandates" | "codes">,
  { today, now }: Occasion,
  alive: () => void,
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
      await mandates.update({ ...settled(mandate, today), number, updatedAt: now });
    }
    if (due.length < BATCH) return;
    alive();
  }
}
