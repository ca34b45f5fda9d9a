import type { CorpusText } from "./text.ts";

/** Meetings of co-owners: invitations, minutes, rules. */
export const MEETINGS: readonly CorpusText[] = [
  {
    key: "convocation-ag",
    name: "Convocation à l'assemblée générale",
    description: "Résidence des Tilleuls",
    text: `Vous êtes convoqué le 10 juin 2026 à dix-huit heures.
L'ordre du jour comprend le budget et le ravalement.
Un pouvoir est joint si vous ne pouvez pas venir.`,
  },
  {
    key: "pv-ag-2025",
    name: "Procès-verbal d'assemblée générale 2025",
    text: `Les copropriétaires présents détiennent 7 412 tantièmes.
Le budget est voté à la majorité.
La résolution sur les ascenseurs est rejetée.`,
  },
  {
    key: "pv-ag-2026",
    name: "Procès-verbal d'assemblée générale 2026",
    text: `Résolution 1 : les comptes sont approuvés.
Résolution 2 : les travaux de ravalement sont adoptés.
Résolution 3 : élection du conseil syndical.`,
  },
  {
    key: "pv-ag-extraordinaire",
    name: "Assemblée extraordinaire",
    text: `Une seule question : l'installation d'un visiophone.
L'assemblée, réunie en urgence, vote le crédit de 4 800 euros.
La majorité générale est atteinte.`,
  },
  {
    key: "pv-conseil",
    name: "Compte rendu du conseil syndical",
    text: `Le conseil a comparé trois devis pour la toiture.
Il demande que l'on vérifie les gouttières.
Prochaine réunion le 3 décembre 2026.`,
  },
  {
    key: "pouvoir",
    name: "Pouvoir pour voter",
    text: `Je donne pouvoir à mon voisin de voter en mon nom.
Valable pour la réunion du 10/06/2026.
Signature précédée de la mention manuscrite.`,
  },
  {
    key: "reglement-copropriete",
    name: "Règlement de copropriété",
    text: `Chaque copropriétaire jouit de son lot sans gêner les autres.
Les plaques professionnelles sont autorisées.
Le linge ne sèche pas aux balcons.`,
  },
  {
    key: "carnet-entretien",
    name: "Carnet d'entretien de l'immeuble",
    text: `2019 : réfection de l'étanchéité de la terrasse.
2021 : remplacement de la chaudière collective.
2024 : ravalements des deux pignons.`,
  },
  {
    key: "fonds-travaux",
    name: "Fonds travaux",
    text: `La cotisation annuelle vaut 5 % du budget.
Elle reste attachée au lot en cas de vente.
Le syndic la verse sur un compte rémunéré.`,
  },
  {
    key: "appel-fonds",
    name: "Appel de fonds du deuxième trimestre",
    text: `Provision pour charges courantes : 412,30 euros.
Appel exceptionnel pour la façade : 1 234,56 euros.
Exigible le 01/04/2026.`,
  },
  {
    key: "minutes-agm",
    name: "Minutes of the annual general meeting",
    text: `Present: eleven owners. Apologies: three.
The budget was approved unanimously.
The owners voted to repaint the hall.`,
  },
  {
    key: "minutes-board",
    name: "Board minutes, May",
    text: `The directors discussed the roof and the insurance premium.
Two quotations were compared.
Next meeting on 3 December 2026.`,
  },
  {
    key: "agenda-agm",
    name: "Agenda",
    text: `General meeting of the residents' company.
Item 1: accounts. Item 2: reserve fund.
Item 3: repairing the facade.`,
  },
  {
    key: "proxy-form",
    name: "Proxy form",
    text: `I appoint the chair to vote on my behalf.
Valid for the meeting on June 10, 2026 only.
Sign and return before the vote.`,
  },
  {
    key: "house-rules",
    name: "House rules",
    text: `Quiet hours run from ten at night to seven in the morning.
Bicycles are not left in the hall.
The roof terrace closes at dusk.`,
  },
  {
    key: "contestation-ag",
    name: "Contestation d'une résolution",
    text: `Je conteste la résolution 7 devant le tribunal.
La convocation est arrivée trop tard.
Le délai de deux mois n'est pas écoulé.`,
  },
  {
    key: "demission-conseil",
    name: "Démission d'un conseiller",
    text: `Je quitte le conseil pour raisons de santé.
Mon mandat prenait fin dans un an.
Je reste à votre disposition.`,
  },
  {
    key: "election-syndic",
    name: "Élection du syndic",
    text: `Deux cabinets se présentent.
Chaque candidat expose ses tarifs.
La sélection se fait à la majorité absolue.`,
  },
];
