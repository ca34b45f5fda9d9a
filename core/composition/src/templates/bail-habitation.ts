import type { NewTemplate } from "../records/template.ts";
import { FRENCH_TYPOGRAPHY } from "./french-typography.ts";

/** A residential lease of an unfurnished home, by the model of the decree no. 2015-587 of 29 May 2015. */
export const bailHabitation: NewTemplate = {
  key: "bail-habitation",
  name: "Bail d’habitation",
  description:
    "Contrat de location d’un logement nu à usage de résidence principale, d’après le contrat type du décret n° 2015-587 du 29 mai 2015.",
  category: "location",
  locale: "fr",
  pageSettings: { paper: "a4", margin: "2.5cm", font: "Libertinus Serif", size: "10.5pt", lang: "fr" },
  typstSource: `#set par(justify: true, leading: 0.68em, spacing: 1em)
#set block(spacing: 1.9em)
#show heading.where(level: 1): it => align(center, block(above: 0em, below: 0.9em, text(size: 20pt, tracking: 0.4pt, it.body)))
#show heading.where(level: 2): it => block(above: 2em, below: 0.9em, width: 100%, sticky: true, inset: (bottom: 4pt), stroke: (bottom: 0.6pt + luma(55%)), text(size: 11.5pt, weight: "bold", it.body))
#set list(marker: [–], indent: 0.6em, spacing: 0.75em)
#set table(stroke: (x, y) => (bottom: 0.5pt + luma(if y == 0 { 40% } else { 75% })), inset: (x: 4pt, y: 7pt))
#show table.cell.where(y: 0): set text(weight: "bold")
#show table: set text(number-width: "tabular")
#show table: set block(width: 100%)
#set page(numbering: "1 / 1", number-align: center)
${FRENCH_TYPOGRAPHY}`,
  variablesSchema: {
    type: "object",
    properties: {
      bailleur_nom: { type: "string" },
      bailleur_adresse: { type: "string" },
      bailleur_courriel: { type: "string" },
      locataire_nom: { type: "string" },
      logement_adresse: { type: "string" },
      logement_type: {
        type: "string",
        enum: ["immeuble collectif", "maison individuelle"],
        default: "immeuble collectif",
      },
      surface: { type: "string" },
      pieces: { type: "integer" },
      periode_construction: { type: "string" },
      chauffage: { type: "string", default: "individuel" },
      eau_chaude: { type: "string", default: "individuelle" },
      classe_energie: { type: "string", enum: ["A", "B", "C", "D", "E", "F", "G"] },
      equipements: { type: "string", default: "aucun" },
      date_effet: { type: "string" },
      duree: { type: "string", default: "trois ans" },
      loyer: { type: "string" },
      charges: { type: "string" },
      modalite_charges: { type: "string", default: "provisions mensuelles avec régularisation annuelle" },
      paiement: { type: "string", default: "d’avance, le premier jour de chaque mois" },
      indice_trimestre: { type: "string" },
      travaux: { type: "string", default: "néant" },
      depot_garantie: { type: "string" },
      honoraires: { type: "string", default: "sans objet" },
      conditions_particulieres: { type: "string", default: "Néant." },
      lieu: { type: "string" },
      date: { type: "string" },
    },
    required: [
      "bailleur_nom",
      "bailleur_adresse",
      "locataire_nom",
      "logement_adresse",
      "surface",
      "pieces",
      "classe_energie",
      "date_effet",
      "loyer",
      "charges",
      "depot_garantie",
      "lieu",
      "date",
    ],
  },
  defaultParts: [
    {
      key: "titre",
      content:
        "# Contrat de location\n\n*Logement nu à usage de résidence principale – soumis au titre premier de la loi n°\u00a089-462 du 6 juillet 1989 et au contrat type du décret n°\u00a02015-587 du 29 mai 2015*",
      status: "editing",
    },
    {
      key: "parties",
      title: "I. Désignation des parties",
      content:
        "Le présent contrat est conclu entre\u202f:\n\n- **{{ bailleur_nom }}**, demeurant {{ bailleur_adresse }}, {{ bailleur_courriel }}, désigné ci-après «\u202fle bailleur\u202f»\u202f;\n- **{{ locataire_nom }}**, désigné ci-après «\u202fle locataire\u202f».",
      status: "editing",
    },
    {
      key: "objet",
      title: "II. Objet du contrat",
      content:
        "Le contrat a pour objet la location d’un logement ainsi déterminé\u202f:\n\n- localisation\u202f: {{ logement_adresse }}\u202f;\n- type d’habitat\u202f: {{ logement_type }}\u202f;\n- période de construction\u202f: {{ periode_construction }}\u202f;\n- surface habitable\u202f: {{ surface }}\u00a0m²\u202f;\n- nombre de pièces principales\u202f: {{ pieces }}\u202f;\n- chauffage\u202f: {{ chauffage }}\u202f; eau chaude sanitaire\u202f: {{ eau_chaude }}\u202f;\n- niveau de performance du logement\u202f: classe {{ classe_energie }}\u202f;\n- équipements et dépendances à usage privatif\u202f: {{ equipements }}.\n\nDestination des locaux\u202f: usage d’habitation, à titre de résidence principale.",
      status: "editing",
    },
    {
      key: "duree",
      title: "III. Date de prise d’effet et durée du contrat",
      content:
        "Le contrat prend effet le **{{ date_effet }}** pour une durée de **{{ duree }}**. En l’absence de proposition de renouvellement, il est à son terme reconduit tacitement pour la même durée. Le locataire peut y mettre fin à tout moment, après avoir donné congé\u202f; le bailleur, à son échéance, par un congé motivé donné six mois à l’avance.",
      status: "editing",
    },
    {
      key: "conditions-financieres",
      title: "IV. Conditions financières",
      content:
        "| | Montant mensuel |\n|:--|--:|\n| Loyer | {{ loyer }}\u00a0€ |\n| Charges récupérables | {{ charges }}\u00a0€ |\n\n**Charges.** Elles sont récupérées par {{ modalite_charges }}.\n\n**Paiement.** Le loyer et les charges sont payables {{ paiement }}.\n\n**Révision.** Le loyer est révisé chaque année à la date anniversaire du contrat, selon l’indice de référence des loyers publié par l’INSEE ({{ indice_trimestre }}).",
      status: "editing",
    },
    {
      key: "travaux",
      title: "V. Travaux",
      content:
        "Travaux d’amélioration ou de mise en conformité effectués depuis la fin du dernier contrat, et montant\u202f: {{ travaux }}.",
      status: "editing",
    },
    {
      key: "garanties",
      title: "VI. Garanties",
      content:
        "Le dépôt de garantie est de **{{ depot_garantie }}\u00a0€**, au plus un mois de loyer hors charges (article 22 de la loi du 6 juillet 1989).",
      status: "editing",
    },
    {
      key: "solidarite",
      title: "VII. Clause de solidarité",
      content:
        "S’il y a plusieurs locataires, ils sont tenus solidairement et indivisiblement de toutes les obligations du contrat.",
      status: "editing",
    },
    {
      key: "resiliation",
      title: "VIII. Clause résolutoire",
      content:
        "Le contrat est résilié de plein droit à défaut de paiement du loyer, des charges ou du dépôt de garantie, de souscription d’une assurance des risques locatifs, ou en cas de troubles de voisinage constatés par une décision de justice, dans les conditions de l’article 24 de la loi du 6 juillet 1989.",
      status: "editing",
    },
    {
      key: "honoraires",
      title: "IX. Honoraires de location",
      content:
        "À la charge du locataire, dans les limites de l’article 5 de la loi du 6 juillet 1989\u202f: {{ honoraires }}.",
      status: "editing",
    },
    {
      key: "conditions-particulieres",
      title: "X. Autres conditions particulières",
      content: "{{ conditions_particulieres }}",
      status: "editing",
    },
    {
      key: "annexes",
      title: "XI. Annexes",
      content:
        "Sont annexés au contrat\u202f: l’extrait du règlement de copropriété, le dossier de diagnostic technique, la notice d’information, l’état des lieux d’entrée et l’autorisation préalable de mise en location, s’il y a lieu.",
      status: "editing",
    },
    {
      key: "signature-bailleur",
      partType: "signature",
      content: "Fait à {{ lieu }}, le {{ date }}.\n\n**Le bailleur**",
      bsize: 6,
      rowGroup: 1,
      status: "editing",
    },
    {
      key: "signature-locataire",
      partType: "signature",
      content: "En autant d’exemplaires que de parties.\n\n**Le locataire**",
      bsize: 6,
      rowGroup: 1,
      status: "editing",
    },
  ],
};
