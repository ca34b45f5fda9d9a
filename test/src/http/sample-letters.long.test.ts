import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { wordsOf } from "../../support/pdf-words.ts";
import { type SampleLetter, sampleLetters } from "../../support/sample-letters.ts";

// biome-ignore lint/suspicious/noExplicitAny: replies are read field by field.
type Body = any;

/** What each letter of the demonstration's agency says of it (décret 72-678, art. 92). */
const IDENTITY = [
  "Agence du Port, SARL, au capital de 10 000,00 € – RCS Brest 812 345 676 – TVA FR19812345676",
  "Carte professionnelle n° CPI 2901 2024 000 012 345 délivrée par la CCI métropolitaine Bretagne Ouest",
  "Garantie financière : Garantie Immobilière Mutuelle, 14 rue de Londres, 75009 Paris",
  "Administrateur de biens",
  "2 quai du Port 29200 Brest 02 98 00 11 22 bonjour@agence-du-port.example agence-du-port.example",
];

/** Letters of more than one page: a year has more movements than a page has lines. */
const LONG = ["compte-rendu-annee"];

/** The day of issue of each letter: nothing is dated after it but a due date and the billed period. */
const ISSUED: Readonly<Record<string, string>> = {
  "avis-d-echeance": "1er décembre 2026",
  facture: "1er octobre 2026",
  quittance: "5 décembre 2026",
  recu: "5 décembre 2026",
  revision: "1er mars 2026",
  rappel: "5 janvier 2027",
  "mise-en-demeure": "5 janvier 2027",
  "decompte-de-charges": "5 janvier 2027",
  "depot-de-garantie": "5 janvier 2027",
  "compte-rendu-trimestre": "5 janvier 2027",
  "compte-rendu-annee": "5 janvier 2027",
};

