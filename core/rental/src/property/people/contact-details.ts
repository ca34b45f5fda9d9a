import { emailAddressError } from "@cartulary/directory";
import { type FieldRule, lineRule, normalizeLine, text } from "@cartulary/kernel";
import { fieldError } from "../../agency/field-rules.ts";
import { isSiret } from "./siret.ts";

/** An e-mail address, or an empty string for none. */
export const emailAddressRule: FieldRule<string> = {
  bounds: { maxLength: 254 },
  errorOf: (field, value) =>
    lineRule.errorOf(field, value) ?? (normalizeLine(value) === "" ? null : emailAddressError(field, value)),
  normalize: normalizeLine,
};

/** Fourteen digits with a valid checksum. */
export const siretRule: FieldRule<string> = {
  bounds: { pattern: "^[0-9]{14}$" },
  errorOf: (field, value) =>
    isSiret(value) ? null : fieldError(field, "invalid", "is not a SIRET: fourteen digits, the last a check"),
  normalize: (value) => value,
};

/** How a person is reached. Inputs say `emailAddress` and `phoneNumber`, records `email` and `phone`. */
export const contactDetails = {
  email: text({
    input: "emailAddress",
    nullable: true,
    filter: true,
    rule: emailAddressRule,
    description: "E-mail address for letters and reminders",
  }),
  phone: text({
    input: "phoneNumber",
    nullable: true,
    filter: true,
    description: "Telephone number, as people write it",
  }),
} as const;
