import type { Day, Decimal, Quarter } from "@cartulary/kernel";
import type { IndexCode } from "../indexation/index-value.ts";
import type { CappingRule } from "./capping-rule.ts";

/** A temporary legal limit of increases. It applies to index values of these quarters, whenever they are used. */
interface LegalCap {
  readonly from: Quarter;
  readonly to: Quarter;
  /**
   * True if the limit applies only to leases with a rule of type `max_increase`, which marks a small company as tenant
   * (estate.md 2.3).
   */
  readonly onlyByRule: boolean;
}

const LEGAL_CAPS: Readonly<Partial<Record<IndexCode, LegalCap>>> = {
  // Loi 2022-1158 of 16 August 2022, article 12, and loi 2023-568 of 7 July 2023.
  IRL: { from: "2022-Q3" as Quarter, to: "2024-Q1" as Quarter, onlyByRule: false },
  // The same laws, article 14, for small and medium-sized companies.
  ILC: { from: "2022-Q2" as Quarter, to: "2024-Q1" as Quarter, onlyByRule: true },
};

/** 3.5 percent. */
const LEGAL_INCREASE = 35_000 as Decimal;

/** Determines the limits of a revision. */
export interface CapQuery {
  readonly indexCode: IndexCode;
  /** Quarter of the new index value. */
  readonly revisionPeriod: Quarter;
  /** Capping rules of the lease. */
  readonly rules: readonly Pick<CappingRule, "cappingType" | "maxIncreasePercent" | "startDate">[];
  /** First day of the new rent; rules that start later do not apply. */
  readonly effectiveFrom: Day;
}

/** Returns the lowest limit in percent of law and capping rules; null if there is none. */
export function capOn({ indexCode, revisionPeriod, rules, effectiveFrom }: CapQuery): Decimal | null {
  const inForce = rules.filter(({ startDate }) => startDate === null || startDate <= effectiveFrom);
  const caps = inForce.flatMap(({ maxIncreasePercent }) => (maxIncreasePercent === null ? [] : [maxIncreasePercent]));
  const legal = LEGAL_CAPS[indexCode];
  const isSmall = inForce.some(({ cappingType }) => cappingType === "max_increase");
  const isCapped =
    legal && legal.from <= revisionPeriod && revisionPeriod <= legal.to && (isSmall || !legal.onlyByRule);
  const all = isCapped ? [...caps, LEGAL_INCREASE] : caps;
  return all.reduce<Decimal | null>((lowest, cap) => (lowest === null || cap < lowest ? cap : lowest), null);
}
