import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const SQL = "adapters/sql/src/rental/estate";
const HISTORIES = "rental/estate-histories";
const STRANGE = "rental/strange-ids";
const STORES = "adapters/sqlite/test/rental";
const HOSTILE = "http/hostile-estate";
const STORY = "host/readme-estate";
const DAILY = "rental/daily";

/** Bugs of the estate that a history, a body with somebody else's ids or the README's story shows. */
export const estateHistoryMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/leases/lease-doors.ts`]: [
    [
      "a notice moves what renewals are counted from",
      "noticeDate, endDate: end, endDateBeforeNotice: lease.endDate };",
      "noticeDate, endDate: end, endDateGiven: end, endDateBeforeNotice: lease.endDate };",
      DAILY,
    ],
    ["a notice that is withdrawn leaves its end", "endDate: lease.endDateBeforeNotice, endDate", "endDate", STORY],
  ],
  [`${CORE}/leases/lease-terms.ts`]: [
    [
      "what a lease that ended said stays until the job has been",
      "!isSigned(leaseOn(lease, today))",
      "!isSigned(lease)",
      DAILY,
    ],
  ],
  [`${CORE}/leases/leases.ts`]: [
    ["a lease without a term goes on", "(await leaseTerms.of(id)).length > 0", "true", DAILY],
  ],
  [`${CORE}/leases/lease-parties.ts`]: [
    [
      "a member of anybody's household is one of the lease's",
      "return parties.some(({ householdMemberId }) => householdMemberId === id);",
      "return parties.length >= 0;",
      STRANGE,
    ],
  ],
  [`${CORE}/leases/lease-units.ts`]: [
    [
      "a body names as many units as it likes",
      "(named[name]?.length ?? 0) > ELEMENTS_MAX",
      "(named[name]?.length ?? 0) < 0",
      HOSTILE,
    ],
  ],
  [`${CORE}/estate/elements.ts`]: [
    ["an element has anybody's id", "known.has(id) ? [] : [unknownError(`${at}id`)]", "[]", STRANGE],
  ],
  [`${CORE}/estate/fields.ts`]: [
    ["a day before calendars is one", 'value < "1000-01-01"', 'value < "0000-01-01"', HOSTILE],
  ],
  [`${CORE}/estate/touches.ts`]: [
    [
      "a lease that is renamed leaves its units where they are",
      'units: { by: ["reference", "status", "startDate", "endDate"]',
      'units: { by: ["status", "startDate", "endDate"]',
      "http/leases",
    ],
  ],
  [`${CORE}/mandates/mandate-of-day.ts`]: [
    [
      "a mandate is expired on its last day",
      'if (endDate === null || endDate >= today) return { status: "active", endDate };',
      'if (endDate === null || endDate > today) return { status: "active", endDate };',
      "core/rental/test/mandates",
    ],
  ],
  [`${CORE}/mandates/transitions.ts`]: [
    [
      "a mandate that is terminated stays so when it is extended",
      "terminatedOn: null }, today);",
      "}, today);",
      "core/rental/test/mandates",
    ],
  ],
  [`${CORE}/ownerships/fraction.ts`]: [
    [
      "shares come to the whole where percents do",
      "return numerator === denominator;",
      "return percentOf({ numerator, denominator }) === 1_000_000;",
      HISTORIES,
    ],
  ],
  [`${SQL}/unit-views.ts`]: [
    [
      "an ownership is over on its last day",
      "ownerships.valid_to >= ${today}",
      "ownerships.valid_to > ${today}",
      STORY,
    ],
    ["a draft is a unit's lease", "leases.status not in ('draft', 'cancelled')", "leases.status <> 'cancelled'", STORY],
  ],
  [`${SQL}/people-views.ts`]: [
    ["an owner has what he sold", "ownerships.valid_to >= ${today}", "ownerships.valid_to > '0'", STORY],
  ],
  [`${SQL}/lease-of-day.ts`]: [
    [
      "a lease is in force the day after it begins",
      "leases.start_date <= ${today}",
      "leases.start_date < ${today}",
      HISTORIES,
    ],
  ],
  [`${SQL}/lease-term-store.ts`]: [
    ["terms stand as they were made", '.orderBy("lease_terms.effective_from")', '.orderBy("lease_terms.id")', STORES],
  ],
  [`${SQL}/lease-party-store.ts`]: [
    ["parties stand as they were made", "sql`lease_parties.valid_from`, ", "", STORES],
    [
      "a child goes with the first of his parties",
      '"lease_parties.household_member_id", "="',
      '"lease_parties.household_member_id", "<>"',
      STORES,
    ],
  ],
  [`${SQL}/revision-store.ts`]: [
    ["revisions stand as they were applied", '.orderBy("lease_revisions.revision_date")', "", STORES],
  ],
  [`${SQL}/inspection.ts`]: [
    ["nobody looks whose a revision is", '["lease_revisions", "lease_id", "leases"],', "", "rental/verification"],
  ],
  "adapters/sql/src/engine/dialect.ts": [
    ["a month without its day runs over into the next", ", 'floor')`", ")`", HISTORIES],
  ],
});
