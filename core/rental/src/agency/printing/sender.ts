import type { JsonObject } from "@cartulary/kernel";
import type { Mandataire } from "../mandataire.ts";
import type { Letter, LetterHead } from "./letter.ts";
import { addressLines, dayInWords, euros, onBehalfOf } from "./letter-texts.ts";

/** The agency on letters. Letters that were stored before a field existed lack it. */
export type Sender = Pick<Mandataire, "name" | "address"> & Partial<Mandataire>;

/** Returns the values of a letter's head and foot, as every template of a letter knows them. */
export function headValues(agency: Sender, head: LetterHead): JsonObject {
  return {
    title: head.title,
    reference: head.reference,
    issued_on: dayInWords(head.issuedOn),
    cancelled: head.cancelled ?? false,
    agency_name: agency.name,
    agency_lines: [...addressLines(agency.address), ...contactLines(agency)],
    agency_foot: footLines(agency),
    agency_iban: "",
    agency_bic: "",
    on_behalf: onBehalfOf(head.principals),
    addressee_name: head.addressee.name,
    addressee_lines: head.addressee.address,
  };
}

const contactLines = ({ phone, email, website }: Sender): readonly string[] =>
  [phone, email, website].flatMap((line) => (line ? [line] : []));

const PREPOSED_ARTICLE = /^(le|la|les|l['’])/i;

/**
 * Returns what the foot of a letter says of the agency, without blanks: company, registry and VAT number, then card and
 * guarantor with their places (décret 72-678, art. 92).
 */
function footLines(agency: Sender): readonly string[] {
  const { legalForm, shareCapitalCents, rcsCity, siren, vatNumber, cardNumber, cardIssuer } = agency;
  const { guarantorName, guarantorAddress } = agency;
  const capital = shareCapitalCents == null ? "" : `au capital de ${euros(shareCapitalCents)}`;
  const company = [agency.name, legalForm, capital].filter(Boolean).join(", ");
  const spacedSiren = (siren ?? "").replace(/(\d{3})(?=\d)/g, "$1\u00a0");
  const registry = rcsCity ? `RCS ${rcsCity} ${spacedSiren}`.trim() : siren ? `SIREN ${spacedSiren}` : "";
  const issuer = cardIssuer ? `délivrée par ${PREPOSED_ARTICLE.test(cardIssuer) ? "" : "la "}${cardIssuer}` : "";
  const card = cardNumber ? [`Carte professionnelle n°\u00a0${cardNumber}`, issuer].filter(Boolean).join(" ") : "";
  const guarantor = [guarantorName, ...addressLines(guarantorAddress)].filter(Boolean).join(", ");
  return [
    [company, registry, vatNumber ? `TVA ${vatNumber}` : ""].filter(Boolean).join(" – "),
    [card || issuerAlone(cardIssuer), guarantor ? `Garantie financière\u00a0: ${guarantor}` : ""]
      .filter(Boolean)
      .join(" – "),
  ].filter((line) => line !== "");
}

const issuerAlone = (cardIssuer: string | null | undefined): string =>
  cardIssuer ? `Carte professionnelle délivrée par ${cardIssuer}` : "";

/** Fields that every professional letter shows, by their names in inputs (décret 72-678, art. 92; effects.md 6). */
const REQUIRED = {
  card_number: "cardNumber",
  card_issuer: "cardIssuer",
  guarantor_name: "guarantorName",
  guarantor_address: "guarantorAddress",
  legal_form: "legalForm",
  rcs_city: "rcsCity",
  siren: "siren",
  address: "address",
} as const satisfies Readonly<Record<string, keyof Mandataire>>;

/** Whether VAT stands on a letter, and the VAT numbers of the owners in whose name the agency writes. */
interface ShownVat {
  readonly isShown: boolean;
  readonly ownersNumbers?: readonly (string | null)[];
}

/** Returns what a letter has of the agency besides the values of its template. */
export function senderFields(agency: Sender, vat?: ShownVat): Pick<Letter, "missing" | "logoDocumentId"> {
  return { missing: missingFields(agency, vat), logoDocumentId: agency.logoDocumentId ?? null };
}

/**
 * Returns the names of the fields that a letter lacks. A letter with VAT needs the VAT numbers of the agency and of the
 * owners in whose name it writes.
 */
export function missingFields(agency: Sender, vat: ShownVat = { isShown: false }): readonly string[] {
  const missing = Object.entries(REQUIRED).flatMap(([name, field]) => (agency[field] ? [] : [name]));
  const numbers = [agency.vatNumber, ...(vat.ownersNumbers ?? [])];
  return vat.isShown && numbers.some((number) => !number) ? [...missing, "vat_number"] : missing;
}
