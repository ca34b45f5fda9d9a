import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of a reminder. */
export const REMINDER_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  level: { type: "integer", description: "1 rappel, 2 relance, 3 mise en demeure" },
  lease: { type: "string", description: "Reference of the lease; `plusieurs baux` for several" },
  period: { type: "string", description: "Billed period, in words" },
  due_date: { type: "string", description: "Day until which the call was to be paid, in words" },
  total: { type: "string", description: "Called amount" },
  paid: { type: "string", description: "Amount paid until the reminder" },
  remaining: { type: "string", description: "Unpaid amount" },
};

/** The seeded source of a reminder: rappel, relance or mise en demeure. */
export const REMINDER_SOURCE: string =
  LAYOUT +
  `
#facts(
  ("Période", field("period")),
  ("Appel de loyer", field("reference")),
  ("Bail", field("lease")),
  ("Écrit le", field("issued_on")),
  ("Échéance", field("due_date")),
)

#v(3mm)
Madame, Monsieur,

#if field("level") == 1 [
  Sauf erreur ou omission de notre part, le paiement de l’appel de loyer *#field("reference")* ne nous est pas parvenu en
  totalité. Nous vous remercions de régler la somme restant due dès réception de ce rappel.
] else if field("level") == 2 [
  Malgré l’échéance du #field("due_date"), l’appel de loyer *#field("reference")* reste impayé pour la somme indiquée
  ci-dessous. Nous vous demandons de la régler sous huit jours, ou de nous faire part sans délai des difficultés que vous
  rencontrez.
] else [
  Par la présente, nous vous *mettons en demeure* de payer, dans un délai de huit jours à compter de la réception de cette
  lettre, la somme restant due au titre de l’appel de loyer *#field("reference")*, exigible depuis le #field("due_date"). La
  présente vaut mise en demeure au sens des articles 1231 et 1344 du Code civil ; à défaut de paiement, toute voie de droit
  pourra être engagée.
]

#v(2mm)
#ruled(
  (1fr, auto),
  ([Désignation], [Montant]),
  (([Montant appelé], [#field("total")]), ([Déjà réglé], [#field("paid")])),
  ([Reste dû], [#field("remaining")]),
)

#v(2mm)
#sum-box(main-sum[À payer : #field("remaining")])

#v(3mm)
Merci d’indiquer la référence *#field("reference")* dans le libellé de votre virement.
#if field("agency_iban") != "" [#linebreak() À verser sur le compte IBAN *#field("agency_iban")* #if field("agency_bic") != "" [(BIC #field("agency_bic"))]]

#v(1fr)
#quiet[Si votre paiement a croisé cette lettre, nous vous prions de ne pas en tenir compte.]
`;
