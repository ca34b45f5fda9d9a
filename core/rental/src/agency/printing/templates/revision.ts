import { HEAD_VARIABLES, LAYOUT, type LetterVariable } from "./layout.ts";

/** The variables of a revision's letter. */
export const REVISION_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  ...HEAD_VARIABLES,
  lease: { type: "string", description: "Reference of the lease" },
  premises: { type: "array", description: "Let premises: unit and full address, by line" },
  old_rent: { type: "string", description: "Rent before the revision, without charges" },
  new_rent: { type: "string", description: "Rent after the revision, without charges" },
  index_name: { type: "string", description: "Name of the index, such as `indice de référence des loyers (IRL)`" },
  old_quarter: { type: "string", description: "Quarter of the former value of the index" },
  old_value: { type: "string", description: "Former value of the index" },
  new_quarter: { type: "string", description: "Quarter of the new value of the index" },
  new_value: { type: "string", description: "New value of the index" },
  formula: { type: "string", description: "Calculation of the new rent" },
  effective_from: { type: "string", description: "First day of the new rent, in words" },
  article: { type: "string", description: "Article of the law that allows the revision" },
};

/** The seeded source of a letter that announces a revised rent. */
export const REVISION_SOURCE: string =
  LAYOUT +
  `
#facts(("Bail", field("lease")), ("Écrit le", field("issued_on")), ("À compter du", field("effective_from")))
#for line in rows("premises") [#quiet[Locaux] #line #linebreak()]

#v(3mm)
Madame, Monsieur,

Votre loyer hors charges est révisé à compter du *#field("effective_from")*
#if field("article") != "" [(#field("article"))], selon l’#field("index_name"), que publie l’INSEE.

#v(2mm)
#ruled(
  (1fr, auto),
  ([Désignation], [Valeur]),
  (
    ([Loyer hors charges avant révision], [#field("old_rent")]),
    ([Indice du #field("old_quarter")], [#field("old_value")]),
    ([Indice du #field("new_quarter")], [#field("new_value")]),
    ([Calcul], [#field("formula")]),
  ),
  ([Nouveau loyer hors charges], [#field("new_rent")]),
)

#v(3mm)
#sum-box(main-sum[Nouveau loyer mensuel : #field("new_rent")])

Ce loyer s’entend par mois, hors charges et hors taxes. Vos charges ne changent pas. Vous n’avez rien à faire : le nouveau
loyer figurera sur les avis d’échéance des périodes qui commencent à cette date.
`;
