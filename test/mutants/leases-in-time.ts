import { type Mutant, mutantsOf } from "./mutant.ts";

const LEASES = "core/rental/src/property/leases";
const REVISION = "core/rental/src/property/leases";
const TERMS = "core/rental/test/property/lease-terms";
const REVISED = "core/rental/test/property/revision";
const HTTP = "http/lease-terms";
const OVER_HTTP = "http/lease-revisions";

/** Bugs of what a lease is made of over time: its terms, its parties, the revisions of its rents. */
export const leaseTimeMutants: readonly Mutant[] = mutantsOf({
  "core/rental/src/agency/time/interval.ts": [
    [
      "the later of two last days counts",
      "return one < other ? one : other;",
      "return one < other ? other : one;",
      TERMS,
    ],
  ],
  "core/kernel/src/day.ts": [
    [
      "a quarter off by one",
      "Math.ceil(monthNumberOf(day) / 3)",
      "Math.floor(monthNumberOf(day) / 3) + 1",
      "core/kernel/test/day",
    ],
  ],
  [`${LEASES}/term-timeline.ts`]: [
    [
      "a term ends on the first day of the next one",
      "next ? dayBefore(next.effectiveFrom) : null",
      "next ? next.effectiveFrom : null",
      TERMS,
    ],
    [
      "a term forgets the units that it does not name",
      "new Map([...unitTerms, ...byUnit(term.units)])",
      "byUnit(term.units)",
      TERMS,
    ],
    ["of a day the first term counts", "terms.findLast(({ effectiveFrom })", "terms.find(({ effectiveFrom })", TERMS],
    [
      "half a cent of a month goes down",
      "rational(annualAmountCents, 12)",
      "rational(annualAmountCents - 1, 12)",
      TERMS,
    ],
    ["a term changed through another one is not reported", " && areEqual(old.unitTerms, term.unitTerms)", "", TERMS],
  ],
  [`${LEASES}/term-input.ts`]: [
    ["a rent by the month is one month a year", "cents(MONTHS * base)", "cents(base)", TERMS],
    ["a rent may have two amounts", "hasBoth ? fieldError(", "false ? fieldError(", TERMS],
    ["an element loses its omitted fields", "?? previous.vatApplicable", "?? false", TERMS],
    ["an element may be of another lease's unit", "if (!unitIds.has(id)) return unknownError(field);", "", TERMS],
  ],
  [`${LEASES}/write-terms.ts`]: [
    ["two terms begin on one day", "const isUsed = otherTerms.some(", "const isUsed = [].some(", TERMS],
    [
      "the neighbours of a term stay as they were",
      "await leaseTerms.save([...own, ...otherTerms]);",
      "await leaseTerms.save(own);",
      HTTP,
    ],
    [
      "a term that goes leaves a gap",
      "await leaseTerms.save(changedTerms(orderedTerms(present), remaining, now));",
      "",
      HTTP,
    ],
  ],
  [`${LEASES}/lease-terms.ts`]: [
    ["an active lease loses its last term", "every((other) => other.id === id)", "every(() => false)", HTTP],
    [
      "a term goes to another lease",
      'leaseId === before.leaseId ? null : fieldError("leaseId"',
      'true ? null : fieldError("leaseId"',
      HTTP,
    ],
    ["a unit does not move with its rent", 'return ["leases", "units", "security_deposits"];', "return [];", HTTP],
  ],
  [`${LEASES}/lease-parties.ts`]: [
    [
      "a member of another lease's household is a party",
      "parties.some(({ householdMemberId }) => householdMemberId === id)",
      "true",
      HTTP,
    ],
    [
      "a lease does not move with the member of a household",
      'return input.householdMember ? ["leases"] : [];',
      "return [];",
      HTTP,
    ],
  ],
  [`${REVISION}/anniversaries.ts`]: [
    [
      "an anniversary is counted from the last one",
      "addMonths(startDate, 12 * years + later)",
      "addMonths(addMonths(startDate, later), 12 * years)",
      REVISED,
    ],
    [
      "the day of an anniversary is before it",
      "anniversaryOf(days, years) <= day ? years",
      "anniversaryOf(days, years) < day ? years",
      REVISED,
    ],
    [
      "a quarter belongs to the anniversary before",
      "anniversaryOf(days, years) >= first ? years : years + 1",
      "years",
      REVISED,
    ],
  ],
  [`${REVISION}/revision-due.ts`]: [
    [
      "a lost year is revised",
      "const years = yearsUntil(terms, today);",
      "const years = (yearsUntil(terms, today) ?? 1) - 1;",
      REVISED,
    ],
    [
      "the next revision needs the last one's value",
      "addYears(base, yearsSinceBase - (yearsSinceBase % frequency) + frequency)",
      "addYears(base, yearsSinceBase)",
      OVER_HTTP,
    ],
    ["an anniversary is applied twice", "(revisedOn !== null && revisedOn >= revisionDate)", "false", REVISED],
    ["a quarter counts twice", "if (last && last.period >= period) return RESTING;", "", REVISED],
    [
      "every year is one of revision",
      "yearsSinceBase < 1 || yearsSinceBase % terms.frequencyYears !== 0",
      "yearsSinceBase < 1",
      REVISED,
    ],
    ["the start is revised", "if (yearsSinceBase < 1 ||", "if (yearsSinceBase < 0 ||", REVISED],
  ],
  [`${REVISION}/revision-quarters.ts`]: [
    [
      "IRL goes by the base for ever",
      'clause.indexCode === "IRL" ? addYears(revisionPeriod, -frequencyYears) : base',
      "base",
      REVISED,
    ],
    ["ILC forgets the last revision", 'if (clause.indexCode !== "IRL" && last) return last;', "", REVISED],
    ["what is recorded ahead is published", "if (publishedOn > day) continue;", "", REVISED],
    [
      "the lease's own value is used for every quarter",
      "quarter === base && indexBaseValue !== null",
      "indexBaseValue !== null",
      REVISED,
    ],
    [
      "what was published after the signature is its base",
      "publishedOn <= signedOn",
      "indicesPublishedBy >= signedOn",
      REVISED,
    ],
  ],
  [`${REVISION}/revision-caps.ts`]: [
    [
      "a cap by today's date",
      "legal.from <= revisionPeriod && revisionPeriod <= legal.to",
      'effectiveFrom >= "2022-07-01" && effectiveFrom <= "2024-03-31"',
      REVISED,
    ],
    [
      "the cap ends a quarter early",
      'IRL: { from: "2022-Q3" as Quarter, to: "2024-Q1"',
      'IRL: { from: "2022-Q3" as Quarter, to: "2023-Q4"',
      REVISED,
    ],
    ["every shop is a small company", "(isSmall || !legal.onlyByRule)", "true", REVISED],
    ["the largest cap counts", "cap < lowest ? cap", "cap > lowest ? cap", REVISED],
    ["a rule holds before it begins", "startDate === null || startDate <= effectiveFrom", "true", REVISED],
  ],
  [`${REVISION}/revised-rent.ts`]: [
    [
      "a rent by the year is revised by the month",
      'if (rentPeriod === "year") return round(times(rational(annual), ratio));',
      "",
      REVISED,
    ],
    ["a rent by the month is revised by the year", 'if (rentPeriod === "year") return', "return", REVISED],
    [
      "the ratio is inverted",
      "rational(revisionValue, referenceValue)",
      "rational(referenceValue, revisionValue)",
      REVISED,
    ],
  ],
  [`${REVISION}/revision-frozen.ts`]: [["F is not frozen", '= ["F", "G"]', '= ["G"]', REVISED]],
  [`${REVISION}/revision.ts`]: [
    ["two indices are shown as one", "indexCodes.length > 1", "indexCodes.length > 2", REVISED],
  ],
  [`${REVISION}/revision-state.ts`]: [
    ["what is never revised is due", 'lease.revisionMode === "none" || ', "", OVER_HTTP],
    ["a draft is due", "!isInForce(lease, today)", "false", OVER_HTTP],
  ],
  [`${REVISION}/revisions.ts`]: [
    ["a frozen rent rises", "if (isFrozen) throw", "if (false) throw", OVER_HTTP],
    ["a rent rises before its anniversary", "day < revisionDate ?", "false ?", OVER_HTTP],
    ["a rent rises on another term's first day", "isUsed ? fieldError(", "false ? fieldError(", OVER_HTTP],
    [
      "the lease does not move with its rent",
      'await stores.updatePropagation.bumpUpdatedAt("lease_terms", term.id, collectionsShowing("lease_terms", "all"), now);',
      "",
      OVER_HTTP,
    ],
    ["what is not published is not due", "waiting\n    ? unprocessable(", "false\n    ? unprocessable(", OVER_HTTP],
  ],
});
