import type { Clock, NewId, Transact } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import { type NewTemplate, newTemplate } from "../records/template.ts";
import { bailHabitation } from "./bail-habitation.ts";
import { lettre } from "./lettre.ts";
import { quittance } from "./quittance.ts";

/** The templates that a database begins with. */
export const SEEDED_TEMPLATES: readonly NewTemplate[] = [bailHabitation, quittance, lettre];

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Gives a database its first templates, once in its life: those that somebody deletes do not come back. */
export async function seedTemplates<Stores extends CompositionStores>({
  transact,
  clock,
  newId,
}: Dependencies<Stores>): Promise<void> {
  if (await transact.read(({ templates }) => templates.isSeeded())) return;
  await transact.write(async ({ templates }) => {
    if (!(await templates.claimSeeding())) return;
    for (const input of SEEDED_TEMPLATES) await templates.insert(newTemplate(input, { id: newId(), now: clock.now() }));
  });
}
