import type { CorpusText } from "./text.ts";

/** Insurance, incidents and reports. */
export const INSURANCE: readonly CorpusText[] = [
  {
    key: "assurance-attestation",
    name: "Attestation d'assurance habitation",
    text: `La compagnie certifie que le logement est assuré.
Risques couverts : incendie, explosion, dégât des eaux.
Police numéro 7 788 990. L'attestation vaut jusqu'au 31 décembre 2026.`,
  },
  {
    key: "assurance-pno",
    name: "Assurance du propriétaire non occupant",
    text: `Le contrat couvre les murs entre deux occupations.
La franchise est de 150,00 euros.
Déclarez tout sinistre sous cinq jours.`,
  },
  {
    key: "assurance-loyers",
    name: "Garantie des loyers impayés",
    text: `L'assureur rembourse dix-huit mois de loyers.
Le dossier comporte trois bulletins de salaire.
Les frais d'huissier sont pris en charge.`,
  },
  {
    key: "assurance-rappel",
    name: "Rappel : attestation manquante",
    text: `Nous n'avons pas reçu votre attestation.
Sans elle, le bailleur peut s'assurer à vos frais.
Envoyez-la par courriel.`,
  },
  {
    key: "sinistre-constat",
    name: "Constat amiable de dégât des eaux",
    text: `Origine : rupture d'un flexible sous l’évier.
Dommages : parquet gondolé, papier peint décollé.
Date du sinistre : 12 mars 2026.`,
  },
  {
    key: "sinistre-incendie",
    name: "Rapport d'incendie",
    text: `Le feu est parti d'une multiprise dans la cuisine.
Les pompiers sont intervenus en neuf minutes.
Les logements voisins sont intacts.`,
  },
  {
    key: "sinistre-expertise",
    name: "Rapport de l'expert",
    text: `L'expert évalue les dommages à 3 420,00 euros.
Vétusté retenue : vingt pour cent.
L'indemnité sera versée après travaux.`,
  },
  {
    key: "sinistre-grele",
    name: "Grêle du mois de mai",
    text: `Les stores et deux verrières ont été brisés.
Les photographies sont jointes.
Le vitrier a posé une bâche.`,
  },
  {
    key: "insurance-building",
    name: "Buildings insurance schedule",
    text: `The insurer covers fire, flood and subsidence.
The excess is 250.00 pounds.
The policy runs to December 31, 2026.`,
  },
  {
    key: "insurance-contents",
    name: "Contents insurance",
    text: `Your belongings are insured up to 20,000 pounds.
Jewellery must be listed.
Bicycles are covered at home only.`,
  },
  {
    key: "claim-flood",
    name: "Flood claim",
    text: `Water entered the cellar after the storm.
The carpets and a freezer were ruined.
The loss adjuster visits on Monday.`,
  },
  {
    key: "claim-theft",
    name: "Burglary report",
    text: `The rear window was forced at night.
A laptop and two watches were stolen.
Police reference: 88-4417.`,
  },
  {
    key: "claim-rejected",
    name: "Claim rejected",
    text: `The damage existed before the cover started.
Wear and tear is excluded.
You may appeal within eight weeks.`,
  },
  {
    key: "dpe",
    name: "Diagnostic de performance énergétique",
    text: `Étiquette D : 212 kWh par mètre carré et par an.
Chauffage au gaz, eau chaude produite par la chaudière.
L'isolation des combles est conseillée.`,
  },
  {
    key: "diagnostic-plomb",
    name: "Constat de risque d'exposition au plomb",
    text: `Les vieilles peintures des volets contiennent du plomb.
Une mesure dépasse le seuil.
Les enfants ne doivent pas y toucher.`,
  },
  {
    key: "diagnostic-gaz",
    name: "Diagnostic de l'installation de gaz",
    text: `Le robinet de la cuisinière est périmé.
L'anomalie est de type A1.
À corriger dans les meilleurs délais.`,
  },
  {
    key: "diagnostic-elec",
    name: "Diagnostic d'installation électrique",
    text: `Le tableau n'a pas de différentiel.
Une prise de la chambre est arrachée.
Faites venir un électricien.`,
  },
  {
    key: "gas-certificate",
    name: "Gas safety certificate",
    text: `The hob and the flue passed the check.
Ventilation is sufficient.
Valid for twelve months.`,
  },
  {
    key: "electrical-report",
    name: "Electrical condition report",
    text: `The consumer unit is satisfactory.
One socket lacks earth and needs attention.
The electricity meter is sealed.`,
  },
];
