import type { CorpusText } from "./text.ts";

/** Handbooks, procedures and contracts with suppliers and staff. */
export const HANDBOOKS: readonly CorpusText[] = [
  {
    key: "guide-locataire",
    name: "Guide du locataire",
    text: `Aérez chaque pièce dix minutes par jour.
Ne bouchez pas les grilles d'aération.
Remplacez les joints des robinets.
Pour une urgence, composez le 04 65 71 00 11.`,
  },
  {
    key: "guide-tri",
    name: "Guide du tri",
    text: `Bac jaune : emballages et papiers.
Bac vert : verre sans bouchon.
Le compost est ouvert à tous, au cœur du jardin partagé.`,
  },
  {
    key: "guide-gardien",
    name: "Fiche de poste du gardien",
    text: `Le gardien sort les bacs et nettoie le hall.
Il surveille les entreprises.
Il remplace les ampoules grillées.`,
  },
  {
    key: "handbook-tenant",
    name: "Tenant handbook",
    text: `Air the rooms every day.
Report a leak at once to 020 7946 0018.
Test the smoke alarm every month.`,
  },
  {
    key: "handbook-staff",
    name: "Staff handbook",
    description: "For new colleagues",
    text: `Working hours are from nine to five.
Holidays are agreed with your manager.
Cases are closed within ten days.`,
  },
  {
    key: "handbook-safety",
    name: "Safety handbook",
    text: `Wear a helmet on every site.
Ladders are checked before use.
Report accidents the same day.`,
  },
  {
    key: "procedure-entree",
    name: "Procédure d'entrée dans les lieux",
    text: `Vérifier l'attestation avant de remettre les clés.
Relever les compteurs.
Faire signer l'état des lieux en double.`,
  },
  {
    key: "procedure-sortie",
    name: "Procédure de sortie",
    text: `Comparer avec l'entrée.
Chiffrer les réparations locatives.
Rendre le dépôt en un mois.`,
  },
  {
    key: "procedure-archives",
    name: "Procédure d'archivage",
    text: `Les dossiers clos sont conservés cinq ans.
Un bordereau accompagne chaque versement.
La destruction est autorisée par écrit.`,
  },
  {
    key: "procedure-moving",
    name: "Moving-in procedure",
    text: `Check the identity of every adult.
Read the meters together.
Hand over the handbook and the keys.`,
  },
  {
    key: "contrat-menage",
    name: "Contrat de nettoyage",
    text: `Le prestataire nettoie les escaliers deux fois par semaine.
Les produits sont fournis.
Le prix est révisé chaque année.`,
  },
  {
    key: "contrat-chauffage",
    name: "Contrat d'exploitation du chauffage",
    text: `L'exploitant garantit dix-neuf degrés dans les logements.
Les pannes sont traitées en quatre heures.
Le combustible est facturé au compteur.`,
  },
  {
    key: "contrat-ascenseur",
    name: "Contrat de maintenance",
    text: `Deux ascenseurs sont suivis par l'entreprise.
Le dépanneur arrive en moins d'une heure.
Les pannes dues au vandalisme sont facturées.`,
  },
  {
    key: "contrat-travail",
    name: "Contrat de travail d'une gardienne",
    text: `La salariée occupe un logement de fonction.
Elle travaille trente-cinq heures.
Son salaire est versé le 28 du mois.`,
  },
  {
    key: "contrat-energie",
    name: "Contrat d'électricité",
    text: `Puissance souscrite : 36 kVA.
Le fournisseur facture tous les deux mois.
Résiliable à tout moment.`,
  },
  {
    key: "contract-cleaning",
    name: "Cleaning contract",
    text: `The contractor cleans the stairs twice a week.
Materials are included.
The contract may be cancelled with thirty days' notice.`,
  },
  {
    key: "contract-lift",
    name: "Lift maintenance contract",
    text: `The lifts are serviced every month.
Trapped passengers are freed within an hour.
Repairs caused by misuse are charged.`,
  },
  {
    key: "contract-concierge",
    name: "Concierge agreement",
    text: `The concierge accepts parcels and greets visitors.
He works at weekends by rota.
Uniforms are provided.`,
  },
  {
    key: "contract-security",
    name: "Security services",
    text: `A guard patrols the car park at night.
Cameras are recorded for thirty days.
The control room answers 020 7946 0999.`,
  },
  {
    key: "liste-artisans",
    name: "Liste des artisans",
    text: `Plombier : 01-99-00-88-77.
Serrurier : 01 99 00 88 78.
Vitrier : +33 6 39 98 55 44.`,
  },
  {
    key: "fiche-immeuble",
    name: "Fiche d'immeuble, rue des Tilleuls",
    text: `Construit en 1934, six étages, un ascenseur.
Chaudière collective au sous-sol.
Code de la porte remis au facteur.`,
  },
  {
    key: "note-rgpd",
    name: "Note sur les données personnelles",
    text: `Les pièces d'identité sont effacées après trois mois.
Chacun peut demander une copie de son dossier.
Aucune donnée n'est revendue.`,
  },
  {
    key: "note-visites",
    name: "Organiser les visites",
    text: `Grouper les visites par quartier.
Prévenir l'occupant la veille.
Noter chaque candidature.`,
  },
  {
    key: "note-louer",
    name: "Louer sans souci",
    text: `Avant de louer, faites établir les diagnostics.
Fixez un prix juste.
Un logement bien décrit se loue vite.`,
  },
];
