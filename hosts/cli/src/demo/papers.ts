import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** A sample document with its contents, oldest first. */
export interface SampleDocument {
  readonly folder: string;
  /** A code of its workspace's plan. */
  readonly code: string;
  readonly name: string;
  readonly documentType: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly papers: readonly [File, ...File[]];
  /** Comments of the versions, one for each content but the first. */
  readonly comments?: readonly string[];
}

const text = (name: string, type: string, content: string): File => new File([content], name, { type });

const TYPES: Readonly<Record<string, string>> = {
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".jpg": "image/jpeg",
  ".odt": "application/vnd.oasis.opendocument.text",
  ".pdf": "application/pdf",
  ".png": "image/png",
};

/** Reads a sample file of this package. */
function sample(name: string): File {
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  return new File([readFileSync(join(import.meta.dirname, "../../samples", name))], name, { type });
}

const CHARGES_2025 = "lot;tantièmes;charges_cents\n1;120;84000\n2;95;66500\n3;140;98000\n7;210;147000\n";
const CHARGES_2026 = "lot;tantièmes;charges_cents\n1;120;86400\n2;95;68400\n3;140;100800\n7;210;151200\n";

/** Twelve documents of a managing agency, in eight file formats. */
export const PAPERS: readonly SampleDocument[] = [
  {
    folder: "Baux",
    code: "1.1",
    name: "Bail d'habitation – lot 3",
    documentType: "Bail",
    domain: "Location",
    tags: ["bail", "habitation", "lot 3"],
    metadata: { lot: 3, surface_m2: 62.5, loyer_cents: 98_000, indice: "IRL" },
    papers: [sample("bail-lot-3-projet.pdf"), sample("bail-lot-3.pdf"), sample("bail-lot-3-avenant.pdf")],
    comments: ["Signature des parties", "Avenant n° 1"],
  },
  {
    folder: "Baux",
    code: "1.1",
    name: "Bail commercial – lot 7",
    documentType: "Bail",
    domain: "Location",
    tags: ["bail", "commercial", "lot 7"],
    metadata: { lot: 7, surface_m2: 118, loyer_cents: 540_000, periodicite: "trimestre", tva: true, indice: "ILC" },
    papers: [sample("bail-lot-7.pdf")],
  },
  {
    folder: "États des lieux",
    code: "1.2",
    name: "État des lieux d'entrée – lot 3",
    documentType: "État des lieux",
    domain: "Location",
    tags: ["entrée", "lot 3"],
    metadata: { lot: 3, pieces: ["entrée", "séjour", "cuisine", "chambre 1", "chambre 2"] },
    papers: [sample("etat-des-lieux-lot-3.odt")],
  },
  {
    folder: "Plans et photos",
    code: "2.2",
    name: "Façade sur rue",
    documentType: "Photo",
    domain: "Technique",
    tags: ["façade", "photo"],
    metadata: { orientation: "sud" },
    papers: [sample("facade.jpg")],
  },
  {
    folder: "Plans et photos",
    code: "2.2",
    name: "Plan du rez-de-chaussée",
    documentType: "Plan",
    domain: "Technique",
    tags: ["plan", "rez-de-chaussée"],
    metadata: { echelle: "1/50", niveau: 0 },
    papers: [sample("plan-rdc.png")],
  },
  {
    folder: "Diagnostics",
    code: "2.1",
    name: "Diagnostic de performance énergétique – lot 3",
    documentType: "Diagnostic",
    domain: "Technique",
    tags: ["DPE", "lot 3"],
    metadata: { lot: 3, classe: "C", kwh_m2_an: 142 },
    papers: [sample("dpe-lot-3.pdf")],
  },
  {
    folder: "Charges",
    code: "3",
    name: "Répartition des charges",
    documentType: "Tableau",
    domain: "Comptabilité",
    tags: ["charges"],
    metadata: { exercice: 2026 },
    papers: [text("charges-2025.csv", "text/csv", CHARGES_2025), text("charges-2026.csv", "text/csv", CHARGES_2026)],
    comments: ["Budget 2026 voté"],
  },
  {
    folder: "Courriers",
    code: "1.3",
    name: "Régularisation des charges – lot 3",
    documentType: "Courrier",
    domain: "Location",
    tags: ["charges", "lot 3"],
    metadata: { lot: 3, montant_cents: 14_260 },
    papers: [sample("regularisation-lot-3.docx")],
  },
  {
    folder: "Courriers",
    code: "1.3",
    name: "Règlement intérieur",
    documentType: "Courrier",
    domain: "Location",
    tags: ["règlement"],
    metadata: {},
    papers: [
      text(
        "reglement.md",
        "text/markdown",
        "# Règlement intérieur\n\n- Silence de 22 h à 7 h.\n- Local à vélos : code au gardien.\n",
      ),
      text(
        "reglement.md",
        "text/markdown",
        "# Règlement intérieur\n\n- Silence de 22 h à 7 h.\n- Compost : bac brun.\n",
      ),
    ],
    comments: ["Le compost remplace le local à vélos"],
  },
  {
    folder: "Mandats",
    code: "M",
    name: "Mandat de gestion n° 2026-014",
    documentType: "Mandat",
    domain: "Location",
    tags: ["mandat"],
    metadata: { numero: "2026-014", honoraires_pourcent: 7 },
    papers: [sample("mandat-2026-014.pdf")],
  },
  {
    folder: "Banque",
    code: "C.1",
    name: "Relevé bancaire – mars",
    documentType: "Tableau",
    domain: "Comptabilité",
    tags: ["banque"],
    metadata: { mois: "2026-03", solde_cents: 4_218_035 },
    papers: [
      text(
        "releve-2026-03.csv",
        "text/csv",
        "date;libellé;montant\n2026-03-05;VIR LOYER LOT 3;980,00\n2026-03-06;VIR LOYER LOT 7;6480,00\n",
      ),
    ],
  },
  {
    folder: "Procédures",
    code: "P",
    name: "Départ d'un locataire, pas à pas",
    documentType: "Note",
    domain: "Location",
    tags: ["procédure"],
    metadata: {},
    papers: [
      text(
        "depart.txt",
        "text/plain",
        "1. Accuser réception du congé\n2. Fixer l'état des lieux\n3. Restituer le dépôt\n",
      ),
    ],
  },
];
