import { plusDays, plusMonths, stepNotBefore, wholeMonthsBetween } from "./calendar.ts";

/** The names of a person. */
export interface PaperPerson {
  readonly id: string;
  readonly profileId: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  /** PRO0001; empty for a person without an account. */
  readonly code: string;
}

interface PaperProperty {
  readonly id: string;
  name: string;
  city: string | null;
}

export interface PaperUnit {
  readonly id: string;
  readonly propertyId: string;
  identifier: string;
  areaSqm: number | null;
  entranceId: string | null;
  /** By line. */
  ownAddress: Note | null;
  allocations: readonly { readonly shareKeyId: string; readonly shares: number }[];
}

interface PaperOwnership {
  readonly id: string;
  ownerId: string;
  unitId: string;
  above: number;
  below: number;
  from: string | null;
  to: string | null;
}

/** A unit of a lease. */
export interface PaperStay {
  readonly id: string;
  readonly unitId: string;
  entry: string | null;
  exit: string | null;
  /** By what its rent is revised. */
  index: string | null;
  /** Any day of the quarter that it is based on. */
  baseDay: string | null;
  baseValue: number | null;
}

export interface PaperLease {
  readonly id: string;
  reference: string;
  type: string;
  status: "draft" | "active" | "notice" | "ended" | "cancelled";
  start: string;
  end: string | null;
  /** The end that renewals are counted from. */
  anchor: string | null;
  signature: string | null;
  auto: boolean;
  noticeMonths: number | null;
  /** End and anchor as they were before a notice. */
  before: readonly [end: string | null, anchor: string | null];
  stays: PaperStay[];
  /** Those that were applied. */
  revisions: PaperRevision[];
}

/** The result of revising a lease's rents at an anniversary. */
export interface PaperRevision {
  readonly id: string;
  readonly date: string;
  readonly lines: readonly PaperRevisionLine[];
}

/** The result of revising one rent: by the month, before and after. */
export interface PaperRevisionLine {
  readonly stay: string;
  readonly code: string;
  readonly reference: QuarterOnPaper;
  readonly revision: QuarterOnPaper;
  readonly old: number;
  readonly made: number;
  /** By how many percent it could rise at most, where that held it down. */
  readonly cap: number | null;
}

/** The value of an index in a quarter. */
export interface QuarterOnPaper {
  readonly period: string;
  readonly value: number;
}

/** The publication of an index. */
export interface PublishedOnPaper extends QuarterOnPaper {
  readonly code: string;
  readonly on: string;
}

/** A rent by the year, as it was agreed by the month or the year, and charges by the month. */
export interface PaperRent {
  readonly annual: number;
  readonly by: "month" | "year";
  readonly charge: number | null;
  readonly vat: boolean;
  readonly vatRate: number | null;
  /** As that of the rent where it is null. */
  readonly chargeVat: boolean | null;
}

/** Fields that answers repeat, by what they call them. */
export type Note = Readonly<Record<string, unknown>>;

interface PaperTerm {
  readonly id: string;
  readonly leaseId: string;
  from: string;
  until: string | null;
  /** The rents that it names, by stay. */
  rents: Map<string, PaperRent>;
}

export interface PaperParty {
  readonly id: string;
  readonly leaseId: string;
  type: string;
  /** True if it was created as a tenant, who pays a part of the rent unless the request says otherwise. */
  readonly wasTenant: boolean;
  role: string | null;
  kind: "TenantActor" | "Contact" | "HouseholdMember";
  who: string;
  /** The tenant whose profile is named. */
  profileOf: string | null;
  from: string | null;
  to: string | null;
  /** Of a member of the household, by what answers call it. */
  member: Note | null;
  /** The split of a payment. */
  part: readonly [above: number, below: number] | null;
}

export interface PaperMandate {
  readonly id: string;
  readonly ownerId: string;
  properties: readonly string[];
  reference: string;
  start: string;
  end: string | null;
  firstEnd: string | null;
  mode: "tacit" | "express" | "none" | null;
  terminated: string | null;
  number: number | null;
}

/** The model of one mandataire's estate: lists in the order of creation. */
export interface Paper {
  properties: PaperProperty[];
  units: PaperUnit[];
  owners: PaperPerson[];
  tenants: PaperPerson[];
  contacts: PaperPerson[];
  service_providers: PaperPerson[];
  ownerships: PaperOwnership[];
  leases: PaperLease[];
  lease_terms: PaperTerm[];
  lease_parties: PaperParty[];
  mandates: PaperMandate[];
  /** How far the counters have come. */
  readonly last: { PRO: number; LOC: number; mandate: number };
  /** All codes in use, also the retired ones. */
  readonly codes: Set<string>;
  /** Other written fields of records, by their ids. */
  readonly notes: Map<string, Note>;
  /** The recorded indices, common to all mandataires: by code and quarter, with the first recording. */
  readonly indices: Map<string, PublishedOnPaper>;
  /** The day in Paris. */
  today: string;
}

