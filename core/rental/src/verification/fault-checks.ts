import type { Check, Finding, Looked, Transact, TransactFor } from "@cartulary/kernel";
import { appendAll } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { ESTATE_FAULTS } from "./estate-faults.ts";
import { MONEY_FAULTS } from "./money-faults.ts";

/** Of a fault that more records have, as many are told of. */
const FINDINGS_MAX = 1000;

interface Looking {
  readonly transactFor: TransactFor<MandataireId, RentalStores>;
  readonly mandataires: () => AsyncIterable<readonly MandataireId[]>;
}

/** What has to be true of every mandataire's estate: {@link ESTATE_FAULTS} are the contrary. */
export const estateCheck = (looking: Looking): Check =>
  faultCheck("estates", ESTATE_FAULTS, ({ estateInspection }) => estateInspection, looking);

/** What has to be true of what every mandataire bills and is paid: {@link MONEY_FAULTS} are the contrary. */
export const moneyCheck = (looking: Looking): Check =>
  faultCheck("billing of mandataires", MONEY_FAULTS, ({ moneyInspection }) => moneyInspection, looking);

/** Faults by their names, with what is said of each. */
type Faults<Fault extends string> = Readonly<Record<Fault, Pick<Finding, "area" | "message">>>;

/** What finds the records that have a fault. */
interface Inspection<Fault> {
  find(fault: Fault, limit: number): Promise<readonly string[]>;
}

function faultCheck<Fault extends string>(
  name: string,
  faults: Faults<Fault>,
  inspectionOf: (stores: RentalStores) => Inspection<Fault>,
  { transactFor, mandataires }: Looking,
): Check {
  return {
    name,
    async *look() {
      for await (const page of mandataires())
        for (const id of page) yield await lookedAt(transactFor(id), faults, inspectionOf);
    },
  };
}

/** All of it in one snapshot: nobody who writes meanwhile is blamed. */
function lookedAt<Fault extends string>(
  transact: Transact<RentalStores>,
  faults: Faults<Fault>,
  inspectionOf: (stores: RentalStores) => Inspection<Fault>,
): Promise<Looked> {
  return transact.read(async (stores) => {
    const inspection = inspectionOf(stores);
    const findings: Finding[] = [];
    for (const fault of Object.keys(faults) as Fault[]) {
      const ids = await inspection.find(fault, FINDINGS_MAX);
      appendAll(
        findings,
        ids.map((id): Finding => ({ severity: "error", ...faults[fault], id })),
      );
    }
    return { count: 1, findings };
  });
}
