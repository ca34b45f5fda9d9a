import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { createTextRecognizer } from "../src/index.ts";
import { contentOf, pdfOfPicture, png, printed, scanned, shareFound, type Treatment } from "./scans.ts";

const recognizer = createTextRecognizer();
afterAll(() => recognizer.close());

const LIMITS = { cpuMilliseconds: 60_000 };
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));
const textOf = (bytes: Uint8Array, page: number | null = null) => recognizer.recognize(contentOf(bytes), page, LIMITS);

const FRENCH = `Paris, le 12 mars 2026

Objet : révision du loyer de l'appartement situé 14, rue des Églantines

Madame, Monsieur,

Conformément à la clause d'indexation prévue à votre bail d'habitation, signé le 15 février 2023, le loyer est révisé chaque année à la date anniversaire, en fonction de l'indice de référence des loyers publié par l'INSEE. À compter du prochain terme, votre loyer mensuel hors charges s'élèvera à 1 234,56 euros, auxquels s'ajoute une provision pour charges de 87,40 euros.

Le dépôt de garantie demeure inchangé. Toute somme impayée fera l'objet d'une relance, puis, le cas échéant, d'une mise en demeure adressée par lettre recommandée. L'entretien annuel de la chaudière incombe au locataire, ainsi que le ramonage des conduits ; l'attestation doit nous être communiquée dès réception de votre échéancier.

Les travaux de rénovation de la façade débuteront au printemps. Les bicyclettes et poussettes devront être évacuées vers le sous-sol où le gérant les gardera jusqu'à Noël.

Veuillez agréer, Madame, Monsieur, l'expression de nos salutations distinguées.

Geneviève Lefèvre-Dûment, gestionnaire`;

const ENGLISH = `London, March 12, 2026

Subject: renewal of the tenancy agreement for the flat at 27 Harbour Street

Dear tenant,

Your current agreement ends on June 30, 2026. We would be pleased to renew it for another twelve months at a monthly rent of 1,450.00 pounds, payable in advance on the first working day of each month. The deposit remains with the scheme that has protected it since you moved in.

Before the renewal takes effect, our surveyor will visit the property to check the smoke alarms, the boiler and the window locks. Please let us know which mornings would be convenient. Any repairs that you have already reported will be carried out during the same visit, and no charge will be made for them.

If you prefer to leave, please give us two months of written notice; keys should be returned to our office.

Yours sincerely,

Margaret Whitfield, property manager`;

const FONTS = ["Libertinus Serif", "DejaVu Sans Mono"];

const TREATMENTS: readonly Treatment[] = [
  { dotsPerInch: 300, degrees: 1, noise: 40 },
  { dotsPerInch: 200, degrees: -1, noise: 25 },
  { dotsPerInch: 150, degrees: 1, noise: 15 },
  { dotsPerInch: 200, degrees: 2, noise: 15, shade: 0.6 },
];

describe.each([
  ["French", "fr", FRENCH],
  ["English", "en", ENGLISH],
])("a letter in %s", (_, language, text) => {
  describe.each(FONTS)("set in %s", (font) => {
    const letter = printed(`#set text(size: 11pt, lang: "${language}", font: "${font}")\n${text}`);

    it.each(TREATMENTS)("is found by nine of ten of its words when it is scanned with %o", async (treatment) => {
      const found = await textOf(png(await scanned(letter, treatment)));
      expect(shareFound(text, found)).toBeGreaterThanOrEqual(0.9);
    });
  });
});

it.each([90, 180, 270])(
  "reads a page that is rotated by %i degrees, without a word of it in the file",
  async (rotation) => {
    const letter = printed(
      `#set text(size: 11pt)\n#rotate(${rotation}deg, reflow: true)[#block(width: 16cm)[${ENGLISH}]]`,
    );
    expect(shareFound(ENGLISH, await textOf(png(await scanned(letter, { dotsPerInch: 200 }))))).toBeGreaterThanOrEqual(
      0.9,
    );
  },
);

it("reads a picture of 35 million pixels within its time and memory", async () => {
  const page = await scanned(printed(FRENCH), { dotsPerInch: 300, degrees: 1, noise: 10 });
  const factor = 2;
  const [width, height] = [page.width * factor, page.height * factor];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      pixels[y * width + x] = page.pixels[Math.floor(y / factor) * page.width + Math.floor(x / factor)] ?? 255;
  }
  expect(shareFound(FRENCH, await textOf(png({ width, height, pixels })))).toBeGreaterThanOrEqual(0.9);
});

it("reads a WebP that its EXIF says to turn, a PNG with a palette, and a page in JPEG 2000", async () => {
  const picture = { width: 708, height: 314, filter: "JPXDecode", rotation: 90 };
  const texts = [
    await textOf(await fixture("upside-down.webp")),
    await textOf(await fixture("palette.png")),
    await textOf(pdfOfPicture(await fixture("page.jp2"), picture), 1),
  ];
  for (const text of texts) expect(text).toContain("Reçu de Mme Lefèvre 845,30 euros");
});

it("ends jobs that exceed their time or memory, and reads the next one", async () => {
  const small = createTextRecognizer({ memoryBytes: 200_000_000 });
  const [width, height] = [9_000, 9_000];
  const large = png({ width, height, pixels: new Uint8Array(width * height).fill(200) });
  try {
    await expect(small.recognize(contentOf(large), null, LIMITS)).rejects.toMatchObject({ reason: "memory" });
  } finally {
    await small.close();
  }
  const letter = png(await scanned(printed(FRENCH), { dotsPerInch: 300 }));
  const short = recognizer.recognize(contentOf(letter), null, { cpuMilliseconds: 100 });
  await expect(short).rejects.toMatchObject({ reason: "timeout" });
  expect(await textOf(await fixture("palette.png"))).toContain("Quittance de loyer");
});

it("rejects work after it was closed as retryable", async () => {
  const closed = createTextRecognizer();
  await closed.close();
  await expect(closed.recognize(contentOf(Buffer.from("x")), null, LIMITS)).rejects.toMatchObject({
    kind: "unavailable",
  });
});
