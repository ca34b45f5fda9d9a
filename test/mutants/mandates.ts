import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const PURE = "core/rental/test/property/mandates";
const HTTP = "http/mandates";
const DAILY = "rental/daily";

/** Bugs of mandates and their register. */
export const mandateMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/property/mandates/mandate-status.ts`]: [
    ["a mandate has expired on its last day", "endDate >= today) return", "endDate > today) return", PURE],
    ["a mandate is a draft on its first day", "startDate > today) return", "startDate >= today) return", PURE],
    ["a termination takes a day longer", "terminatedOn <= today", "terminatedOn < today", PURE, HTTP],
    ["a renewal ends before its last day", "times * renewalMonths) < today", "times * renewalMonths) <= today", PURE],
    ["a short mandate is renewed for its own duration", "Math.max(RENEWAL_MONTHS_MIN, ", "Math.max(1, ", PURE],
    [
      "a year to its last day is no whole year",
      "wholeMonths(startDate, dayAfter(endDate))",
      "wholeMonths(startDate, endDate)",
      PURE,
    ],
  ],
  [`${CORE}/property/mandates/transitions.ts`]: [
    ["what is terminated can be extended", "  terminated: {},", '  terminateMandate: { extend: ["active"] },', HTTP],
    [
      "what expired can be terminated",
      'expired: { extend: ["active"] },',
      'expired: { extend: ["active"], terminate: ["terminateMandate"] },',
      HTTP,
    ],
    ["an entry of the register is removed", "mandate.number !== null || !", "!", PURE, HTTP],
    ["the register has a mandate before its time", "mandate.number !== null && startDate > today", "false", HTTP],
    ["an extension may be no longer", "[dayAfter(endDate)]", "[endDate]", HTTP],
    ["an expired mandate is extended into the past", "[mandate.startDate, today,", "[mandate.startDate,", HTTP],
    ["an extension leaves the termination", "firstEndDate, terminatedOn: null }", "firstEndDate }", PURE],
  ],
  [`${CORE}/property/mandates/mandates.ts`]: [
    ["a mandate ends in UTC", "const today = dayInParis(now);", "const today = now.slice(0, 10) as Day;", HTTP],
    ["a draft that begins gets no number", "return hadNotBegun", "return false", HTTP],
    ["the reason is not stored", "reason: passageRule.normalize(reason)", 'reason: ""', HTTP],
    ["a property occurs twice", "propertyIds.indexOf(id) < index", "false", HTTP],
  ],
  [`${CORE}/property/mandates/mandate-daily-update.ts`]: [
    ["the daily job writes unchanged rows", "unnumbered.length);", "due.length);", DAILY],
    [
      "what began has no number still",
      "const number = numberOf.get(mandate) ?? mandate.number;",
      "const { number } = mandate;",
      DAILY,
    ],
    ["what the day wrote has not changed", "number, updatedAt: now }", "number }", DAILY],
  ],
  [`${CORE}/daily/daily-job.ts`]: [
    ["changes of earlier days are left out", "{ since, today }, now", "{ since: today, today }, now", DAILY],
  ],
  [`${CORE}/agency/time/paris-time.ts`]: [
    ["the day begins in Greenwich", '? "+02:00" : "+01:00"', '? "+00:00" : "+00:00"', PURE],
    ["in summer the day is decided an hour late", "))) === day;", "))) < day;", PURE],
  ],
  "adapters/sql/src/rental/daily/day-store.ts": [
    ["mandates that ended yesterday are not reported", "< ${today})`),", "< ${since})`),", DAILY],
    ["what begins some day moves every day", "and ${sql.ref(day)} <= ${today})`),", "and 1 = 1)`),", DAILY],
  ],
  "adapters/sql/src/rental/property/mandate-store.ts": [
    ["numbers come in the order of creation", '        .orderBy("start_date")\n', "", DAILY],
    [
      "what has begun waits for its number",
      'and([eb("number", "is", null), eb("start_date", "<=", today)]),',
      "",
      DAILY,
    ],
  ],
  [`${CORE}/property/mandates/register.ts`]: [
    ["a number is assigned twice", "await codes.set(REGISTER, last + count);", "", HTTP],
  ],
  "adapters/sql/src/rental/property/mandate-status-sql.ts": [
    [
      "in SQL a mandate has expired on its last day",
      "when mandates.end_date < ${today} and mandates.renewal_months is null",
      "when mandates.end_date <= ${today} and mandates.renewal_months is null",
      HTTP,
    ],
    ["in SQL a renewal is a time short", "else ${end(sql`${times} + 1`)} end", "else ${end(times)} end", HTTP],
    [
      "in SQL a terminated mandate is renewed",
      "and (mandates.terminated_on is null or mandates.terminated_on > ${today}))",
      "and 1 = 1)",
      HTTP,
    ],
  ],
  "adapters/sql/src/rental/property/tombstone-and-propagation-stores.ts": [
    [
      "a mandate does not move with its property",
      'mandate_properties where ${own} and ${is("property_id")})',
      'mandate_properties where ${own} and ${is("mandate_id")})',
      HTTP,
    ],
  ],
  "adapters/sql/src/rental/property/property-store.ts": [
    ["a property with a mandate goes", '.unionAll(used("mandate_properties"))', "", HTTP],
  ],
  "adapters/sql/src/rental/property/people-stores.ts": [
    ["an owner with a mandate goes", 'used("ownerships").unionAll(used("mandates"))', 'used("ownerships")', HTTP],
  ],
});
