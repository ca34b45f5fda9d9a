import type { CorpusText } from "./text.ts";

/** Invoices, receipts, bank details and statements. */
export const MONEY: readonly CorpusText[] = [
  {
    key: "quittance-mars",
    name: "Quittance mars 2026",
    description: "Rue des Tilleuls",
    text: `Reçu du locataire la somme de 930,00 euros.
Loyer : 850.00, provision : 80.00.
La quittance annule tous les reçus du même mois.`,
  },
  {
    key: "quittances-2025",
    name: "Quittances 2025, impasse des Glycines",
    text: `Douze quittances sont réunies dans ce fichier.
Elles ont été envoyées par courriel.
Total reçu : 22 200,00 euros.`,
  },
  {
    key: "facture-plombier",
    name: "Facture plomberie 2026-031",
    text: `Recherche de fuite et changement d'un joint.
Main-d'œuvre : 2 heures à 45,00 euros.
Total TTC : 123,45 euros.
Payable avant le 12/03/2026.`,
  },
  {
    key: "facture-peintre",
    name: "Facture peinture cage d'escalier",
    text: `Préparation des murs et deux couches de peinture.
Fournitures et main d'oeuvre comprises.
Total : 11 234,56 euros.
Garantie de deux ans.`,
  },
  {
    key: "facture-toiture",
    name: "Facture couverture",
    text: `Remplacement de quarante tuiles et d'une gouttière.
Échafaudage loué pour une semaine.
Montant : 12 345,60 euros.`,
  },
  {
    key: "facture-ascenseur",
    name: "Facture maintenance ascenseur",
    text: `Visite mensuelle et graissage des câbles.
Aucune panne relevée.
Montant forfaitaire : 310,00 euros.`,
  },
  {
    key: "facture-electricien",
    name: "Facture électricité parties communes",
    text: `L'électricien a posé douze ampoules et un détecteur.
Mise à la terre du tableau électrique.
Net à payer : 1 234,65 euros.`,
  },
  {
    key: "facture-menuisier",
    name: "Facture menuiserie",
    text: `Pose d'une porte palière et de trois poignées.
Bois de chêne, vernis mat.
Acompte versé : 500,00 euros.`,
  },
  {
    key: "devis-ravalement",
    name: "Devis de ravalement",
    description: "Façade sur rue",
    text: `Lavage de la façade, reprise des fissures, enduit.
Les balcons seront ravalés ensuite.
Prix : 48 900,00 euros hors taxes.`,
  },
  {
    key: "devis-isolation",
    name: "Devis d'isolation des combles",
    text: `Laine de bois soufflée sur trente centimètres.
La subvention couvre un tiers du prix.
Validité de l'offre : deux mois.`,
  },
  {
    key: "devis-fenetres",
    name: "Devis pour des fenêtres",
    text: `Dix fenêtres à double vitrage, cadre en bois.
Une porte-fenêtre pour la terrasse.
Livraison en huit semaines.`,
  },
  {
    key: "invoice-plumber",
    name: "Plumbing invoice 4471",
    text: `Repairing a leaking tap and clearing a drain.
Labour: two hours. Parts: one washer.
Total due: 123.45 pounds.`,
  },
  {
    key: "invoice-roof",
    name: "Roofing invoice",
    text: `Forty slates replaced, gutter cleared.
Scaffolding hired for one week.
Total: 12,345.60 pounds.`,
  },
  {
    key: "invoice-legal",
    name: "Solicitor's fees",
    text: `Drafting of a tenancy and advice on arrears.
Invoices are payable on receipt.
Total: 640.00 pounds plus tax.`,
  },
  {
    key: "invoice-garden",
    name: "Gardener's bill",
    text: `Mowing, hedge trimming and removal of leaves.
Four visits in November.
Total: 180.00 pounds.`,
  },
  {
    key: "quote-boiler",
    name: "Quote for a new boiler",
    text: `Supply and installation of a condensing boiler.
Ten years of guarantee.
The old boiler is taken away free of charge.`,
  },
  {
    key: "rib-agence",
    name: "RIB de l'agence",
    text: `Titulaire : Agence du Pont Vert.
IBAN : FR76 3000 6000 0112 3456 7890 189
À utiliser pour tous les virements.`,
  },
  {
    key: "rib-bailleur",
    name: "RIB du bailleur",
    text: `Titulaire : la société civile des Trois Ormes.
IBAN FR1420041010050500013M02606
Compte ouvert en janvier.`,
  },
  {
    key: "rib-syndicat",
    name: "Compte du syndicat",
    text: `Compte séparé du syndicat des copropriétaires.
IBAN : FR7630006000011234567890189
Ne pas l'utiliser pour les loyers.`,
  },
  {
    key: "bank-details-agency",
    name: "Bank details for rent",
    text: `Account holder: Willow Lettings.
IBAN: GB29 NWBK 6016 1331 9268 19
Quote your flat number as the reference.`,
  },
  {
    key: "bank-details-berlin",
    name: "Bank details, Berlin office",
    text: `Account holder: Lindenhaus.
IBAN: DE89370400440532013000
Transfers arrive the next day.`,
  },
  {
    key: "prelevement-sepa",
    name: "Mandat de prélèvement SEPA",
    text: `Je soussigné autorise le créancier à débiter mon compte.
IBAN du débiteur : FR14 2004 1010 0505 0001 3M02 606
Prélèvement le 5 de chaque mois.`,
  },
  {
    key: "releve-gerance",
    name: "Relevé de gérance du premier trimestre",
    text: `Encaissements : 5 580,00 euros.
Honoraires : 390,60 euros.
Solde viré au propriétaire le 2026-04-10.`,
  },
  {
    key: "releve-bancaire",
    name: "Relevé bancaire",
    text: `12 mars 2026 : virement reçu, 930,00.
10 avril 2026 : virement émis, 5 189,40.
Frais de tenue de compte : 4,50.`,
  },
  {
    key: "statement-owner",
    name: "Owner statement, first quarter",
    text: `Income: 5,580.00 pounds.
Fees: 390.60 pounds.
Paid to the owner on April 10, 2026.`,
  },
  {
    key: "taxe-fonciere",
    name: "Avis de taxe foncière",
    text: `Montant de l'impôt : 1 456,00 euros.
Date limite de paiement : 15 octobre 2026.
Référence de l'avis : 26 75 1234567 89.`,
  },
  {
    key: "taxe-ordures",
    name: "Taxe d'enlèvement des ordures",
    text: `La part récupérable est répartie entre les occupants.
Votre quote-part s'élève à 123,54 euros.
Elle figure dans le décompte annuel.`,
  },
  {
    key: "remboursement",
    name: "Remboursement d'un trop-perçu",
    text: `Nous avons encaissé deux fois votre virement.
La somme de 930.00 euros vous est remboursée.
Veuillez excuser cette erreur.`,
  },
];
