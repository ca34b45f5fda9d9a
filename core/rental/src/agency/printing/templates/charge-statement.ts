import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of a charge statement. */
export const CHARGE_STATEMENT_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  lease: { type: "string", description: "Reference of the lease" },
  premises: { type: "array", description: "Let premises: unit and full address, by line" },
  period: { type: "string", description: "Period of the charges, in words" },
  days: { type: "string", description: "Days of the lease in the period" },
  lines: { type: "array", description: "Charges by nature: {label, total, key, share}" },
  share: { type: "string", description: "The tenant's share of the charges" },
  provisions: { type: "string", description: "Provisions called for the period" },
  balance: { type: "string", description: "Share less provisions; negative in the tenant's favour" },
  balance_amount: { type: "string", description: "The balance without its sign" },
  charges_law: { type: "boolean", description: "True if article 23 of loi 89-462 applies to the lease" },
  is_owed: { type: "boolean", description: "True if the tenant owes the balance" },
};

/** The seeded source of a tenant's part of the annual charges (décompte; loi 89-462, art. 23). */
export const CHARGE_STATEMENT_SOURCE: string =
  LAYOUT +
  `
#facts(("Période", field("period")), ("Bail", field("lease")), ("Jours d’occupation", field("days")), ("Établi le", field("issued_on")))
#for line in rows("premises") [#quiet[Locaux] #line #linebreak()]

#v(2mm)
#ruled(
  (1fr, auto, auto, auto),
  ([Nature des charges], [Total récupérable], [Mode de répartition], [Votre part]),
  rows("lines").map(line => ("label", "total", "key", "share").map(name => [#of(line, name)])),
  ([Total], [], [], [#field("share")]),
)
#quiet[Votre part de chaque charge est celle de votre lot selon le mode de répartition, au prorata de vos jours d’occupation.]
#ruled(
  (1fr, auto),
  ([Régularisation], [Montant]),
  (([Votre part des charges], [#field("share")]), ([Provisions appelées pour la période], [#field("provisions")])),
  ([Solde], [#field("balance")]),
)
#sum-box(main-sum[#if flag("is_owed") [À votre charge : #field("balance_amount")] else [En votre faveur : #field("balance_amount")]])

#if flag("is_owed") [
  Ce solde sera porté sur votre prochain avis d’échéance : ne le payez pas dès maintenant.
] else [
  Ce solde sera déduit de votre prochain avis d’échéance.
]
#if not flag("charges_law") [Les montants s’entendent hors TVA ; si votre loyer y est soumis, elle s’ajoute au solde.]

#if flag("charges_law") [
  #v(1fr)
  #quiet[Les pièces justificatives sont tenues à votre disposition pendant six mois à compter de l’envoi de ce décompte
  (article 23 de la loi n°~89-462 du 6 juillet 1989).]
]
`;
