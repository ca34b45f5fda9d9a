import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const SQL = "adapters/sql/src/rental/estate";
const PURE = "core/rental/test/estate";
const HTTP = "http/estate";

/** Bugs of properties and units, of whose they are, and of people. */
export const estateMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/time/interval.ts`]: [
    ["the last day of an interval is none of it", "day <= to", "day < to", PURE],
    ["the first day of an interval is none of it", "from <= day", "from < day", PURE],
  ],
  [`${CORE}/ownerships/fraction.ts`]: [
    [
      "shares are complete when they are more than the whole",
      "numerator === denominator",
      "numerator >= denominator",
      PURE,
    ],
    ["ratios are thousandths", "rational(1_000_000)", "rational(1_000)", HTTP],
  ],
  [`${CORE}/units/unit-detail.ts`]: [
    [
      "what was sold still counts",
      "ownershipHistory.filter((share) => covers(intervalOf(share), day))",
      "ownershipHistory",
      PURE,
    ],
    ["of an owner with two shares one counts", "[...(byOwner.get(share.ownerId) ?? []), share]", "[share]", PURE],
  ],
  [`${CORE}/units/address.ts`]: [
    [
      "an empty address of a unit hides its entrance's",
      "own !== null && Object.values(own).some((line) => line)",
      "own !== null",
      PURE,
    ],
  ],
  [`${CORE}/properties/occupancy.ts`]: [
    ["no unit is let at all", "unitsCount === 0 ? null :", "unitsCount < 0 ? null :", PURE],
  ],
  [`${CORE}/estate/elements.ts`]: [
    ["an element may be another record's", "known.has(id) ? []", "true ? []", PURE],
    [
      "an element loses what it leaves out",
      "before ?? { ...blank, id: newId() }",
      "{ ...blank, id: id ?? newId() }",
      PURE,
    ],
  ],
  [`${CORE}/estate/family.ts`]: [
    ["a record that others refer to goes", "if (await family.isKept?.(stores, record, occasion))", "if (false)", HTTP],
    [
      "what shows a new record does not move",
      'touchedBy(collection, "all"), now);\n        return',
      "[], now);\n        return",
      HTTP,
    ],
  ],
  [`${CORE}/estate/touches.ts`]: [
    ["a unit does not move with its owner's name", 'units: { by: ["displayName"]', "units: { by: []", HTTP],
    [
      "a unit does not move with its property's address",
      'by: ["name", "address", "postalCode", "city"]',
      'by: ["name"]',
      HTTP,
    ],
    [
      "owners of a unit are nobody's",
      'units: { by: ["displayName"], in: ["owners", "ownerships", "ownershipHistory"] }',
      'units: { by: ["displayName"], in: ["nothing"] }',
      "estate-touches",
    ],
  ],
  [`${CORE}/people/codes.ts`]: [
    [
      "codes that the book knows are given out",
      "...(await accounts.auxiliaries(next)).map(({ code }) => code),",
      "",
      HTTP,
    ],
    ["codes are given out twice", "await codes.retire(accountingCode);", "", HTTP],
    ["somebody else's code is taken over", "known?.entityId ||", "", HTTP],
    [
      "an account with lines goes",
      "if (!(await accounts.removeAuxiliary(accountingCode)))",
      "if (!(await accounts.removeAuxiliary(accountingCode)) && false)",
      HTTP,
    ],
  ],
  [`${CORE}/people/siret.ts`]: [
    ["a SIRET doubles the other digits", "index % 2 === 0 ? twice", "index % 2 === 1 ? twice", PURE],
    ["La Poste has no SIRET", "% 5 === 0", "% 10 === 0", PURE],
  ],
  [`${CORE}/people/bank-account.ts`]: [
    ["any IBAN will do", "return rest === 1;", "return true;", HTTP],
    ["two accounts are the default", "if (second === undefined) return errors;", "return errors;", HTTP],
  ],
  [`${CORE}/people/contacts.ts`]: [
    [
      "providers are what they say",
      '...(collection === "service_providers" && { contactType: "provider" as const }),',
      "",
      HTTP,
    ],
  ],
  [`${CORE}/mandataires.ts`]: [
    ["what is left of an estate keeps its mandataire", "await stores.tombstones.removeAll();", "", HTTP],
  ],
  [`${SQL}/elements.ts`]: [
    [
      "an array keeps what was left out of it",
      '.deleteFrom(name)\n        .where("mandataire_id", "=", mandataireId)',
      '.deleteFrom(name)\n        .where("mandataire_id", "<>", mandataireId)',
      HTTP,
    ],
  ],
  [`${SQL}/contact-store.ts`]: [
    ["the lists of contacts know each other's", "contact?.collection === collection ? contact : null", "contact", HTTP],
  ],
});
