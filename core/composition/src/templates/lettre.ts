import type { NewTemplate } from "../records/template.ts";
import { FRENCH_TYPOGRAPHY } from "./french-typography.ts";

/** A letter in the French layout: sender, addressee on the right, place and date, subject. */
export const lettre: NewTemplate = {
  key: "lettre",
  name: "Lettre",
  description: "Courrier à un destinataire, à la présentation française.",
  category: "courrier",
  locale: "fr",
  pageSettings: { paper: "a4", margin: "2.5cm", font: "Libertinus Serif", size: "11pt", lang: "fr" },
  typstSource: `#set par(justify: true, leading: 0.72em, spacing: 1.3em)
#set block(spacing: 2.4em)
#show heading: it => block(above: 1.4em, below: 0.8em, text(size: 11pt, weight: "bold", it.body))
${FRENCH_TYPOGRAPHY}`,
  variablesSchema: {
    type: "object",
    properties: {
      expediteur_nom: { type: "string" },
      expediteur_adresse: { type: "string" },
      destinataire_nom: { type: "string" },
      destinataire_adresse: { type: "string" },
      lieu: { type: "string" },
      date: { type: "string" },
      objet: { type: "string" },
      reference: { type: "string", default: "—" },
      civilite: { type: "string", enum: ["Madame", "Monsieur", "Madame, Monsieur"], default: "Madame, Monsieur" },
      corps: { type: "string" },
    },
    required: ["expediteur_nom", "destinataire_nom", "lieu", "date", "objet", "corps"],
  },
  defaultParts: [
    { key: "expediteur", content: "**{{ expediteur_nom }}**\\\n{{ expediteur_adresse }}", status: "editing" },
    {
      key: "destinataire",
      content: "#set align(left)\n*{{ destinataire_nom }}*\\\n{{ destinataire_adresse }}",
      contentFormat: "typst",
      bsize: 5,
      alignment: "right",
      status: "editing",
    },
    {
      key: "date",
      content: "#set align(left)\n{{ lieu }}, le {{ date }}",
      contentFormat: "typst",
      bsize: 5,
      alignment: "right",
      status: "editing",
    },
    {
      key: "objet",
      content: "**Objet\u202f:** {{ objet }}\\\n**Référence\u202f:** {{ reference }}",
      status: "editing",
    },
    {
      key: "corps",
      content:
        "{{ civilite }},\n\n{{ corps }}\n\nNous vous prions d’agréer, {{ civilite }}, l’expression de nos salutations distinguées.",
      status: "editing",
    },
    {
      key: "signature",
      partType: "signature",
      content: "{{ expediteur_nom }}",
      bsize: 6,
      alignment: "right",
      status: "editing",
    },
  ],
};
