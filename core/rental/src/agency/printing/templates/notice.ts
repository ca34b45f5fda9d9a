import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of a notice and of an invoice. */
export const NOTICE_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  lease: { type: "string", description: "Reference of the lease; `plusieurs baux` for several" },
  period: { type: "string", description: "Billed period, in words" },
  due_date: { type: "string", description: "Day until which to pay, in words" },
  tenants: { type: "string", description: "All tenants of the lease, in a sentence" },
  tenants_label: { type: "string", description: "`Locataire` or `Locataires`" },
  premises: { type: "array", description: "Let premises: unit and full address, by line" },
  is_credit_note: { type: "boolean", description: "True for a credit note, of which nothing is to be paid" },
  has_vat: { type: "boolean", description: "True if VAT is charged: the letter is an invoice" },
  owners: { type: "array", description: "Owners: {name, address, vat_number}, for invoices" },
  tenant_vat_number: { type: "string", description: "VAT number of the tenant; may be empty" },
  lines: { type: "array", description: "Lines: {label, unit, ht, rate, vat, total}; `unit` is empty for one unit" },
  vat_rates: { type: "array", description: "VAT by rate: {rate, base, vat}" },
  ht: { type: "string", description: "Total without VAT" },
  vat: { type: "string", description: "Total of the VAT" },
  total: { type: "string", description: "Total of the notice, VAT included" },
  contributions: { type: "array", description: "Parts of the tenants who share the rent: {name, amount}" },
  account: { type: "array", description: "What was owed before and came in since the last notice: {label, amount}" },
  balance_before: { type: "string", description: "Balance before this notice; negative in the tenant's favour" },
  to_pay: { type: "string", description: "Balance before and total of the notice together" },
  is_to_pay: { type: "boolean", description: "True if something is to be paid" },
  receipt_notice: { type: "boolean", description: "True if article 21 of loi 89-462 applies to the lease" },
};

const BODY = `
#facts(
  (if not flag("has_vat") { "Référence" } else if flag("is_credit_note") { "Avoir n°" } else { "Facture n°" }, field("reference")),
  ("Bail", field("lease")),
  ("Émis le", field("issued_on")),
  ("Période", field("period")),
  (if flag("is_credit_note") { "Au" } else { "À payer au plus tard le" }, field("due_date")),
)
#for line in rows("premises") [#quiet[Locaux] #line #linebreak()]
#if field("tenants") != "" [#quiet[#field("tenants_label")] #field("tenants")]
`;

const AMOUNTS = `
#let label(line) = [#of(line, "label") #if of(line, "unit") != "" [#linebreak() #quiet[Lot #of(line, "unit")]]]
#if flag("has_vat") {
  ruled(
    (1fr, auto, auto, auto, auto),
    ([Désignation], [Hors taxes], [Taux], [TVA], [TTC]),
    rows("lines").map(line => (label(line), of(line, "ht"), of(line, "rate"), of(line, "vat"), of(line, "total")).map(each => [#each])),
    ([Total], [#field("ht")], [], [#field("vat")], [#field("total")]),
  )
  for each in rows("vat_rates") [#quiet[TVA #of(each, "rate") sur #of(each, "base") : #of(each, "vat")] #linebreak()]
} else {
  ruled(
    (1fr, auto),
    ([Désignation], [Montant]),
    rows("lines").map(line => (label(line), [#of(line, "total")])),
    ([Total], [#field("total")]),
  )
}
#if rows("contributions").len() > 0 [
  #quiet[Répartition entre les locataires, tenus ensemble de la totalité :]
  #for each in rows("contributions") [#linebreak() #of(each, "name") : #of(each, "amount")]
]
#if not flag("is_credit_note") {
  ruled(
    (1fr, auto),
    ([Votre compte], [Montant]),
    rows("account").map(each => ([#of(each, "label")], [#of(each, "amount")]))
      + (([Solde avant le présent avis], [#field("balance_before")]), ([Présent avis], [#field("total")])),
    ([Solde à la date d’émission], [#field("to_pay")]),
  )
}
#sum-box(main-sum(
  if flag("is_credit_note") [À votre crédit : #field("total")]
  else if flag("is_to_pay") [À payer au plus tard le #field("due_date") : #field("to_pay")]
  else [Rien à payer : #field("to_pay")]
))
#if flag("is_credit_note") [
  Cette somme vient en déduction de vos prochaines échéances.
] else if flag("is_to_pay") [
  Merci d’indiquer la référence *#field("reference")* dans le libellé de votre virement.
  #if field("agency_iban") != "" [#linebreak() À verser sur le compte IBAN *#field("agency_iban")* #if field("agency_bic") != "" [(BIC #field("agency_bic"))]]
]
`;

const NOTICE_END = `
#v(1fr)
#if not flag("is_credit_note") [#quiet[
  Cet avis d’échéance n’est pas une quittance : il ne vaut pas reçu de paiement.
  #if flag("receipt_notice") [Une quittance est remise gratuitement, sur demande, après paiement intégral du loyer et des
  charges (article 21 de la loi n°~89-462 du 6 juillet 1989).]
]]
`;

/** An invoice of the agency's own fees has no owners. */
const OWNERS = `
#block[
  #if field("on_behalf") != "" [
    #quiet[#if flag("is_credit_note") [Avoir émis] else [Facture émise] par l’agence au nom et #field("on_behalf") :]
  ]
  #for owner in rows("owners") [
    #linebreak() #strong[#of(owner, "name")]#if of(owner, "address") != "" [, #of(owner, "address")]#if of(owner, "vat_number") != "" [ – TVA #of(owner, "vat_number")]
  ]
  #if field("tenant_vat_number") != "" [#linebreak() #quiet[N° de TVA du preneur :] #field("tenant_vat_number")]
]
`;

const INVOICE_END = `
#v(1fr)
#quiet[
  #if flag("is_credit_note") [Avoir n° #field("reference") du #field("issued_on").] else [Facture n° #field("reference")
  du #field("issued_on"). Escompte pour paiement anticipé : néant. En cas de retard de
  paiement entre professionnels : pénalités au taux de l’article L. 441-10 du code de commerce et indemnité forfaitaire de
  40 € pour frais de recouvrement.]
]
`;

/** The seeded source of a due notice (avis d'échéance). */
export const NOTICE_SOURCE: string = LAYOUT + BODY + AMOUNTS + NOTICE_END;

/** The seeded source of a notice with VAT, which is an invoice (CGI ann. II, art. 242 nonies A). */
export const INVOICE_SOURCE: string = LAYOUT + BODY + OWNERS + AMOUNTS + INVOICE_END;
