import { type FieldRule, id, passage, type RecordOf, record, text } from "@cartulary/kernel";
import { amountInCents, fieldError } from "./field-rules.ts";

/** Characters of a VAT number of the European Union: two letters of the state, then up to thirteen. */
const VAT_NUMBER = /^[A-Z]{2}[0-9A-Z+*]{2,13}$/;
const VAT_NUMBER_INPUT_MAX = 32;

/** Returns a VAT number without blanks, points and hyphens, in capitals. */
const compactVatNumber = (value: string): string => value.replace(/[\s.-]/g, "").toUpperCase();

/** A VAT number of the European Union, with or without blanks; an empty string for none. */
export const vatNumberRule: FieldRule<string> = {
  bounds: { maxLength: VAT_NUMBER_INPUT_MAX },
  errorOf: (field, value) => {
    if (value.length > VAT_NUMBER_INPUT_MAX)
      return fieldError(field, "too_long", `is too long (maximum is ${VAT_NUMBER_INPUT_MAX} characters)`);
    const compact = compactVatNumber(value);
    return compact === "" || VAT_NUMBER.test(compact)
      ? null
      : fieldError(field, "invalid", "is not a VAT number: the state's two letters and its digits");
  },
  normalize: compactVatNumber,
};

/**
 * The fields by which an agency says on its letters who it is: a company's particulars (Code de commerce, art. R123-237)
 * and those of the profession (décret 72-678, art. 92).
 */
export const agencyIdentity = {
  legalForm: text({ nullable: true, description: "Legal form of the agency, such as SARL or SAS, for its letters" }),
  shareCapitalCents: amountInCents({ nullable: true, description: "Share capital of the agency, for its letters" }),
  rcsCity: text({ nullable: true, description: "City whose registry of companies (RCS) lists the agency" }),
  vatNumber: text({
    ascii: true,
    nullable: true,
    rule: vatNumberRule,
    description: "VAT number of the agency in the European Union, stored without spaces",
  }),
  cardNumber: text({
    nullable: true,
    description: "Number of the professional card (carte professionnelle), such as CPI 7501 2026 000 000 001",
  }),
  cardIssuer: text({ nullable: true, description: "Chamber that issued the professional card, such as CCI de Paris" }),
  guarantorName: text({ nullable: true, description: "Guarantor of the mandants' funds (loi 70-9, art. 3)" }),
  guarantorAddress: passage({ nullable: true, description: "Postal address of the guarantor" }),
  phone: text({ nullable: true, description: "Telephone number of the agency, as its letters show it" }),
  email: text({ nullable: true, description: "E-mail address of the agency, as its letters show it" }),
  website: text({ nullable: true, description: "Address of the agency's web site, as its letters show it" }),
  logoDocumentId: id("Document", {
    nullable: true,
    description: "Document with the picture at the head of the agency's letters, PNG or JPEG",
  }),
} as const;

/** The declaration of {@link AgencyIdentity}. */
export const agencyIdentityRecord = record("agency identity", agencyIdentity);

/** The identity of an agency on its letters. */
export type AgencyIdentity = RecordOf<typeof agencyIdentityRecord>;

/** The identity of an agency without any of these details. */
export const UNSTATED_IDENTITY: AgencyIdentity = {
  legalForm: null,
  shareCapitalCents: null,
  rcsCity: null,
  vatNumber: null,
  cardNumber: null,
  cardIssuer: null,
  guarantorName: null,
  guarantorAddress: null,
  phone: null,
  email: null,
  website: null,
  logoDocumentId: null,
};
