import type { Check, Finding, Looked, Transact, TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { ESTATE_FAULTS, type EstateFault } from "./estate-faults.ts";

/** Of a fault that more records have, as many are told of. */
const FINDINGS_MAX = 1000;

/** What has to be true of every mandataire's estate: {@link ESTATE_FAULTS} are the contrary. */
export function estateCheck({
  transactFor,
  mandataires,
}: {
  readonly transactFor: TransactFor<MandataireId, RentalStores>;
  readonly mandataires: () => AsyncIterable<readonly MandataireId[]>;
}): Check {
  return {
    name: "estates",
    async *look() {
      for await (const page of mandataires()) for (const id of page) yield await lookedAt(transactFor(id));
    },
  };
}

/** All of it in one snapshot: nobody who writes meanwhile is blamed. */
function lookedAt(transact: Transact<RentalStores>): Promise<Looked> {
  return transact.read(async ({ estateInspection }) => {
    const findings: Finding[] = [];
    for (const fault of Object.keys(ESTATE_FAULTS) as EstateFault[]) {
      const ids = await estateInspection.find(fault, FINDINGS_MAX);
      findings.push(...ids.map((id): Finding => ({ severity: "error", ...ESTATE_FAULTS[fault], id })));
    }
    return { count: 1, findings };
  });
}
