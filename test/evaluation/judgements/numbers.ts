import type { Judgement } from "../judgement.ts";

const TWELFTH_OF_MARCH = [
  "bail-tilleuls",
  "lease-maple",
  "facture-plombier",
  "notice-vacated",
  "releve-bancaire",
  "sinistre-constat",
];
const THIRD_OF_DECEMBER = ["bail-glycines", "pv-conseil", "minutes-board"];
const FIRST_OF_APRIL = ["avenant-parking", "lettre-indexation", "notice-rent-increase", "appel-fonds"];
const AMOUNT_WITH_THOUSANDS = ["bail-meuble-canal", "lease-maple", "depot-recu", "appel-fonds"];

/** Amounts, dates, bank accounts and telephone numbers, written otherwise than in the texts. */
export const NUMBERS: readonly Judgement[] = [
  { query: "1234.56", right: AMOUNT_WITH_THOUSANDS },
  { query: "1 234,56", right: AMOUNT_WITH_THOUSANDS },
  { query: "1,234.56", right: AMOUNT_WITH_THOUSANDS },
  { query: "12345.60", right: ["facture-toiture", "invoice-roof"] },
  { query: "850,00", right: ["bail-tilleuls", "lettre-indexation", "notice-rent-increase", "quittance-mars"] },
  { query: "930.00", right: ["quittance-mars", "releve-bancaire", "remboursement"] },
  { query: "123,45", right: ["facture-plombier", "invoice-plumber"] },
  { query: "loyer 862.00", right: ["lettre-indexation"] },
  { query: "4821", right: [] },
  { query: "12/03/2026", right: TWELFTH_OF_MARCH },
  { query: "12 mars 2026", right: TWELFTH_OF_MARCH },
  { query: "March 12, 2026", right: TWELFTH_OF_MARCH },
  { query: "2026-03-12", right: TWELFTH_OF_MARCH },
  { query: "12.03.2026", right: TWELFTH_OF_MARCH },
  { query: "3 décembre 2026", right: THIRD_OF_DECEMBER },
  { query: "03/12/2026", right: THIRD_OF_DECEMBER },
  { query: "1er avril 2026", right: FIRST_OF_APRIL },
  { query: "01/04/2026", right: FIRST_OF_APRIL },
  {
    query: "1 avril",
    right: ["bail-commercial", "avenant-parking", "lettre-indexation"],
    either: ["notice-rent-increase", "appel-fonds"],
  },
  { query: "réunion 10/06/2026", right: ["pouvoir"] },
  { query: "10 juin 2026", right: ["convocation-ag", "pouvoir", "proxy-form"] },
  { query: "10/04/2026", right: ["releve-gerance", "releve-bancaire", "statement-owner"] },
  { query: "FR7630006000011234567890189", right: ["rib-agence", "rib-syndicat"] },
  { query: "FR76 3000 6000 0112 3456 7890 189", right: ["rib-agence", "rib-syndicat"] },
  { query: "FR14 2004 1010 0505 0001 3M02 606", right: ["rib-bailleur", "prelevement-sepa"] },
  { query: "GB29NWBK60161331926819", right: ["bank-details-agency"] },
  { query: "DE89 3704 0044 0532 0130 00", right: ["bank-details-berlin"] },
  { query: "0199004567", right: ["lettre-voeux", "lettre-fibre", "note-gardienne"] },
  { query: "01 99 00 88 77", right: ["liste-artisans"] },
  { query: "02079460018", right: ["notice-boiler", "handbook-tenant"] },
];