/** The names of an estate's lists. */
export type PaperList = Exclude<keyof Paper, "last" | "today" | "codes" | "notes" | "indices">;

export const emptyPaper = (today: string, indices: Paper["indices"]): Paper => ({
  ...{ properties: [], units: [], owners: [], tenants: [], contacts: [], service_providers: [], ownerships: [] },
  ...{ leases: [], lease_terms: [], lease_parties: [], mandates: [] },
  last: { PRO: 0, LOC: 0, mandate: 0 },
  ...{ codes: new Set(), notes: new Map(), indices, today },
});

/** In months, how long leases go on by themselves (estate.md 1.3); those of other types do not. */
const RENEWALS: Readonly<Record<string, number>> = {
  ...{ residential_unfurnished: 36, residential_furnished: 12, commercial: 108, professional: 72 },
  ...{ parking: 12, storage: 12, other: 12 },
};

/** Writes down what a lease became by a day: renewal is judged before the end. */
export function settleLease(lease: PaperLease, today: string): void {
  if (lease.status !== "active" && lease.status !== "notice") return;
  if (lease.end === null || lease.end >= today) return;
  const months = RENEWALS[lease.type];
  if (lease.status === "active" && lease.auto && months !== undefined)
    lease.end = stepNotBefore(lease.anchor ?? lease.end, months, today);
  else lease.status = "ended";
}

/** The status of a mandate on a day, and its end (estate.md 1.4). */
export function mandateOnPaper(mandate: PaperMandate, today: string): readonly [status: string, end: string | null] {
  const { start, end, firstEnd, mode, terminated } = mandate;
  if (terminated !== null && terminated <= today) return ["terminated", end];
  if (start > today) return ["draft", end];
  if (end === null || end >= today) return ["active", end];
  if (mode !== "tacit" || firstEnd === null) return ["expired", end];
  const months = Math.max(12, wholeMonthsBetween(start, plusDays(firstEnd, 1)));
  return ["active", stepNotBefore(firstEnd, months, today)];
}

/** Moves to a day: writes down endings and renewals. The daily job assigns the numbers of mandates. */
export function turnTo(paper: Paper, today: string): void {
  paper.today = today;
  for (const lease of paper.leases) settleLease(lease, today);
  for (const mandate of paper.mandates) [, mandate.end] = mandateOnPaper(mandate, today);
}

/** The work of the daily job: mandates that have begun get numbers by their first days, then by creation. */
export function numberMandates(paper: Paper): void {
  const begun = paper.mandates.filter(({ number, start }) => number === null && start <= paper.today);
  for (const mandate of begun.toSorted((one, other) =>
    one.start < other.start ? -1 : one.start > other.start ? 1 : 0,
  ))
    mandate.number = paper.last.mandate += 1;
}

/** The terms of a lease in order, each with its last day and the rents of every stay. */
export function termsOnPaper(paper: Paper, leaseId: string) {
  const sorted = paper.lease_terms
    .filter((term) => term.leaseId === leaseId)
    .sort((one, other) => (one.from < other.from ? -1 : 1));
  return sorted.map((term, index) => {
    const next = sorted[index + 1];
    const ends = [term.until, next ? plusDays(next.from, -1) : null].filter((day) => day !== null).sort();
    const rents = new Map(sorted.slice(0, index + 1).flatMap((each) => [...each.rents]));
    return { ...term, to: ends[0] ?? null, rents };
  });
}

/** The rents that a lease shows on a day: today's, otherwise those of the first term (estate.md 1.2). */
export function rentsOnPaper(paper: Paper, leaseId: string): ReadonlyMap<string, PaperRent> {
  const terms = termsOnPaper(paper, leaseId);
  return (terms.findLast(({ from }) => from <= paper.today) ?? terms[0])?.rents ?? new Map();
}

/** The day on which a notice is over (estate.md 1.3). */
export function noticeOver({ start, noticeMonths }: PaperLease, noticeDate: string): string {
  return [plusMonths(noticeDate, noticeMonths ?? 0), noticeDate, start].sort().at(-1) ?? noticeDate;
}
