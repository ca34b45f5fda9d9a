import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src/property/leases";
const PURE = "core/rental/test/property/leases";
const HTTP = "http/leases";
const STORES = "adapters/sqlite/test/rental";
const DAILY = "rental/daily";

/** Bugs of leases: what a date decides of them, their doors, what hangs on them and what shows them. */
export const leaseMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/lease-status.ts`]: [
    [
      "a lease ends on its last day",
      'endDate !== null && endDate < today ? "ended"',
      'endDate !== null && endDate <= today ? "ended"',
      PURE,
    ],
    ["a student's lease is renewed", "commercial: 108,", "commercial: 108,\n  student: 12,", PURE],
    ["a lease in notice is renewed", ' || status !== "active")', ")", PURE],
    [
      "each renewal is counted from the last one",
      "return renewedEnd(endDateGiven ?? endDate, months, today);",
      "return renewedEnd(endDate, months, today);",
      PURE,
    ],
    ["a renewal that ends today is one too few", "return end < today ?", "return end <= today ?", PURE],
    ["a lease is in force before its first day", "&& lease.startDate <= today", "", PURE],
  ],
  [`${CORE}/lease-transitions.ts`]: [
    ["a draft may get a notice", 'giveNotice: { from: ["active"]', 'giveNotice: { from: ["draft", "active"]', HTTP],
    ["an active lease is cancelled", 'cancel: { from: ["draft"]', 'cancel: { from: ["draft", "active"]', HTTP],
  ],
  [`${CORE}/gli-policy.ts`]: [
    [
      "a policy never expires",
      "covers({ from: startDate, to: endDate }, today)",
      "covers({ from: startDate, to: null }, today)",
      PURE,
    ],
    ["sixty-one days are soon", "const EXPIRING_SOON_DAYS = 60;", "const EXPIRING_SOON_DAYS = 61;", PURE],
  ],
  [`${CORE}/break-date.ts`]: [
    ["a break is passed on its day", "breakDate < today", "breakDate <= today", PURE],
    ["notice is open the day after its deadline", "noticeDeadline <= today;", "noticeDeadline < today;", PURE],
    ["a decision is forgotten once the day is past", "stored.status ?? statusByDate", "statusByDate", PURE],
  ],
  [`${CORE}/arrays.ts`]: [
    [
      "a franchise that is not free of rent costs nothing",
      'reductionPercent === undefined && franchiseType !== "rent_free"',
      "false",
      PURE,
    ],
  ],
  [`${CORE}/lease-units.ts`]: [
    ["a unit occurs twice", "if (usedIds.has(unitId))", "if (false)", HTTP],
    ["a unit loses the dates that are not sent again", "after.get(unitId) ?? own ?? {", "after.get(unitId) ?? {", HTTP],
    ["charges come without a rent", "if (hasRent || !hasRentFields(unit)", "if (true || !hasRentFields(unit)", HTTP],
  ],
  [`${CORE}/lease-body.ts`]: [
    [
      "rents that are corrected open a term on the lease's first day",
      "term?.effectiveFrom ?? termOn(terms, today)?.effectiveFrom ?? startDate",
      "term?.effectiveFrom ?? startDate",
      HTTP,
    ],
    ["an active lease needs no tenant", 'tenantId === undefined ? missing("tenantId") : null', "null", HTTP],
    ["who rents is not looked up", "input.tenantId && !(await", "false && !(await", HTTP],
  ],
  [`${CORE}/notice.ts`]: [
    ["a notice ends before the lease begins", "noticeEnd < earliest ? earliest : noticeEnd", "noticeEnd", HTTP],
    [
      "the end before a notice is forgotten",
      "endDateBeforeNotice: lease.endDate }",
      "endDateBeforeNotice: null }",
      HTTP,
    ],
  ],
  [`${CORE}/lease-commands.ts`]: [
    ["a draft becomes active without a signature", "signatureDate === null ?", "false ?", HTTP],
    ["nothing moves with a door", 'collectionsShowing("leases", changedFields(before, lease))', "[]", HTTP],
  ],
  [`${CORE}/leases.ts`]: [
    [
      "an ended lease stays ended when its end moves",
      'status: nextStatus("resume", lease.status)',
      "status: lease.status",
      HTTP,
    ],
    [
      "a request sets the status",
      "status === undefined || status === lease.status ? errors : [...errors, INVALID_STATUS]",
      "errors",
      HTTP,
    ],
    ["a cancelled lease is changed", 'if (lease.status === "cancelled")', "if (false)", HTTP],
    [
      "parties that went with their lease leave nothing behind",
      'await stores.tombstones.insert("lease_parties", await stores.leaseParties.removeOf(id), now);',
      "await stores.leaseParties.removeOf(id);",
      HTTP,
    ],
  ],
  [`${CORE}/lease-detail.ts`]: [
    [
      "VAT on charges is never that of the rent",
      "term?.chargeProvisionVatApplicable ?? term?.vatApplicable ?? false",
      "term?.chargeProvisionVatApplicable ?? false",
      HTTP,
    ],
    ["the mandataire's calendar wins", "lease.billingCalendar ?? defaults", "defaults", HTTP],
  ],
  [`${CORE}/lease-summary-on-day.ts`]: [
    [
      "a detail tells the rent of units that left",
      "letOn(units, nearestDay({ ...lease, endDate }, today))",
      "units",
      STORES,
    ],
    ["before it begins, a lease costs the rents of today", "if (startDate > day) return startDate;", "", STORES],
    [
      "after its end, a lease costs the rents of today",
      "endDate < day ? endDate : day",
      "endDate < day ? day : day",
      STORES,
    ],
    ["a detail tells of a lease as it was written", "leaseStatusOn(lease, today)", "lease", STORES],
    ["a lease without a term costs nothing", "terms.length === 0 ? null : sum", "sum", STORES],
  ],
  [`${CORE}/lease-daily-update.ts`]: [
    [
      "what shows a lease that ended stays at rest",
      'collectionsShowing("leases", changedFields(before, lease))',
      "[]",
      DAILY,
    ],
  ],
  "core/rental/src/daily/date-triggers.ts": [
    ["a unit that leaves moves nothing", 'ends: ["exitDate"]', "ends: []", DAILY],
    ["a lease that begins moves nothing", 'leases: { begins: ["startDate"]', "leases: { begins: []", DAILY],
  ],
  "core/rental/src/property/estate/update-propagation.ts": [
    [
      "a lease does not move with its tenant's name",
      'leases: { by: ["displayName", "email"], in: ["tenantName"',
      'leases: { by: ["email"], in: ["tenantName"',
      HTTP,
    ],
    [
      "a unit does not move with its lease's reference",
      'by: ["reference", "status", "startDate", "endDate"]',
      'by: ["status", "startDate", "endDate"]',
      HTTP,
    ],
    [
      "a property does not move with a lease's status",
      'by: ["status", "startDate", "endDate"],\n',
      'by: ["startDate"],\n',
      HTTP,
    ],
  ],
  "adapters/sql/src/rental/property/tombstone-and-propagation-stores.ts": [
    [
      "leases of a unit stay at rest",
      'leases: (is, own) => sql`id in (select lease_id from lease_units where ${own} and ${is("unit_id")})`',
      'leases: (is, own) => sql`id in (select lease_id from lease_units where ${own} and ${is("lease_id")})`',
      HTTP,
    ],
  ],
  "adapters/sql/src/rental/property/lease-status-sql.ts": [
    [
      "the database ends a lease on its last day",
      "leases.end_date < ${today} and not",
      "leases.end_date <= ${today} and not",
      STORES,
    ],
    ["the database renews a lease without renewal", "and ${MONTHS} is not null)", ")", STORES],
    [
      "the database renews from the end that was written",
      "coalesce(leases.end_date_given, leases.end_date)",
      "leases.end_date",
      STORES,
    ],
    ["a unit is gone on its last day", "lease_units.exit_date >= ${day}", "lease_units.exit_date > ${day}", STORES],
    [
      "a rent of yesterday's term",
      "naming_term.effective_from <= ${day}",
      "naming_term.effective_from < ${day}",
      STORES,
    ],
    ["half a cent is lost", "+ 12) / 24", "+ 11) / 24", STORES],
    ["the first rent wins", "order by naming_term.effective_from desc", "order by naming_term.effective_from", STORES],
  ],
  "adapters/sql/src/rental/property/lease-views.ts": [
    [
      "the first tenant wins over the primary one",
      "case when lease_parties.role = 'primary' then 0 else 1 end,",
      "",
      STORES,
    ],
    ["a guarantor is the tenant", "and lease_parties.party_type = 'tenant'\n", "\n", STORES],
    [
      "a tenant is gone on his last day",
      "lease_parties.valid_to >= ${today}",
      "lease_parties.valid_to > ${today}",
      STORES,
    ],
    ["rents of units that left count", "and ${isLetOn(", "and 1 = 1 or ${isLetOn(", STORES],
    [
      "lists are filtered by the stored status",
      'status: { ref: "leases.status_today"',
      'status: { ref: "leases.status"',
      STORES,
    ],
    [
      "units stand as they came",
      "const BY_IDENTIFIER = sql`units.identifier_fold, units.id`",
      "const BY_IDENTIFIER = sql`units.id`",
      STORES,
    ],
  ],
  "adapters/sql/src/rental/property/people-stores.ts": [
    [
      "a party of a lease goes",
      'or([eb("tenant_id", "=", id), eb("profile_tenant_id", "=", id)])',
      'or([eb("id", "=", id as never)])',
      HTTP,
    ],
  ],
  "hosts/http/src/requests/parse-request.ts": [
    ["refusals name the lease's object", "without(`${prefix}.`, read.errors)", "read.errors", HTTP],
  ],
});
