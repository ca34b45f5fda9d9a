import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of an owner's statement. */
export const OWNER_STATEMENT_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  period: { type: "string", description: "Period of the statement, in words" },
  opening: { type: "string", description: "Balance before the period; positive in the owner's favour" },
  closing: { type: "string", description: "Balance at the end of the period; positive in the owner's favour" },
  is_owed: { type: "boolean", description: "True if the owner owes the closing balance" },
  closing_amount: { type: "string", description: "Closing balance without its sign" },
  credit: { type: "string", description: "Total of the credits" },
  debit: { type: "string", description: "Total of the debits" },
  tenants: {
    type: "array",
    description: "Tenants: {place, name, called, rent, charges, vat, owed}, by property and unit",
  },
  tenants_total: { type: "array", description: "Totals of the tenants: called, rent, charges, VAT, owed" },
  fees: { type: "array", description: "Fees by kind: {kind, ht, vat, ttc}" },
  invoices: { type: "array", description: "Suppliers' invoices: {on, label, amount}" },
  premiums: { type: "array", description: "Insurance premiums: {on, label, amount}" },
  payouts: { type: "array", description: "Payouts: {reference, on, amount}" },
  lines: { type: "array", description: "Movements: {date, label, reference, debit, credit, balance}" },
  tax_help: {
    type: "array",
    description: "Lines of the declaration of rents: {line, label, amount}; empty without a year",
  },
  tax_year: { type: "string", description: "Year of `tax_help`; empty without one" },
};

/** The seeded source of an owner's statement (compte rendu de gestion; décret 72-678, art. 66). */
export const OWNER_STATEMENT_SOURCE: string =
  LAYOUT +
  `
#facts(("Période", field("period")), ("Compte mandant", field("reference")), ("Établi le", field("issued_on")))
#set text(size: 9pt)
#let section(title, body) = block(above: 5mm, below: 3mm)[#text(size: 11pt, weight: "bold", fill: accent, title) #v(-1mm) #body]
#let cells(row, ..names) = names.pos().map(name => [#of(row, name)])

#if rows("tenants").len() > 0 {
  section[Locataires][
    #ruled(
      (1fr, auto, auto, auto, auto, auto),
      ([Locaux, locataire], [Appelé], [Loyers reçus], [Charges reçues], [TVA reçue], [Reste dû]),
      rows("tenants").map(each => ([#quiet[#of(each, "place")] #linebreak() #of(each, "name")],) + cells(each, "called", "rent", "charges", "vat", "owed")),
      ([Total],) + rows("tenants_total").map(each => [#each]),
    )
  ]
}
#if rows("fees").len() > 0 {
  section[Honoraires][
    #ruled((1fr, auto, auto, auto), ([Nature], [Hors taxes], [TVA], [TTC]), rows("fees").map(each => cells(each, "kind", "ht", "vat", "ttc")), ())
  ]
}
#for (title, name) in (([Factures des fournisseurs], "invoices"), ([Primes d’assurance], "premiums"), ([Versements], "payouts")) {
  if rows(name).len() > 0 {
    section(title, ruled(
      (auto, 1fr, auto),
      ([Date], [Désignation], [Montant]),
      rows(name).map(each => ([#of(each, "on")], [#if name == "payouts" [Virement #of(each, "reference")] else [#of(each, "label")]], [#of(each, "amount")])),
      (),
    ))
  }
}
#section[Mouvements du compte][
  #if rows("lines").len() == 0 [Aucun mouvement sur la période.] else {
    ruled(
      (auto, 1fr, auto, auto, auto),
      ([Date], [Libellé], [Débit], [Crédit], [Solde]),
      (([], [Solde précédent], [], [], [#field("opening")]),) + rows("lines").map(line => (
        [#of(line, "date")],
        [#of(line, "label") #text(size: 7.5pt, fill: luma(40%))[#of(line, "reference")]],
        [#of(line, "debit")], [#of(line, "credit")], [#of(line, "balance")],
      )),
      ([], [Total des mouvements], [#field("debit")], [#field("credit")], [#field("closing")]),
    )
  }
]
#sum-box(main-sum[
  #if flag("is_owed") [Solde à votre charge : #field("closing_amount")] else [Solde en votre faveur : #field("closing_amount")]
])
#if rows("tax_help").len() > 0 {
  section[Aide à la déclaration des revenus fonciers #field("tax_year")][
    #ruled((auto, 1fr, auto), ([Ligne 2044], [Nature], [Montant]), rows("tax_help").map(each => cells(each, "line", "label", "amount")), ())
    #quiet[Ces montants aident à remplir la déclaration n° 2044 ; ils ne constituent pas un conseil fiscal.]
  ]
}

#v(1fr)
#quiet[
  Au crédit : ce qui vous revient (loyers, charges, TVA). Au débit : nos honoraires, les dépenses payées pour votre compte et
  les sommes qui vous sont versées. Compte tenu en euros, rendu en application de l’article 66 du décret n°~72-678 du
  20 juillet 1972.
]
`;
