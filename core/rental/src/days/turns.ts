/** What days do to what shows records of one kind: a field by which they begin, or one by which they end. */
interface Turn {
  /** Columns with the first day of something: from that day on it shows. */
  readonly begins: readonly string[];
  /** Columns with the last day of something: from the next day on it does not. */
  readonly ends: readonly string[];
}

/** What moves when a day begins or ends something, by what has the days. */
export interface TurnTargets {
  readonly ownerships: "units";
  readonly leases: "units" | "properties";
  readonly lease_units: "leases" | "units" | "properties";
  readonly gli_policies: "leases";
  readonly break_dates: "leases";
  readonly lease_terms: "leases" | "units";
  readonly lease_parties: "leases";
  readonly rent_calls: "rent_calls";
}

/** What has days of which others show something. */
export type TurnSource = keyof TurnTargets;

/**
 * What a day changes by itself in lists and details (estate.md 1.1, 4.1), and in what: the daily job moves `updatedAt` of
 * those. Whoever adds what shows on some days only says so here, and nowhere else.
 */
export const dayTurns: {
  readonly [Source in TurnSource]: Turn & { readonly moves: readonly TurnTargets[Source][] };
} = {
  ownerships: { begins: ["validFrom"], ends: ["validTo"], moves: ["units"] },
  // That one ends is written (`decideLeases`), and moves what shows it.
  leases: { begins: ["startDate"], ends: [], moves: ["units", "properties"] },
  lease_units: { begins: ["entryDate"], ends: ["exitDate"], moves: ["leases", "units", "properties"] },
  gli_policies: { begins: ["startDate"], ends: ["endDate"], moves: ["leases"] },
  break_dates: { begins: ["noticeDeadline"], ends: ["breakDate"], moves: ["leases"] },
  lease_terms: { begins: ["effectiveFrom"], ends: [], moves: ["leases", "units"] },
  // From the day after the one until which that is tolerated, an unpaid call is overdue.
  rent_calls: { begins: [], ends: ["toleratedUntil"], moves: ["rent_calls"] },
  lease_parties: { begins: ["validFrom"], ends: ["validTo"], moves: ["leases"] },
};
