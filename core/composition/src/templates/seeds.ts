import type { Clock, NewId, Transact } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import { type NewTemplate, newTemplate } from "../records/template.ts";
import { bailHabitation } from "./bail-habitation.ts";
import { lettre } from "./lettre.ts";
import { quittance } from "./quittance.ts";

/**
 * The templates of a new database.
 *
 * @example
 * ```ts
 * import { SEEDED_TEMPLATES } from "@cartulary/composition";
 *
 * SEEDED_TEMPLATES.map(({ key }) => key); // ["bail-habitation", "quittance", "lettre"]
 * ```
 */
export const SEEDED_TEMPLATES: readonly NewTemplate[] = [bailHabitation, quittance, lettre];

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The templates of other packages, a second set: databases that have the first one get it as well. */
  readonly moreTemplates?: readonly NewTemplate[];
}

/**
 * Inserts the first templates, each set once per database: deleted ones do not return. A key that is in use keeps its
 * template.
 */
export async function seedTemplates<Stores extends CompositionStores>({
  transact,
  clock,
  newId,
  moreTemplates = [],
}: Dependencies<Stores>): Promise<void> {
  for (const [index, seeds] of [SEEDED_TEMPLATES, moreTemplates].entries()) {
    const set = index + 1;
    if (seeds.length === 0 || (await transact.read(({ templates }) => templates.isSeeded(set)))) continue;
    await transact.write(async ({ templates }) => {
      if (!(await templates.claimSeeding(set))) return;
      for (const input of seeds) {
        if (await templates.findByKey(input.key)) continue;
        await templates.insert(newTemplate(input, { id: newId(), now: clock.now() }));
      }
    });
  }
}
