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
  is_owed: { type: "boolean", description: "True if the tenant owes the balance" },
};

/** The seeded source of a tenant's part of the annual charges (décompte; loi 89-462, art. 23). */
export const CHARGE_STATEMENT_SOURCE: string =
  LAYOUT +
  `
#facts(("Bail", field("lease")), ("Période", field("period")), ("Jours d’occupation", field("days")), ("Établi le", field("issued_on")))
#for line in rows("premises") [#quiet[Locaux] #line #linebreak()]

#v(2mm)
#ruled(
  (1fr, auto, auto, auto),
  ([Nature des charges], [Total de l’immeuble], [Clé], [Votre part]),
  rows("lines").map(line => ("label", "total", "key", "share").map(name => [#of(line, name)])),
  ([Total], [], [], [#field("share")]),
)
#ruled(
  (1fr, auto),
  ([Régularisation], [Montant]),
  (([Votre part des charges], [#field("share")]), ([Provisions appelées], [#field("provisions")])),
  ([Solde], [#field("balance")]),
)
#sum-box(main-sum[#if flag("is_owed") [À votre charge : #field("balance")] else [En votre faveur : #field("balance")]])

#v(1fr)
#quiet[Les pièces justificatives sont tenues à votre disposition pendant six mois (article 23 de la loi n°~89-462 du 6 juillet 1989).]
`;
