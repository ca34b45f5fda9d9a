/** The severity of an anomaly. `info` needs no acknowledgement. */
export type AnomalyLevel = "error" | "warn" | "info";

/** The anomalies of a run with their severity, in the order of rental.md 3.4, which ranks those of one level. */
export const ANOMALY_LEVELS = {
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
  deposit_late: "warn",
  deposit_above_law: "warn",
  back_billing: "warn",
} as const;

/** A type of anomaly (rental.md 3.4). */
export type AnomalyType = keyof typeof ANOMALY_LEVELS;

/** The anomalies of one line: the worst, and the rest. */
export interface Anomaly {
  readonly type: AnomalyType;
  readonly level: AnomalyLevel;
  /** The remaining anomalies, worst first. */
  readonly others: readonly AnomalyType[];
}

const LEVEL_OF: Readonly<Record<AnomalyType, AnomalyLevel>> = ANOMALY_LEVELS;
const LEVELS: readonly AnomalyLevel[] = ["error", "warn", "info"];
/** The types of anomalies, in the order of rental.md 3.4. */
export const ANOMALY_TYPES: readonly AnomalyType[] = Object.keys(ANOMALY_LEVELS) as AnomalyType[];

/** Returns the anomaly of a line: the worst type, ties in the order of rental.md 3.4; `null` without types. */
export function anomalyOf(types: Iterable<AnomalyType>): Anomaly | null {
  const [type, ...others] = [...new Set(types)].toSorted((one, other) => rankOf(one) - rankOf(other));
  return type === undefined ? null : { type, level: LEVEL_OF[type], others };
}

/** Returns the line with one more anomaly. */
export function withAnomaly<Line extends { readonly anomaly: Anomaly | null }>(line: Line, type: AnomalyType): Line {
  const types = line.anomaly ? [line.anomaly.type, ...line.anomaly.others] : [];
  return { ...line, anomaly: anomalyOf([...types, type]) };
}

const rankOf = (type: AnomalyType): number =>
  LEVELS.indexOf(LEVEL_OF[type]) * ANOMALY_TYPES.length + ANOMALY_TYPES.indexOf(type);
