import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of a deposit's statement. */
export const DEPOSIT_STATEMENT_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  premises: { type: "array", description: "Let premises: unit and full address, by line" },
  lines: { type: "array", description: "Deposit, received amount and deductions: {label, amount}" },
  rest: { type: "string", description: "Amount that goes back to the tenant; empty before the return" },
  lease: { type: "string", description: "Reference of the lease" },
  has_deductions: { type: "boolean", description: "True if something was kept of the deposit" },
  keeper: { type: "string", description: "`l’agence` or `le propriétaire`, who holds the deposit" },
  due: { type: "string", description: "Day until which the deposit is to be returned, in words; may be empty" },
  returned: { type: "string", description: "Day of the return, in words; empty before it" },
  late: { type: "string", description: "Legal increase for a late return; empty without" },
  deposit_law: { type: "boolean", description: "True if article 22 of loi 89-462 applies to the lease" },
};

/** The seeded source of a deposit's statement (loi 89-462, art. 22). */
export const DEPOSIT_STATEMENT_SOURCE: string =
  LAYOUT +
  `
#facts(("Bail", field("lease")), ("Établi le", field("issued_on")))
#for line in rows("premises") [#quiet[Locaux] #line #linebreak()]

#v(2mm)
#ruled(
  (1fr, auto),
  ([Désignation], [Montant]),
  rows("lines").map(line => ([#of(line, "label")], [#of(line, "amount")])),
  if field("rest") != "" { ([À vous restituer], [#field("rest")]) } else { () },
)
#if field("rest") != "" { sum-box(main-sum[À vous restituer : #field("rest")]) }

#v(3mm)
Le dépôt de garantie #if field("rest") != "" [était] else [est] détenu par #field("keeper").
#if field("returned") != "" [#linebreak() Restitué le *#field("returned")*.]
#if flag("has_deductions") [#linebreak() Les justificatifs des retenues sont joints ou tenus à votre disposition.]
#if field("due") != "" and field("rest") == "" [#linebreak() À restituer au plus tard le *#field("due")*#if flag("deposit_law") [ (article 22 de la loi n°~89-462 du 6 juillet 1989)].]
#if field("late") != "" [#linebreak() Majoration légale pour retard : *#field("late")*.]
`;
