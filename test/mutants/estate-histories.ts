import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const HISTORIES = "rental/estate-histories";
const STRANGE = "rental/strange-ids";
const STORES = "adapters/sqlite/test/rental";
const HOSTILE = "http/hostile-estate";
const STORY = "host/readme-estate";
const DAILY = "rental/daily";

/** Bugs of the estate that a history, a body with foreign ids or the README's story shows. */
export const estateHistoryMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/property/leases/notice.ts`]: [
    [
      "a notice moves what renewals are counted from",
      "noticeDate, endDate: end, endDateBeforeNotice: lease.endDate };",
      "noticeDate, endDate: end, endDateGiven: end, endDateBeforeNotice: lease.endDate };",
      DAILY,
    ],
    ["a notice that is withdrawn leaves its end", "endDate: lease.endDateBeforeNotice, endDate", "endDate", STORY],
  ],
  [`${CORE}/property/leases/lease-terms.ts`]: [
    [
      "the terms of an ended lease stay until the job has run",
      "!requiresTerm(leaseStatusOn(lease, today))",
      "!isSigned(lease)",
      DAILY,
    ],
  ],
  [`${CORE}/property/leases/leases.ts`]: [
    ["a lease without a term is reopened", "(await leaseTerms.of(id)).length > 0", "true", DAILY],
  ],
  [`${CORE}/property/leases/lease-parties.ts`]: [
    [
      "a member of any household is one of the lease's",
      "return parties.some(({ householdMemberId }) => householdMemberId === id);",
      "return parties.length >= 0;",
      STRANGE,
    ],
  ],
  [`${CORE}/property/leases/lease-units.ts`]: [
    [
      "a body names as many units as it likes",
      "(input[name]?.length ?? 0) > ELEMENTS_MAX",
      "(named[name]?.length ?? 0) < 0",
      HOSTILE,
    ],
  ],
  [`${CORE}/property/estate/array-elements.ts`]: [
    ["an element has the id of another record", "presentById.has(id) ? [] : [unknownError(`${at}id`)]", "[]", STRANGE],
    [
      "an unchanged element becomes a new one",
      "{ ...(before ?? { ...defaults, id: newId() }), ...patchOf(declared, input) }",
      "{ ...(before ?? defaults), id: newId(), ...patchOf(declared, input) }",
      HISTORIES,
    ],
  ],
  [`${CORE}/property/units/units.ts`]: [
    [
      "a unit has shares of another property's key",
      "allocationErrors(allocations, new Set(keys.map(({ id }) => id)))",
      "allocationErrors(allocations, new Set(allocations.map(({ shareKeyId }) => shareKeyId)))",
      HISTORIES,
    ],
  ],
  [`${CORE}/property/leases/term-input.ts`]: [
    ["charges lose their own tax", "?? previous.chargeProvisionVatApplicable", "?? null", HISTORIES],
  ],
  [`${CORE}/property/leases/unit-index.ts`]: [
    [
      "changes of indices by a term are lost",
      "return Object.keys(patch).length === 0 ? [] :",
      "return Object.keys(patch).length >= 0 ? [] :",
      HISTORIES,
    ],
  ],
  [`${CORE}/property/leases/revision-due.ts`]: [
    [
      "a rent is revised twice at an anniversary, by one index and another",
      "(revisedOn !== null && revisedOn >= revisionDate)",
      "(last && last.revisionDate >= revisionDate)",
      "core/rental/test/property/revision",
    ],
  ],
  [`${CORE}/property/leases/revision-quarters.ts`]: [
    [
      "a value counts before it is published",
      "if (publishedOn > day) continue;",
      "if (indicesPublishedBy < day && false) continue;",
      HISTORIES,
    ],
  ],
  [`${CORE}/property/leases/revision-indicator.ts`]: [
    [
      "an index shows its first value, not its last",
      "latestOf(ofIndex?.keys() ?? [])",
      "[...(ofIndex?.keys() ?? [])].sort()[0] ?? null",
      HISTORIES,
    ],
  ],
  "adapters/sql/src/rental/property/index-value-store.ts": [
    [
      "a value that is corrected stays as it was",
      "set value = excluded.value, published_on",
      "set published_on",
      HISTORIES,
    ],
  ],
  "core/kernel/src/records/field-rules.ts": [
    ["a day before calendars is one", 'value < "1000-01-01"', 'value < "0000-01-01"', HOSTILE],
  ],
  [`${CORE}/property/estate/update-propagation.ts`]: [
    [
      "a lease that is renamed leaves its units where they are",
      'units: { by: ["reference", "status", "startDate", "endDate"]',
      'units: { by: ["status", "startDate", "endDate"]',
      "http/leases",
    ],
  ],
  [`${CORE}/property/mandates/mandate-status.ts`]: [
    [
      "a mandate is expired on its last day",
      'if (endDate === null || endDate >= today) return { status: "active", endDate };',
      'if (endDate === null || endDate > today) return { status: "active", endDate };',
      "core/rental/test/property/mandates",
    ],
  ],
  [`${CORE}/property/mandates/transitions.ts`]: [
    [
      "a mandate that is terminated stays so when it is extended",
      "terminatedOn: null }, today);",
      "}, today);",
      "core/rental/test/property/mandates",
    ],
  ],
  [`${CORE}/property/ownerships/fraction.ts`]: [
    [
      "shares are a whole where their percents are",
      "return numerator === denominator;",
      "return percentOf({ numerator, denominator }) === 1_000_000;",
      HISTORIES,
    ],
  ],
  "adapters/sql/src/rental/property/mandate-views.ts": [
    [
      "a mandate knows its property by the mandate's own number",
      "propertyBusinessCode: row.property_code,",
      "propertyBusinessCode: row.business_code,",
      HISTORIES,
    ],
  ],
  "adapters/sql/src/rental/property/property-store.ts": [
    [
      "an entrance belongs to all units of its property",
      "units.entrance_id = entrances.id",
      "units.property_id = entrances.property_id",
      HISTORIES,
    ],
  ],
  "adapters/sql/src/rental/property/unit-views.ts": [
    [
      "an ownership is over on its last day",
      "ownerships.valid_to >= ${today}",
      "ownerships.valid_to > ${today}",
      STORY,
    ],
    ["a draft is a unit's lease", "leases.status not in ('draft', 'cancelled')", "leases.status <> 'cancelled'", STORY],
  ],
  "adapters/sql/src/rental/property/people-views.ts": [
    ["an owner has what he sold", "ownerships.valid_to >= ${today}", "ownerships.valid_to > '0'", STORY],
  ],
  "adapters/sql/src/rental/property/lease-status-sql.ts": [
    [
      "a lease is in force the day after it begins",
      "leases.start_date <= ${today}",
      "leases.start_date < ${today}",
      "http/leases",
    ],
  ],
  "adapters/sql/src/rental/property/lease-term-store.ts": [
    ["terms stand as they were made", '.orderBy("lease_terms.effective_from")', '.orderBy("lease_terms.id")', STORES],
  ],
  "adapters/sql/src/rental/property/lease-party-store.ts": [
    ["parties stand as they were made", "sql`lease_parties.valid_from`, ", "", STORES],
    [
      "a child goes with the first of his parties",
      '"lease_parties.household_member_id", "="',
      '"lease_parties.household_member_id", "<>"',
      STORES,
    ],
  ],
  "adapters/sql/src/rental/property/revision-store.ts": [
    ["revisions stand as they were applied", '.orderBy("lease_revisions.revision_date")', "", STORES],
  ],
  "adapters/sql/src/rental/verification/estate-inspection.ts": [
    [
      "the mandataire of a revision is not checked",
      '["lease_revisions", "lease_id", "leases"],',
      "",
      "rental/verification",
    ],
  ],
  "adapters/sqlite/src/dialect.ts": [
    ["a month without its day runs over into the next", ", 'floor')`", ")`", HISTORIES],
  ],
});
