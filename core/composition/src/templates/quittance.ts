import type { NewTemplate } from "../records/template.ts";
import { FRENCH_TYPOGRAPHY } from "./french-typography.ts";

/** A rent receipt (article 21 of the law of 6 July 1989), with rent and charges separate. */
export const quittance: NewTemplate = {
  key: "quittance",
  name: "Quittance de loyer",
  description:
    "Reçu du loyer et des charges d’une période, remis au locataire (article 21 de la loi du 6 juillet 1989).",
  category: "location",
  locale: "fr",
  pageSettings: { paper: "a4", margin: "2.5cm", font: "Libertinus Serif", size: "11pt", lang: "fr" },
  typstSource: `#set par(justify: true, leading: 0.72em, spacing: 1.3em)
#set block(spacing: 2.6em)
#show heading.where(level: 1): it => align(center, block(above: 3em, below: 1.6em, text(size: 20pt, tracking: 0.5pt, it.body)))
#show heading.where(level: 2): it => block(above: 1.4em, below: 0.6em, text(size: 11pt, weight: "bold", it.body))
#set table(stroke: (x, y) => (bottom: 0.5pt + luma(if y == 0 { 40% } else { 75% })), inset: (x: 4pt, y: 8pt))
#show table.cell.where(y: 0): set text(weight: "bold")
#show table: set text(number-width: "tabular")
#show table: set block(width: 100%)
${FRENCH_TYPOGRAPHY}`,
  variablesSchema: {
    type: "object",
    properties: {
      bailleur_nom: { type: "string" },
      bailleur_adresse: { type: "string" },
      locataire_nom: { type: "string" },
      locataire_adresse: { type: "string" },
      logement_adresse: { type: "string" },
      periode: { type: "string" },
      loyer: { type: "string" },
      charges: { type: "string" },
      total: { type: "string" },
      date_paiement: { type: "string" },
      lieu: { type: "string" },
      date: { type: "string" },
    },
    required: [
      "bailleur_nom",
      "locataire_nom",
      "logement_adresse",
      "periode",
      "loyer",
      "charges",
      "total",
      "date_paiement",
      "lieu",
      "date",
    ],
  },
  defaultParts: [
    {
      key: "bailleur",
      content: "**{{ bailleur_nom }}**\\\n{{ bailleur_adresse }}",
      bsize: 6,
      rowGroup: 1,
      status: "editing",
    },
    {
      key: "locataire",
      content: "**{{ locataire_nom }}**\\\n{{ locataire_adresse }}",
      bsize: 6,
      rowGroup: 1,
      alignment: "right",
      status: "editing",
    },
    { key: "titre", content: "# Quittance de loyer", status: "editing" },
    {
      key: "corps",
      content:
        "Je soussigné, **{{ bailleur_nom }}**, bailleur du logement situé {{ logement_adresse }}, déclare avoir reçu de **{{ locataire_nom }}** la somme de **{{ total }}\u00a0€** au titre du loyer et des charges de la période\u202f: {{ periode }}. Je lui en donne quittance, sous réserve de tous mes droits.",
      status: "editing",
    },
    {
      key: "montants",
      content:
        "| Désignation | Montant |\n|:--|--:|\n| Loyer hors charges | {{ loyer }}\u00a0€ |\n| Provision ou forfait de charges | {{ charges }}\u00a0€ |\n| **Total payé le {{ date_paiement }}** | **{{ total }}\u00a0€** |",
      status: "editing",
    },
    {
      key: "signature",
      partType: "signature",
      content: "Fait à {{ lieu }}, le {{ date }}.\n\nLe bailleur",
      bsize: 6,
      alignment: "left",
      status: "editing",
    },
    {
      key: "mentions",
      content:
        "*Cette quittance annule tous les reçus qui auraient pu être donnés pour acompte versé au titre de la même période. Elle ne libère l’occupant que pour la période indiquée, et ne présume pas du paiement des termes précédents. À conserver trois ans (article 7-1 de la loi du 6 juillet 1989).*",
      status: "editing",
    },
    {
      key: "pied",
      partType: "footer",
      alignment: "center",
      content: "Quittance de loyer – {{ periode }}",
      status: "editing",
    },
  ],
};