/** Days after the day of issue that a letter may name: what it is about, and until when it is to be paid. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  "avis-d-echeance": ["31 décembre 2026", "5 décembre 2026"],
  facture: ["31 décembre 2026", "5 octobre 2026"],
  quittance: ["31 décembre 2026"],
  recu: ["31 décembre 2026"],
};

/** Texts of each letter, in their order. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  "avis-d-echeance": [
    "pour le compte de Luc Bertin Camille Martin 12 rue des Tilleuls 29200 Brest Avis d’échéance",
    "Référence AP-2026-000185 Bail Bail A-02 Émis le 1er décembre 2026 Période du 1er au 31 décembre 2026",
    "À payer au plus tard le 5 décembre 2026",
    "Locaux A-02, Résidence Les Tilleuls, 12 rue des Tilleuls, 29200 Brest Locataire Camille Martin",
    "Loyer du 1er au 31 décembre 2026 535,00 € Provision sur charges du 1er au 31 décembre 2026 60,00 € Total 595,00 €",
    "Reçu le 5 novembre 2026 −595,00 € Solde avant le présent avis 862,50 € Présent avis 595,00 €",
    "À payer au plus tard le 5 décembre 2026 : 1 457,50 €",
    "Merci d’indiquer la référence AP-2026-000185",
    "IBAN FR76 1254 8029 9812 3456 7890 161 (BIC AXABFRPP)",
    "n’est pas une quittance",
    "article 21 de la loi n° 89-462 du 6 juillet 1989",
  ],
  facture: [
    "Librairie du Quai 4 quai de la Douane 29200 Brest Facture – avis d’échéance",
    "Facture n° AP-2026-000159 Bail Bail B-02 Émis le 1er octobre 2026",
    "au nom et pour le compte de Fanch Floc'h : Fanch Floc'h, 12 route du Conquet, 29217 Plougonvelin – TVA FR69823456784",
    "N° de TVA du preneur : FR22834567892",
    "Désignation Hors taxes Taux TVA TTC",
    "3 900,00 € 20 % 780,00 € 4 680,00 €",
    "450,00 € 20 % 90,00 € 540,00 €",
    "Total 4 350,00 € 870,00 € 5 220,00 € TVA 20 % sur 4 350,00 € : 870,00 €",
    "Facture n° AP-2026-000159 du 1er octobre 2026",
    "indemnité forfaitaire de 40 €",
  ],
  quittance: [
    "Quittance Période du 1er au 31 décembre 2026",
    "A-02, Résidence Les Tilleuls, 12 rue des Tilleuls, 29200 Brest",
    "au nom et pour le compte de Luc Bertin, reconnaît avoir reçu de Camille Martin la somme de 595,00 €",
    "en donne quittance",
    "Loyer 535,00 € Charges 60,00 € Total 595,00 € Reçu le 5 décembre 2026 par virement : 595,00 €",
    "Fait le 5 décembre 2026",
    "article 21 de la loi n° 89-462",
  ],
  recu: [
    "Reçu Période du 1er au 31 décembre 2026",
    "au nom et pour le compte de la SCI des Tilleuls, reconnaît avoir reçu de Camille Morvan la somme de 322,50 €",
    "Loyer 585,00 € 322,50 € 262,50 € Charges 60,00 € 0,00 € 60,00 € Total 645,00 € 322,50 € 322,50 €",
    "Reste dû : 322,50 €",
    "il ne vaut pas quittance",
  ],
  revision: [
    "pour le compte d’Anne Aubry Camille Le Goff Dominique Le Goff 12 rue des Tilleuls 29200 Brest Révision du loyer",
    "À compter du 1er mars 2026 Locaux A-01, Résidence Les Tilleuls, 12 rue des Tilleuls, 29200 Brest",
    "(article 17-1 de la loi n° 89-462 du 6 juillet 1989), selon l’indice de référence des loyers (IRL)",
    "avant révision 480,00 € Indice du 3e trimestre 2024 144,51 Indice du 3e trimestre 2025 145,77",
    "480,00 € × 145,77 ÷ 144,51 = 484,19 €",
    "Nouveau loyer mensuel : 484,19 €",
  ],
  rappel: ["Camille Petit", "Rappel", "AP-2026-000186", "Reste dû 610,00 € À payer : 610,00 €", "IBAN FR76"],
  "mise-en-demeure": [
    "Mise en demeure",
    "mettons en demeure de payer, dans un délai de huit jours",
    "exigible depuis le 5 décembre 2026",
    "articles 1231 et 1344 du Code civil",
    "Montant appelé 610,00 € Déjà réglé 0,00 € Reste dû 610,00 €",
  ],
  "decompte-de-charges": [
    "Décompte de charges Période du 1er janvier au 31 décembre 2026 Bail Bail A-02 Jours d’occupation 365",
    "Nature des charges Total récupérable Mode de répartition Votre part",
    "Entretien et réparations 1 380,00 €",
    "Provisions appelées pour la période 720,00 €",
    "En votre faveur : 420,92 €",
    "pendant six mois à compter de l’envoi de ce décompte (article 23 de la loi n° 89-462 du 6 juillet 1989)",
  ],
  "depot-de-garantie": [
    "pour le compte de Gaëlle Gourvil et d’Hervé Gourvil Inès Le Dantec",
    "Dépôt de garantie prévu au bail 410,00 € Dépôt de garantie reçu 410,00 €",
    "Remplacement d'une vitre fendue −85,00 € À vous restituer 325,00 €",
    "Restitué le 4 janvier 2027",
  ],
  "compte-rendu-trimestre": [
    "SCI du Port 1 rue Jean Jaurès 29200 Brest Compte rendu de gestion",
    "Période du 1er octobre au 31 décembre 2026 Compte mandant PRO0005",
    "Galerie du Port, lot B-01 Café Élan 4 500,00 € 3 300,00 € 450,00 € 750,00 €",
    "Honoraires de gestion 945,00 € 189,00 € 1 134,00 €",
    "1er novembre 2026 Virement RV-2026-000058 16 686,00 €",
    "Total des mouvements 17 820,00 € 17 820,00 € 0,00 €",
    "article 66 du décret n° 72-678",
  ],
  "compte-rendu-annee": [
    "Période année 2026 Compte mandant PRO0001",
    "Aide à la déclaration des revenus fonciers 2026",
    "211 Loyers bruts encaissés 19 121,90 €",
    "221 Frais d’administration et de gestion 1 449,63 €",
    "224 Dépenses de réparation, d’entretien et d’amélioration 612,64 €",
    "ne constituent pas un conseil fiscal",
  ],
};

/** The values of a lease. */
const LEASE = {
  ...{ bailleur_nom: "Claire Le Goff", bailleur_adresse: "4 rue de Siam, 29200 Brest" },
  ...{ locataire_nom: "Jeanne Kermarec", locataire_adresse: "18 rue Jean Jaurès, 29200 Brest" },
  ...{ caution_nom: "Yann Kermarec", caution_adresse: "2 place Wilson, 29200 Brest" },
  ...{ logement_adresse: "12 allée des Tilleuls, 29200 Brest", identifiant_fiscal: "290190123456" },
  ...{ surface: "48,20", pieces: 2, periode_construction: "de 1949 à 1974", classe_energie: "D" },
  ...{ depenses_energie: "de 780 € à 1 060 € par an", date_effet: "1er juin 2026", loyer: "690,00" },
  ...{ charges: "70,00", indice_trimestre: "1er trimestre 2026", depot_garantie: "690,00", lieu: "Brest" },
  date: "15 mai 2026",
};

const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");

/** A day that is written in words, as a number that orders days. */
function orderOf(day: string): number {
  const [date = "", month = "", year = ""] = day.split(" ");
  return Number(year) * 10_000 + MONTHS.indexOf(month) * 100 + Number.parseInt(date, 10);
}

/** A year of twelve runs with their payments, also on a busy machine. */
const YEAR_MS = 900_000;

