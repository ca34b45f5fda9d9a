import type { NewTemplate } from "../records/template.ts";
import { FRENCH_TYPOGRAPHY } from "./french-typography.ts";

/**
 * A residential lease of an unfurnished home, following the model of decree no. 2015-587 of 29 May 2015, with
 * the tax identifier of the home (decree no. 2023-796).
 */
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
#show list: set block(above: 1em, below: 1em)
#show quote: set text(size: 9.5pt, style: "italic")
#show quote: set block(above: 1em, below: 1em)
#show quote: set pad(x: 0.6em)
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
      bailleur_courriel: { type: "string", default: "non communiquée" },
      bailleur_qualite: {
        type: "string",
        enum: ["personne physique", "personne morale"],
        default: "personne physique",
      },
      mandataire: { type: "string", default: "néant" },
      locataire_nom: { type: "string" },
      locataire_adresse: { type: "string" },
      caution_nom: { type: "string", default: "néant" },
      caution_adresse: { type: "string", default: "néant" },
      logement_adresse: { type: "string" },
      identifiant_fiscal: { type: "string" },
      logement_type: {
        type: "string",
        enum: ["immeuble collectif", "maison individuelle"],
        default: "immeuble collectif",
      },
      regime_juridique: { type: "string", enum: ["copropriété", "monopropriété"], default: "copropriété" },
      surface: { type: "string" },
      pieces: { type: "integer" },
      periode_construction: { type: "string" },
      chauffage: { type: "string", default: "individuel" },
      eau_chaude: { type: "string", default: "individuelle" },
      classe_energie: { type: "string", enum: ["A", "B", "C", "D", "E", "F", "G"] },
      depenses_energie: { type: "string" },
      equipements: { type: "string", default: "aucun" },
      accessoires_privatifs: { type: "string", default: "aucun" },
      parties_communes: { type: "string", default: "aucune" },
      acces_internet: { type: "string", default: "raccordement au réseau téléphonique et à l’internet" },
      date_effet: { type: "string" },
      duree: { type: "string", default: "trois ans" },
      loyer: { type: "string" },
      charges: { type: "string" },
      modalite_charges: { type: "string", default: "provisions mensuelles avec régularisation annuelle" },
      dernier_loyer: { type: "string", default: "sans objet" },
      encadrement: { type: "string", default: "sans objet" },
      total_echeance: { type: "string", default: "la somme du loyer et des charges" },
      paiement: { type: "string", default: "d’avance, le premier jour de chaque mois" },
      indice_trimestre: { type: "string" },
      travaux: { type: "string", default: "néant" },
      depot_garantie: { type: "string" },
      honoraires: { type: "string", default: "sans objet" },
      plafonds_honoraires: {
        type: "string",
        default: "ceux que la réglementation fixe par mètre carré de surface habitable",
      },
      conditions_particulieres: { type: "string", default: "Néant." },
      lieu: { type: "string" },
      date: { type: "string" },
    },
    required: [
      "bailleur_nom",
      "bailleur_adresse",
      "locataire_nom",
      "locataire_adresse",
      "logement_adresse",
      "identifiant_fiscal",
      "surface",
      "pieces",
      "periode_construction",
      "classe_energie",
      "depenses_energie",
      "date_effet",
      "loyer",
      "charges",
      "indice_trimestre",
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
        "Le présent contrat est conclu entre\u202f:\n\n- **{{ bailleur_nom }}**, {{ bailleur_qualite }}, demeurant ou ayant son siège {{ bailleur_adresse }} (adresse électronique\u202f: {{ bailleur_courriel }}), désigné ci-après «\u202fle bailleur\u202f»\u202f;\n- **{{ locataire_nom }}**, demeurant {{ locataire_adresse }}, désigné ci-après «\u202fle locataire\u202f».\n\nMandataire du bailleur (nom, adresse, activité, carte professionnelle)\u202f: {{ mandataire }}.",
      status: "editing",
    },
    {
      key: "objet",
      title: "II. Objet du contrat",
      content:
        "**Consistance.** Le contrat a pour objet la location d’un logement ainsi déterminé\u202f:\n\n- localisation\u202f: {{ logement_adresse }}\u202f;\n- identifiant fiscal du logement\u202f: {{ identifiant_fiscal }}\u202f;\n- type d’habitat\u202f: {{ logement_type }}\u202f; régime juridique\u202f: {{ regime_juridique }}\u202f;\n- période de construction\u202f: {{ periode_construction }}\u202f;\n- surface habitable\u202f: {{ surface }}\u00a0m²\u202f;\n- nombre de pièces principales\u202f: {{ pieces }}\u202f;\n- chauffage\u202f: {{ chauffage }}\u202f; eau chaude sanitaire\u202f: {{ eau_chaude }}\u202f;\n- éléments d’équipement\u202f: {{ equipements }}\u202f;\n- niveau de performance énergétique\u202f: classe {{ classe_energie }}.\n\nUn logement décent respecte, en France métropolitaine, un niveau de performance minimal\u202f: la classe\u00a0F du diagnostic de performance énergétique depuis le 1er\u00a0janvier 2025, E à compter du 1er\u00a0janvier 2028, D à compter du 1er\u00a0janvier 2034.\n\n**Destination.** Usage d’habitation, à titre de résidence principale.\n\n**Locaux et équipements accessoires à usage privatif**\u202f: {{ accessoires_privatifs }}.\n\n**Locaux, parties et équipements à usage commun**\u202f: {{ parties_communes }}.\n\n**Accès aux technologies de l’information et de la communication**\u202f: {{ acces_internet }}.",
      status: "editing",
    },
    {
      key: "duree",
      title: "III. Date de prise d’effet et durée du contrat",
      content:
        "Le contrat prend effet le **{{ date_effet }}** pour une durée de **{{ duree }}**. En l’absence de proposition de renouvellement ou de congé, il est reconduit tacitement à son terme, pour trois ou six ans et dans les mêmes conditions. Le locataire peut y mettre fin à tout moment, après avoir donné congé trois mois à l’avance, ou un mois dans les cas que prévoit la loi\u202f; le bailleur, à l’échéance, par un congé donné six mois à l’avance, pour reprendre le logement, le vendre, ou pour un motif légitime et sérieux.",
      status: "editing",
    },
    {
      key: "conditions-financieres",
      title: "IV. Conditions financières",
      content:
        "| | Montant mensuel |\n|:--|--:|\n| Loyer hors charges | {{ loyer }}\u00a0€ |\n| Charges récupérables | {{ charges }}\u00a0€ |\n\n**Loyer initial.** Encadrement des loyers (loyer de référence, loyer de référence majoré, complément de loyer)\u202f: {{ encadrement }}. Dernier loyer du précédent locataire, date de son versement et de sa dernière révision\u202f: {{ dernier_loyer }}.\n\n**Révision.** Le loyer est révisé chaque année à la date anniversaire du contrat, selon l’indice de référence des loyers publié par l’INSEE ({{ indice_trimestre }}).\n\n**Charges.** Elles sont récupérées par {{ modalite_charges }}.\n\n**Paiement.** Le loyer et les charges sont payables {{ paiement }}. Montant dû à la première échéance, pour une période complète\u202f: {{ total_echeance }}.\n\n**Dépenses énergétiques, pour information.** Montant estimé des dépenses annuelles d’énergie pour un usage standard, d’après le diagnostic de performance énergétique\u202f: {{ depenses_energie }}.",
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
        "Le dépôt de garantie est de **{{ depot_garantie }}\u00a0€**, au plus un mois de loyer hors charges (article\u00a022 de la loi du 6\u00a0juillet 1989).\n\n**Caution** (nom, adresse)\u202f: {{ caution_nom }}, {{ caution_adresse }}.",
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
        "Le contrat est résilié de plein droit, dans les conditions des articles 7 et\u00a024 de la loi du 6\u00a0juillet 1989, à défaut de paiement du loyer, des charges ou du dépôt de garantie six semaines après un commandement de payer demeuré infructueux\u202f; à défaut d’assurance contre les risques locatifs, un mois après un commandement\u202f; en cas de troubles de voisinage constatés par une décision de justice.",
      status: "editing",
    },
    {
      key: "honoraires",
      title: "IX. Honoraires de location",
      content:
        "Article\u00a05, I de la loi du 6\u00a0juillet 1989, alinéas 1 à\u00a03\u202f:\n\n> La rémunération des personnes mandatées pour se livrer ou prêter leur concours à l’entremise ou à la négociation d’une mise en location d’un logement, tel que défini aux articles 2 et 25-3, est à la charge exclusive du bailleur, à l’exception des honoraires liés aux prestations mentionnées aux deuxième et troisième alinéas du présent I.\n>\n> Les honoraires des personnes mandatées pour effectuer la visite du preneur, constituer son dossier et rédiger un bail sont partagés entre le bailleur et le preneur. Le montant toutes taxes comprises imputé au preneur pour ces prestations ne peut excéder celui imputé au bailleur et demeure inférieur ou égal à un plafond par mètre carré de surface habitable de la chose louée fixé par voie réglementaire et révisable chaque année, dans des conditions définies par décret. Ces honoraires sont dus à la signature du bail.\n>\n> Les honoraires des personnes mandatées pour réaliser un état des lieux sont partagés entre le bailleur et le preneur. Le montant toutes taxes comprises imputé au locataire pour cette prestation ne peut excéder celui imputé au bailleur et demeure inférieur ou égal à un plafond par mètre carré de surface habitable de la chose louée fixé par voie réglementaire et révisable chaque année, dans des conditions définies par décret. Ces honoraires sont dus à compter de la réalisation de la prestation.\n\nPlafonds applicables\u202f: {{ plafonds_honoraires }}. Honoraires et leur répartition\u202f: {{ honoraires }}.",
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
        "Sont annexés au contrat, s’il y a lieu\u202f:\n\n- l’extrait du règlement de copropriété\u202f;\n- le dossier de diagnostic technique (performance énergétique, plomb, amiante, électricité, gaz, état des risques, bruit des aérodromes)\u202f;\n- la notice d’information relative aux droits et obligations des parties\u202f;\n- l’état des lieux d’entrée\u202f;\n- l’autorisation préalable de mise en location\u202f;\n- les références aux loyers habituellement constatés dans le voisinage.",
      status: "editing",
    },
    {
      key: "fait",
      content: "Fait à {{ lieu }}, le {{ date }}, en autant d’exemplaires que de parties.",
      rowGroup: 1,
      status: "editing",
    },
    {
      key: "signature-bailleur",
      partType: "signature",
      content: "**Le bailleur** ou son mandataire",
      bsize: 6,
      rowGroup: 1,
      status: "editing",
    },
    {
      key: "signature-locataire",
      partType: "signature",
      content: "**Le locataire**",
      bsize: 6,
      rowGroup: 1,
      status: "editing",
    },
  ],
};
