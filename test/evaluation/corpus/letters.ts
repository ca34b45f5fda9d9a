import type { CorpusText } from "./text.ts";

/** Letters and notices in French. */
export const LETTERS: readonly CorpusText[] = [
  {
    key: "lettre-eau",
    name: "Coupure d'eau du 14 avril",
    text: `Madame, Monsieur,
L'eau sera coupée de 9 heures à midi dans tout l'immeuble.
Le plombier remplace une vanne dans la cave.
Merci de fermer vos robinets.`,
  },
  {
    key: "lettre-fuite",
    name: "Fuite au troisième étage",
    description: "Dégât des eaux chez le voisin",
    text: `Une fuite d’eau a été signalée sous l’évier.
Le plafond du voisin est taché.
Veuillez remplir un constat amiable et nous l'envoyer.`,
  },
  {
    key: "lettre-conge",
    name: "Congé donné par le locataire",
    text: `Je vous informe de mon départ.
Je respecte le préavis d'un mois en zone tendue.
Je rendrai les clés le 30/06/2026.
Mon téléphone : 06 39 98 12 34.`,
  },
  {
    key: "lettre-conge-vente",
    name: "Congé pour vente",
    text: `Le propriétaire entend vendre le logement occupé.
Le locataire dispose d'un droit de préemption pendant deux mois.
Le délai de préavis est de six mois.`,
  },
  {
    key: "lettre-resiliation",
    name: "Résiliation du contrat de parking",
    text: `Je souhaite résilier mon contrat de stationnement.
Ma voiture est vendue.
Merci de désactiver le badge numéro 48.`,
  },
  {
    key: "lettre-resilie",
    name: "Contrat résilié pour impayés",
    text: `Faute de règlement, le contrat est résilié de plein droit.
Un commandement de payer avait été délivré par huissier.
La somme due atteint 2 345,10 euros.`,
  },
  {
    key: "lettre-relance",
    name: "Relance amiable",
    description: "Premier rappel",
    text: `Sauf erreur, le loyer de février n'a pas été réglé.
Merci de régulariser sous huit jours.
Ne tenez pas compte de ce rappel si vous avez déjà payé.`,
  },
  {
    key: "lettre-mise-en-demeure",
    name: "Mise en demeure",
    text: `Malgré deux rappels, vous restez devoir 1 700,00 euros.
À défaut de paiement sous quinze jours, nous saisirons le tribunal.
Lettre recommandée avec avis de réception.`,
  },
  {
    key: "lettre-indexation",
    name: "Révision annuelle du loyer",
    text: `L'indice de référence a augmenté de 1,4 %.
Votre nouveau loyer est de 862,00 euros à compter du 1er avril 2026.
L'ancien montant était de 850,00 euros.`,
  },
  {
    key: "lettre-charges",
    name: "Régularisation des charges 2025",
    text: `Vos provisions se montaient à 960,00 euros.
Les dépenses réelles atteignent 1 012,40 euros.
Nous vous prions de régler le solde de 52,40 euros.`,
  },
  {
    key: "lettre-ramonage",
    name: "Ramonage des cheminées",
    text: `Le ramoneur passera le jeudi 19 novembre 2025.
Chaque foyer ouvert doit être ramoné une fois par an.
Protégez vos meubles de la suie.`,
  },
  {
    key: "lettre-chaudiere",
    name: "Entretien de la chaudière",
    description: "Visite annuelle obligatoire",
    text: `La chaudière à gaz doit être contrôlée chaque année.
Prenez rendez-vous avec l'artisan de votre choix.
Envoyez-nous l'attestation.`,
  },
  {
    key: "lettre-chaudieres-parc",
    name: "Remplacement dans le parc",
    text: `Vingt chaudières anciennes seront changées cet automne.
Les nouveaux appareils sont plus sobres.
Un technicien vous appellera au préalable.`,
  },
  {
    key: "lettre-ascenseur",
    name: "Panne d'ascenseur, escalier B",
    text: `L'ascenseur est arrêté depuis lundi.
La pièce cassée est commandée.
Les personnes âgées peuvent demander un portage de courses.`,
  },
  {
    key: "lettre-ascenseurs",
    name: "Modernisation des ascenseurs",
    text: `Les ascenseurs des trois escaliers seront modernisés.
Chaque cabine recevra un miroir et un éclairage sobre.
Le chantier dure six semaines.`,
  },
  {
    key: "lettre-bruit",
    name: "Nuisances sonores",
    text: `Des voisins se plaignent de bruits nocturnes.
La musique doit cesser à vingt-deux heures.
En cas de récidive, une sommation sera faite.`,
  },
  {
    key: "lettre-animaux",
    name: "Chiens et chats dans la résidence",
    text: `Les chiens sont tenus en laisse dans la cour.
Nourrir les pigeons est interdit.
Merci de ramasser les déjections.`,
  },
  {
    key: "lettre-jardin",
    name: "Entretien du jardin",
    text: `Le jardinier a constaté que la haie dépasse deux mètres.
Il vous revient de la tailler avant l'été.
Les jardins du rez-de-chaussée sont à usage privatif.`,
  },
  {
    key: "lettre-clef",
    name: "Perte de clef",
    text: `Vous avez perdu la clef de la cave.
Le serrurier refait un double pour 28,50 euros.
La somme figure sur votre prochaine quittance.`,
  },
  {
    key: "lettre-voeux",
    name: "Vœux du syndic",
    text: `Toute l'équipe vous présente ses meilleurs vœux.
Le cabinet sera fermé du 24 au 31 décembre.
Une astreinte répond au 01 99 00 45 67.`,
  },
  {
    key: "lettre-encombrants",
    name: "Encombrants",
    text: `Des meubles ont été déposés dans le local à vélos.
Ils seront enlevés vendredi aux frais de leur propriétaire.
La déchetterie est gratuite.`,
  },
  {
    key: "lettre-fibre",
    name: "Raccordement à la fibre",
    text: `L'opérateur tire la fibre dans les gaines techniques.
Un rendez-vous vous sera proposé au 0199004567.
Le raccordement est sans frais.`,
  },
  {
    key: "lettre-punaises",
    name: "Traitement contre les punaises de lit",
    text: `Une entreprise spécialisée interviendra chez vous.
Lavez le linge à soixante degrés.
Deux passages à quinze jours d'intervalle sont nécessaires.`,
  },
  {
    key: "lettre-amiante",
    name: "Repérage d'amiante",
    text: `Un diagnostiqueur prélèvera des échantillons dans les dalles.
Le rapport sera joint au dossier technique.
Aucune poussière n'est libérée.`,
  },
  {
    key: "lettre-thermostat",
    name: "Mode d'emploi du ther\u00ADmo\u00ADstat",
    text: `Tournez la molette pour choisir dix-neuf degrés.
Le voyant vert confirme le réglage.
Changez les piles chaque année.`,
  },
  {
    key: "lettre-rehabilitation",
    name: "Projet pour la tour Nord",
    text: `Le bailleur lance un programme de réhabili-
tation de la tour.
Chaque logement recevra une porte-
fenêtre neuve et un volet roulant.`,
  },
  {
    key: "lettre-cafards",
    name: "Désinsectisation",
    text: `Le passage contre les cafards a lieu mardi.
Videz vos placards sous l'évier.
Fermez les fenêtres pendant deux heures.`,
  },
  {
    key: "note-gardienne",
    name: "Horaires de la loge",
    text: `La gardienne reçoit de huit à dix heures.
Les colis sont remis contre signature.
En son absence, appelez le 01.99.00.45.67.`,
  },
];
