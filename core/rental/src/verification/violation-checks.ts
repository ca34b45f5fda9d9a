import type { Check, CheckStep, Finding, Transact, TransactFor } from "@cartulary/kernel";
import { appendAll } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import { ESTATE_VIOLATIONS, type EstateInspection } from "./estate-violations.ts";
import { MONEY_VIOLATIONS, type MoneyInspection } from "./money-violations.ts";

/** Records reported per violation. */
const FINDINGS_MAX = 1000;

/** The stores that find violations in the records of one mandataire. */
export interface InspectionStores {
  readonly estateInspection: EstateInspection;
  readonly moneyInspection: MoneyInspection;
}

interface CheckDependencies {
  readonly transactFor: TransactFor<MandataireId, InspectionStores>;
  readonly mandataires: () => AsyncIterable<readonly MandataireId[]>;
}

/** Checks the estates of all mandataires for {@link ESTATE_VIOLATIONS}. */
export const estateCheck = (dependencies: CheckDependencies): Check =>
  violationCheck("estates", ESTATE_VIOLATIONS, ({ estateInspection }) => estateInspection, dependencies);

/** Checks the billing and payments of all mandataires for {@link MONEY_VIOLATIONS}. */
export const moneyCheck = (dependencies: CheckDependencies): Check =>
  violationCheck("billing of mandataires", MONEY_VIOLATIONS, ({ moneyInspection }) => moneyInspection, dependencies);

/** Violations by name, with area and message. */
type Violations<Violation extends string> = Readonly<Record<Violation, Pick<Finding, "area" | "message">>>;

/** Finds the records with a violation. */
interface Inspection<Violation> {
  find(violation: Violation, limit: number): Promise<readonly string[]>;
}

function violationCheck<Violation extends string>(
  name: string,
  violations: Violations<Violation>,
  inspectionOf: (stores: InspectionStores) => Inspection<Violation>,
  { transactFor, mandataires }: CheckDependencies,
): Check {
  return {
    name,
    async *run() {
      for await (const page of mandataires())
        for (const id of page) yield await inspect(transactFor(id), violations, inspectionOf);
    },
  };
}

/** Inspects one mandataire in one snapshot, so that concurrent writes cause no findings. */
function inspect<Violation extends string>(
  transact: Transact<InspectionStores>,
  violations: Violations<Violation>,
  inspectionOf: (stores: InspectionStores) => Inspection<Violation>,
): Promise<CheckStep> {
  return transact.read(async (stores) => {
    const inspection = inspectionOf(stores);
    const findings: Finding[] = [];
    for (const violation of Object.keys(violations) as Violation[]) {
      const ids = await inspection.find(violation, FINDINGS_MAX);
      appendAll(
        findings,
        ids.map((id): Finding => ({ severity: "error", ...violations[violation], id })),
      );
    }
    return { count: 1, findings };
  });
}
