/** The date fields of one kind of record that change what other records show. */
interface DateFields {
  /** Columns with a first day: the record is shown from that day on. */
  readonly begins: readonly string[];
  /** Columns with a last day: the record is not shown from the next day on. */
  readonly ends: readonly string[];
}

/** The collections whose records change, by the source of the dates. */
export interface DateTriggerTargets {
  readonly ownerships: "units";
  readonly leases: "units" | "properties";
  readonly lease_units: "leases" | "units" | "properties";
  readonly gli_policies: "leases";
  readonly break_dates: "leases";
  readonly lease_terms: "leases" | "units";
  readonly lease_parties: "leases";
  readonly rent_calls: "rent_calls";
  readonly security_deposits: "security_deposits";
}

/** A kind of record whose dates change what other records show. */
export type DateTriggerSource = keyof DateTriggerTargets;

/**
 * The changes that a day brings to lists and details (estate.md 1.1, 4.1). The daily job updates `updatedAt` of the
 * collections in `moves`. A new date that affects display must be added here.
 */
export const dateTriggers: {
  readonly [Source in DateTriggerSource]: DateFields & { readonly moves: readonly DateTriggerTargets[Source][] };
} = {
  ownerships: { begins: ["validFrom"], ends: ["validTo"], moves: ["units"] },
  // The end of a lease is written by `updateLeasesForDay`, which updates the records showing it.
  leases: { begins: ["startDate"], ends: [], moves: ["units", "properties"] },
  lease_units: { begins: ["entryDate"], ends: ["exitDate"], moves: ["leases", "units", "properties"] },
  gli_policies: { begins: ["startDate"], ends: ["endDate"], moves: ["leases"] },
  break_dates: { begins: ["noticeDeadline"], ends: ["breakDate"], moves: ["leases"] },
  lease_terms: { begins: ["effectiveFrom"], ends: [], moves: ["leases", "units"] },
  // A call becomes overdue, or is paid but for a tolerated rest, from its due date on, by the term of the day.
  rent_calls: { begins: ["dueDate"], ends: ["dueDate"], moves: ["rent_calls"] },
  // A deposit is a month later on days that follow from the end of its lease, which no column holds.
  security_deposits: { begins: [], ends: [], moves: ["security_deposits"] },
  lease_parties: { begins: ["validFrom"], ends: ["validTo"], moves: ["leases"] },
};
