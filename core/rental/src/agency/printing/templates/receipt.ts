import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of a receipt. */
export const RECEIPT_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  lease: { type: "string", description: "Reference of the lease; `plusieurs baux` for several" },
  period: { type: "string", description: "Paid period, in words" },
  tenants: { type: "string", description: "All tenants of the lease, in a sentence" },
  tenants_label: { type: "string", description: "`Locataire` or `Locataires`" },
  due_date: { type: "string", description: "Day until which the call was to be paid, in words" },
  premises: { type: "array", description: "Let premises: unit and full address, by line" },
  has_rent: { type: "boolean", description: "True if rent or charges are called: not for a balance or fees alone" },
  is_whole: { type: "boolean", description: "True for a quittance: rent and charges are paid" },
  is_settled: { type: "boolean", description: "True if nothing of the call remains unpaid" },
  parts: { type: "array", description: "Rent, charges and the rest: {name, called, paid, remaining}" },
  vat: { type: "string", description: "VAT within the called amount; empty without" },
  total: { type: "string", description: "Called amount" },
  paid: { type: "string", description: "Paid amount" },
  remaining: { type: "string", description: "Unpaid amount" },
  payments: { type: "array", description: "Payments: {on, method, amount}" },
  receipt_notice: { type: "boolean", description: "True if article 21 of loi 89-462 applies to the lease" },
};

/** The seeded source of a receipt: a quittance or a reçu (loi 89-462, art. 21). */
export const RECEIPT_SOURCE: string =
  LAYOUT +
  `
#facts(("Période", field("period")), ("Appel de loyer", field("reference")), ("Bail", field("lease")))
#v(1mm)
#for line in rows("premises") [#quiet[Locaux] #line #linebreak()]

#v(2mm)
#field("agency_name")#if field("on_behalf") != "" [, au nom et #field("on_behalf"),] reconnaît avoir reçu de
#field("tenants") la somme de *#field("paid")*
#if flag("is_whole") [
  en paiement #if flag("has_rent") [du loyer et des charges de la période indiquée] else [des sommes de cet appel], et en
  donne quittance, sous réserve de tous ses droits.
] else [
  à valoir sur #if flag("has_rent") [le loyer et les charges de la période indiquée] else [les sommes de cet appel].
]

#v(1mm)
#if flag("is_whole") {
  ruled(
    (1fr, auto),
    ([Désignation], [Payé]),
    rows("parts").map(part => ([#of(part, "name")], [#of(part, "paid")])),
    ([Total], [#field("paid")]),
  )
} else {
  ruled(
    (1fr, auto, auto, auto),
    ([Désignation], [Appelé], [Payé], [Reste dû]),
    rows("parts").map(part => ("name", "called", "paid", "remaining").map(name => [#of(part, name)])),
    ([Total], [#field("total")], [#field("paid")], [#field("remaining")]),
  )
}
#if field("vat") != "" [#quiet[Dont TVA appelée : #field("vat")] #linebreak()]
#for payment in rows("payments") [
  Reçu le #of(payment, "on")#if of(payment, "method") != "" [ par #of(payment, "method")] : #of(payment, "amount") #linebreak()
]

#sum-box(main-sum[#if flag("is_whole") [Reçu : #field("paid")] else [Reste dû : #field("remaining")]])
#if flag("is_whole") and not flag("is_settled") [
  #quiet[Le loyer et les charges sont payés ; d’autres sommes de cet appel restent dues : #field("remaining").]
]

#v(1fr)
Fait le #field("issued_on").

#quiet[
  #if flag("is_whole") [
    Cette quittance annule les reçus délivrés auparavant pour
    #if flag("has_rent") [la même période] else [le même appel].
    #if flag("receipt_notice") [Elle est délivrée gratuitement (article 21 de la loi n°~89-462 du 6 juillet 1989).]
  ] else [
    Ce reçu constate un paiement partiel ; il ne vaut pas quittance.
    #if flag("receipt_notice") [Une quittance est délivrée gratuitement après paiement intégral du loyer et des charges
    (article 21 de la loi n°~89-462 du 6 juillet 1989).]
  ]
]
`;
