import type { Check, Finding, Transact } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import { missingFields } from "../agency/printing/sender.ts";

interface Dependencies {
  readonly transact: Transact<AgencyStores>;
  readonly mandataires: () => AsyncIterable<readonly MandataireId[]>;
}

/** The name of the check. */
const LETTERHEADS = "letterheads of mandataires";

/** Returns the check that warns of mandataires whose letters lack what the law wants (décret 72-678, art. 92). */
export function letterheadCheck({ transact, mandataires }: Dependencies): Check {
  return {
    name: LETTERHEADS,
    async *run() {
      for await (const ids of mandataires()) {
        const findings = await transact.read(async (stores) => {
          const found: Finding[] = [];
          for (const id of ids) {
            const mandataire = await stores.mandataires.find(id);
            const missing = mandataire ? missingFields(mandataire) : [];
            if (missing.length > 0) found.push(warning(id, missing));
          }
          return found;
        });
        yield { count: ids.length, findings };
      }
    },
  };
}

const warning = (id: MandataireId, missing: readonly string[]): Finding => ({
  severity: "warning",
  area: "mandataire",
  id,
  message: `has no ${missing.join(", ")} for its letters`,
});
