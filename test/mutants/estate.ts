import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const PURE = "core/rental/test/property/estate";
const HTTP = "http/estate";

/** Bugs of properties and units, of whose they are, and of people. */
export const estateMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/agency/time/interval.ts`]: [
    ["the last day of an interval is outside it", "day <= to", "day < to", PURE],
    ["the first day of an interval is outside it", "from <= day", "from < day", PURE],
  ],
  [`${CORE}/property/ownerships/fraction.ts`]: [
    [
      "shares are complete when they are more than the whole",
      "numerator === denominator",
      "numerator >= denominator",
      PURE,
    ],
    ["ratios are thousandths", "rational(1_000_000)", "rational(1_000)", HTTP],
  ],
  [`${CORE}/property/units/unit-detail.ts`]: [
    [
      "what was sold still counts",
      "ownershipHistory.filter((share) => covers(intervalOf(share), day))",
      "ownershipHistory",
      PURE,
    ],
    ["of an owner with two shares one counts", "[...(byOwner.get(share.ownerId) ?? []), share]", "[share]", PURE],
  ],
  [`${CORE}/property/units/address.ts`]: [
    [
      "an empty address of a unit hides its entrance's",
      "own !== null && Object.values(own).some((line) => line)",
      "own !== null",
      PURE,
    ],
  ],
  [`${CORE}/property/properties/occupancy.ts`]: [
    ["no unit is let at all", "unitsCount === 0 ? null :", "unitsCount < 0 ? null :", PURE],
  ],
  [`${CORE}/property/estate/array-elements.ts`]: [
    ["an element may be another record's", "presentById.has(id) ? []", "true ? []", PURE],
    [
      "an element loses its omitted fields",
      "before ?? { ...defaults, id: newId() }",
      "{ ...defaults, id: input.id ?? newId() }",
      PURE,
    ],
  ],
  [`${CORE}/property/estate/estate-use-cases.ts`]: [
    [
      "a record that others refer to goes",
      "if (await family.isUndeletable?.(stores, record, context))",
      "if (false)",
      HTTP,
    ],
    [
      "what shows a new record does not move",
      'collectionsShowing(collection, "all"), now);\n        return',
      "[], now);\n        return",
      HTTP,
    ],
  ],
  [`${CORE}/property/estate/update-propagation.ts`]: [
    ["a unit does not move with its owner's name", 'units: { by: ["displayName"]', "units: { by: []", HTTP],
    [
      "a unit does not move with its property's address",
      'by: ["name", "address", "postalCode", "city"]',
      'by: ["name"]',
      HTTP,
    ],
    [
      "a unit is not updated with its owners",
      'units: { by: ["displayName"], in: ["owners", "ownerships", "ownershipHistory"] }',
      'units: { by: ["displayName"], in: ["nothing"] }',
      "update-propagation",
    ],
  ],
  [`${CORE}/property/people/accounting-codes.ts`]: [
    [
      "codes of the book are assigned again",
      "...(await accounts.auxiliaries(next)).map(({ code }) => code),",
      "",
      HTTP,
    ],
    ["codes are assigned twice", "await codes.retire(accountingCode);", "", HTTP],
    ["another record's code is accepted", "known?.entityId ||", "", HTTP],
    [
      "an account with lines goes",
      "if (!(await accounts.removeAuxiliary(accountingCode)))",
      "if (!(await accounts.removeAuxiliary(accountingCode)) && false)",
      HTTP,
    ],
  ],
  [`${CORE}/property/people/siret.ts`]: [
    ["a SIRET doubles the other digits", "index % 2 === 0 ? doubledDigit", "index % 2 === 1 ? doubledDigit", PURE],
    ["La Poste has no SIRET", "% 5 === 0", "% 10 === 0", PURE],
  ],
  [`${CORE}/agency/iban.ts`]: [["any IBAN will do", "return rest === 1;", "return true;", HTTP]],
  [`${CORE}/property/people/bank-account.ts`]: [
    ["two accounts are the default", "if (second === undefined) return errors;", "return errors;", HTTP],
  ],
  [`${CORE}/property/people/contacts.ts`]: [
    [
      "providers are what they say",
      'collection === "service_providers" ? { contactType: "provider" as const } : {}',
      "{}",
      HTTP,
    ],
  ],
  [`${CORE}/agency/mandataires.ts`]: [
    ["what is left of an estate keeps its mandataire", "await stores.tombstones.removeAll();", "", HTTP],
  ],
  "adapters/sql/src/rental/property/array-element-store.ts": [
    [
      "an array keeps its omitted elements",
      '.deleteFrom(name)\n        .where("mandataire_id", "=", mandataireId)',
      '.deleteFrom(name)\n        .where("mandataire_id", "<>", mandataireId)',
      HTTP,
    ],
  ],
  "adapters/sql/src/rental/property/contact-store.ts": [
    ["the lists of contacts know each other's", "contact?.collection === collection ? contact : null", "contact", HTTP],
  ],
});