describe("the letters of the demonstration, after its year", () => {
  const pdfText = createPdfText();
  let house: House;
  let letters: readonly SampleLetter[];
  const texts = new Map<string, string>();
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    letters = await sampleLetters(house);
    for (const { name, pdf } of letters) {
      const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
      texts.set(name, `${await pdfText.read(oneChunk(pdf), limits)}`.replaceAll(/\s+/g, " "));
    }
  }, YEAR_MS);
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  it("are one of each kind, and lack nothing", () => {
    expect(letters.map(({ name }) => name)).toEqual(Object.keys(ISSUED));
    expect(letters.filter(({ missing, warning }) => missing !== null || warning !== null)).toEqual([]);
  });

  it("have all that the law and their addressees want on them", () => {
    for (const [name, contents] of Object.entries(CONTENTS)) {
      const text = texts.get(name) ?? "";
      for (const content of [...contents, ...IDENTITY]) expect(text, name).toContain(content);
    }
  });

  it("name no day after their issue but those that they are about", () => {
    const days = new RegExp(`\\d{1,2}(?:er)? (?:${MONTHS.join("|")}) \\d{4}`, "g");
    for (const [name, text] of texts) {
      const later = [...text.matchAll(days)]
        .map(([day]) => day)
        .filter((day) => orderOf(day) > orderOf(ISSUED[name] ?? ""));
      expect([...new Set(later)].toSorted(), name).toEqual(LATER[name] ?? []);
      expect(text, name).not.toMatch(/\d\d\/\d\d\/\d{4}/);
    }
  });

  it("have amounts that the ledger has", async () => {
    const at = (path: string, query: Record<string, string>) =>
      house.admin.ask<Body>("GET", `/rental/api/v1${path}`, { query }).then(({ body }) => body);
    const balances = async (to: string, accountCode: string): Promise<readonly Body[]> =>
      (await at("/accounting/trial_balance", { to })).accounts.filter((each: Body) => each.accountCode === accountCode);
    const owed = (await balances("2026-12-01", "411000")).filter(({ balance }) => balance === "1457.50");
    expect(owed).toHaveLength(1);
    const owners = await balances("2026-12-31", "467000");
    expect(owners).toContainEqual(expect.objectContaining({ auxiliaryCode: "PRO0001", balance: "-2044.19" }));
    expect(texts.get("compte-rendu-annee")).toContain("Solde en votre faveur : 2 044,19 €");
  });

  it("claim PDF/A-2b, and fit on a page", async () => {
    for (const { name, pdf } of letters) {
      const claim = new TextDecoder("latin1").decode(pdf);
      expect(claim, name).toContain("<pdfaid:part>2</pdfaid:part>");
      expect(claim, name).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
      if (!LONG.includes(name)) expect(texts.get(name), name).toContain("page 1/1");
    }
    expect(texts.get("compte-rendu-annee")?.match(/Total des mouvements/g)).toHaveLength(1);
  });

  it("have a lease with the home's tax identifier, guarantor and addresses, which says what is missing", async () => {
    const ask = (method: string, path: string, json?: object) =>
      house.admin.ask<Body>(method, `/api/v1/documents${path}`, json ? { json } : {});
    const made = await ask("POST", "/composed_documents", { template_key: "bail-habitation", name: "Bail" });
    const { id } = made.body.composed_document;
    const missing = await ask("POST", `/composed_documents/${id}/compile`);
    expect(missing.status).toBe(422);
    for (const name of ["identifiant_fiscal", "locataire_adresse", "bailleur_adresse"])
      expect(missing.text).toContain(`variables.${name}`);
    expect((await ask("PATCH", `/composed_documents/${id}`, { variables: LEASE })).status).toBe(200);
    const { pdf_file_id: pdf } = (await ask("POST", `/composed_documents/${id}/compile`)).body;
    const { bytes } = await ask("GET", `/documents/${pdf}/content`);
    const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
    const text = `${await pdfText.read(oneChunk(bytes), limits)}`.replaceAll(/\s+/g, " ");
    for (const content of [
      "Claire Le Goff, personne physique, demeurant ou ayant son siège 4 rue de Siam, 29200 Brest",
      "Jeanne Kermarec, demeurant 18 rue Jean Jaurès, 29200 Brest",
      "identifiant fiscal du logement : 290190123456",
      "Caution (nom, adresse) : Yann Kermarec, 2 place Wilson, 29200 Brest",
    ])
      expect(text).toContain(content);
    expect(new TextDecoder("latin1").decode(bytes)).toContain("<pdfaid:part>2</pdfaid:part>");
  });

  it("have nothing but the address in the window, and spaces before the signs that have them in French", async () => {
    for (const { name, pdf } of letters) {
      const words = await wordsOf(pdf);
      const window = words.filter(({ page, left, y }) => page === 1 && left >= 108 && y > 45 && y < 86);
      expect(window.length, name).toBeGreaterThanOrEqual(3);
      for (const { left, right, y } of window)
        expect([left >= 110, right <= 190, y <= 85], name).toEqual([true, true, true]);
      expect(window.at(-1)?.text, name).toMatch(/^29200.Brest$/);
      const printed = words.map(({ text }) => text).join(" ");
      expect(printed, name).not.toMatch(/\S[;!?»](?=\s)/);
    }
  });
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
