/** How bad what was noticed is. It only informs: what is of level `info` needs nobody's word. */
export type AnomalyLevel = "error" | "warn" | "info";

/** What a run may notice, in the order of rental.md 3.4, which decides among those of one level. */
const ANOMALY_LEVELS = {
  missing_term: "error",
  zero_rent: "warn",
  negative_total: "error",
  overlapping_lease: "error",
  overlapping_terms: "error",
  already_billed: "error",
  pending_in_other_run: "warn",
  ownership_shares_incomplete: "error",
  ownership_changed: "info",
  missing_mandate: "error",
  mandate_expired: "error",
  mandate_overlap: "error",
  missing_tenant: "error",
  tenant_shares_incomplete: "warn",
  revision_due: "warn",
  index_missing: "warn",
  revision_frozen_dpe: "info",
  capping_exceeded: "warn",
  lease_ended: "warn",
  notice_running: "warn",
  lease_not_signed: "warn",
  franchise_applied: "info",
  prorata: "info",
  vat_rate_missing: "error",
  amount_variation: "warn",
  missing_iban: "warn",
  debit_owner_balance: "warn",
  period_closed: "error",
  gli_expired: "info",
  unmatched_rejection: "error",
  mandate_ended: "info",
} as const;

/** One of the table. */
export type AnomalyType = keyof typeof ANOMALY_LEVELS;

/** What was noticed about one line. */
export interface Anomaly {
  readonly type: AnomalyType;
  readonly level: AnomalyLevel;
  /** The others, worst first. */
  readonly others: readonly AnomalyType[];
}

const LEVEL_OF: Readonly<Record<AnomalyType, AnomalyLevel>> = ANOMALY_LEVELS;
const LEVELS: readonly AnomalyLevel[] = ["error", "warn", "info"];
const TYPES = Object.keys(ANOMALY_LEVELS) as AnomalyType[];

/** What a line is marked with of all that was noticed about it: the worst, then the first in the table; `null` for none. */
export function anomalyOf(types: Iterable<AnomalyType>): Anomaly | null {
  const [type, ...others] = [...new Set(types)].toSorted((one, other) => rankOf(one) - rankOf(other));
  return type === undefined ? null : { type, level: LEVEL_OF[type], others };
}

/** A line about which something more was noticed. */
export function withFinding<Line extends { readonly anomaly: Anomaly | null }>(line: Line, type: AnomalyType): Line {
  const found = line.anomaly ? [line.anomaly.type, ...line.anomaly.others] : [];
  return { ...line, anomaly: anomalyOf([...found, type]) };
}

const rankOf = (type: AnomalyType): number => LEVELS.indexOf(LEVEL_OF[type]) * TYPES.length + TYPES.indexOf(type);
