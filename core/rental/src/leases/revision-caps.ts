import type { Day, Decimal, Quarter } from "@cartulary/kernel";
import type { IndexCode } from "../indexation/index-value.ts";
import type { CappingRule } from "./capping-rule.ts";

/** By how much the law let rents rise for a time: of the values of these quarters, whenever they are applied. */
interface LegalCap {
  readonly from: Quarter;
  readonly to: Quarter;
  /** Only where the lease has a rule of the type `max_increase`: the tenant is a small company (estate.md 2.3). */
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

/** What holds a revision down. */
export interface CapsAsked {
  readonly indexCode: IndexCode;
  /** The quarter of the new value. */
  readonly revisionPeriod: Quarter;
  /** The lease's. */
  readonly rules: readonly Pick<CappingRule, "cappingType" | "maxIncreasePercent" | "startDate">[];
  /** When the new rent begins: rules that begin later do not hold it down. */
  readonly effectiveFrom: Day;
}

/** By how many percent a rent may rise at most: the least of what the law and the lease's rules say; null of none. */
export function capOn({ indexCode, revisionPeriod, rules, effectiveFrom }: CapsAsked): Decimal | null {
  const inForce = rules.filter(({ startDate }) => startDate === null || startDate <= effectiveFrom);
  const own = inForce.flatMap(({ maxIncreasePercent }) => (maxIncreasePercent === null ? [] : [maxIncreasePercent]));
  const legal = LEGAL_CAPS[indexCode];
  const isSmall = inForce.some(({ cappingType }) => cappingType === "max_increase");
  const isCapped =
    legal && legal.from <= revisionPeriod && revisionPeriod <= legal.to && (isSmall || !legal.onlyByRule);
  const caps = isCapped ? [...own, LEGAL_INCREASE] : own;
  return caps.reduce<Decimal | null>((least, cap) => (least === null || cap < least ? cap : least), null);
}
