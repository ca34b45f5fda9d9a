import type { CorpusText } from "./text.ts";

/** Leases, inventories of fixtures and mandates. */
export const LEASES: readonly CorpusText[] = [
  {
    key: "bail-tilleuls",
    name: "Bail 12 rue des Tilleuls",
    description: "Appartement de trois pièces, vide",
    text: `Contrat de location d'un logement vide.
Le bailleur donne à bail au locataire un appartement au deuxième étage.
Le loyer mensuel est de 850,00 euros, payable le 5 de chaque mois.
Prise d'effet le 12 mars 2026 pour trois ans.`,
  },
  {
    key: "bail-glycines",
    name: "Bail 4 impasse des Glycines",
    description: "Maison avec jardin",
    text: `Le bailleur loue une maison de cinq pièces avec jardin et garage.
Loyer : 1 850,00 euros, charges non comprises.
La sous-location est interdite sans l'accord écrit du bailleur.
Le contrat commence le 03/12/2026.`,
  },
  {
    key: "bail-meuble-canal",
    name: "Bail meublé quai du Canal",
    description: "Studio pour étudiant",
    text: `Studio meublé loué à une étudiante pour neuf mois.
Les meubles sont décrits dans l'inventaire joint.
Dépôt de garantie : 1 234,56 euros.
Chauffage électrique individuel.`,
  },
  {
    key: "bail-commercial",
    name: "Bail commercial du 7 place du Marché",
    text: `Local de boulangerie donné pour neuf ans.
Le preneur exploite le fournil et entretient la vitrine.
L'indexation suit l'indice des baux commerciaux, chaque 1er avril.
Toute cession demande l'agrément du propriétaire.`,
  },
  {
    key: "bail-colocation",
    name: "Colocation avenue des Érables",
    text: `Trois colocataires signent le même contrat.
Une clause de solidarité lie les colocataires jusqu'au départ du dernier.
Chaque chambre ferme à clé.
La cuisine et le salon sont partagés.`,
  },
  {
    key: "avenant-parking",
    name: "Avenant au bail : place de stationnement",
    text: `Les parties ajoutent au bail la place de parking numéro 48.
Le supplément est de 65,00 euros par mois à partir du 1er avril 2026.
Les autres clauses ne changent pas.`,
  },
  {
    key: "avenant-souslocation",
    name: "Avenant autorisant la souslocation",
    text: `Par dérogation, le bailleur autorise la souslocation pendant l'été.
Le montant demandé ne dépasse pas celui du bail.
Le locataire reste responsable de tout.`,
  },
  {
    key: "lease-maple",
    name: "Lease of 8 Maple Court",
    description: "Two-bedroom flat",
    text: `The landlord lets the flat to the tenant for twelve months.
The rent is 1,234.56 pounds a month, due on the first day.
The tenant shall not sublet any part of the flat.
The term begins on March 12, 2026.`,
  },
  {
    key: "lease-harbour",
    name: "Lease agreement, Harbour Cottage",
    description: "Furnished cottage by the sea",
    text: `The cottage is let furnished, with its boiler and its wood stove.
The tenant keeps the garden tidy and mows the lawn.
The deposit is 900.00 pounds and is returned within thirty days.
Pets are welcome with written consent.`,
  },
  {
    key: "lease-shop",
    name: "Commercial lease, Unit 3 Mill Lane",
    text: `The lessee uses the premises as a bicycle repair shop.
A break clause may be exercised after three years.
The lessee keeps the premises in a good state of repair.
Service charges are paid quarterly in advance.`,
  },
  {
    key: "lease-office",
    name: "Office lease, second floor",
    text: `The lessor leases the second floor to the lessee.
The desks and the meeting room are included.
Subletting is forbidden.
The leased area measures 140 square metres.`,
  },
  {
    key: "lease-break-notice",
    name: "Exercise of a break option",
    text: `We give six months' notice that we end the office contract.
The option in clause 14 is exercised as of 2026-09-30.
The keys will be handed over at noon.`,
  },
  {
    key: "edl-tilleuls",
    name: "État des lieux d'entrée, rue des Tilleuls",
    text: `Entrée : peinture blanche en bon état, une rayure près de la porte.
Cuisine : évier propre, robinet neuf, quatre plaques.
Salle de bains : joints à refaire.
Remise de deux clés et d'un badge.`,
  },
  {
    key: "edl-glycines",
    name: "État des lieux de sortie, impasse des Glycines",
    text: `Salon : parquet rayé, peintures défraîchies.
Chambre 1 : un carreau fêlé.
Jardin : pelouse non tondue, haie à tailler.
Il manque une clef du garage.`,
  },
  {
    key: "inventory-harbour",
    name: "Inventory, Harbour Cottage",
    text: `Living room: sofa, two armchairs, oak table, brass lamp.
Kitchen: kettle, toaster, six plates, six glasses.
Bedroom: double bed, wardrobe, wool blanket.
Shed: lawn mower and ladder.`,
  },
  {
    key: "inventory-maple",
    name: "Check-out inventory of 8 Maple Court",
    text: `Hallway: carpet worn near the stairs.
Kitchen: oven cleaned, one shelf cracked.
Bathroom: extractor fan noisy, tiles intact.
Two keys and one fob returned.`,
  },
  {
    key: "inventaire-studio",
    name: "Inventaire du mobilier, quai du Canal",
    text: `Un lit, un matelas, une couette et deux oreillers.
Une table, deux chaises, une lampe de chevet.
Vaisselle : six assiettes, six verres, une casserole.
Une loupe de lecture sur le bureau.`,
  },
  {
    key: "mandat-gestion",
    name: "Mandat de gestion locative",
    description: "Immeuble de rapport, 14 lots",
    text: `Le mandant confie à l'agence la gestion locative de l'immeuble.
Les honoraires s'élèvent à 7 % des encaissements.
Le mandataire rend compte chaque trimestre.
Le mandat est renouvelé par tacite reconduction.`,
  },
  {
    key: "mandat-technique",
    name: "Mandat de suivi technique",
    text: `Le cabinet se charge de la gestion technique et locative du parc.
Il choisit les artisans et contrôle les devis.
Deux visites par an sont prévues.`,
  },
  {
    key: "mandat-vente",
    name: "Mandat exclusif de vente",
    text: `Le vendeur confie à l'agence la vente du pavillon.
Le prix demandé est de 312 000 euros.
La commission est à la charge de l'acquéreur.
L'exclusivité dure trois mois.`,
  },
  {
    key: "mandate-letting",
    name: "Letting mandate, Mill Lane",
    text: `The owner appoints the agency to find occupiers.
The agency advertises the units and shows them to visitors.
Fees are ten percent of the first year's income.
The mandate ends with three months' notice.`,
  },
  {
    key: "acte-caution",
    name: "Acte de caution solidaire",
    text: `La mère du locataire se porte caution solidaire.
L'engagement couvre les dettes de loyer pendant trois ans.
La caution recopie de sa main le montant garanti.`,
  },
  {
    key: "caution-simple",
    name: "Acte de caution simple",
    text: `L'oncle du preneur se porte caution.
Il ne paie que si le preneur ne peut pas payer.
L'engagement est limité à 10 000 euros.`,
  },
  {
    key: "depot-recu",
    name: "Reçu de dépôt de garantie",
    text: `Reçu la somme de 1234,56 euros à titre de garantie.
Elle sera rendue un mois après la remise des clés.
Aucune caution bancaire n'a été demandée.`,
  },
];
