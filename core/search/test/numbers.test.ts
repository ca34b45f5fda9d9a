import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexedTerms, matches, parsedQuery } from "../src/index.ts";

const finds = (query: string, text: string): boolean => matches(parsedQuery(query), [indexedTerms(text)]);

describe("numbers", () => {
  const SAME: readonly (readonly string[])[] = [
    [
      "1 234,56",
      "1234.56",
      "1,234.56",
      "1\u202f234,56",
      "1\u00a0234,56 €",
      "1.234,56",
      "1234,56",
      "€1,234.56",
      "EUR1,234.56",
      "1'234.56",
    ],
    ["12 345 678", "12345678", "12,345,678", "12.345.678"],
    ["850,00", "850", "850.00", "850,0"],
    ["1 850", "1850", "1.850", "1,850.00"],
    ["0,5", "0.50", "0.5"],
    ["FR76 3000 6000 0112 3456 7890 189", "FR7630006000011234567890189", "fr76 3000 6000 0112 3456 7890 189"],
    ["FR76 3000 6000 0112 3456 7890 189", "FR76-3000-6000-0112-3456-7890-189", "FR76.3000.6000.0112.3456.7890.189"],
    ["FR76 30006000011234567890189", "FR7630006000011234567890189", "FR76 3000 6000 0112 3456 7890 189"],
    ["GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819", "GB29-NWBK-6016-1331-9268-19"],
    ["FR76 3000 6000", "FR7630006000", "FR76-3000-6000"],
    ["01 99 00 45 67", "0199004567", "01.99.00.45.67", "01-99-00-45-67", "+33 1 99 00 45 67", "+33 (0)1 99 00 45 67"],
    ["01 99 00 45 67", "(01) 99 00 45 67", "(+33) 1 99 00 45 67", "00 33 1 99 00 45 67", "01–99–00–45–67"],
    ["020 7946 0018", "(020) 7946 0018", "02079460018", "+44 20 7946 0018", "0044 20 7946 0018"],
    ["12/03/2026", "12 mars 2026", "March 12, 2026", "12.03.2026", "2026-03-12", "12th March 2026", "12 mar. 2026"],
    ["12/03/2026", "12-3-2026", "12/03/26", "MARCH 12TH 2026", "2026/03/12", "12 03 2026"],
    ["1er mars", "1 mars", "March 1", "1st March", "March 1st"],
    ["31/12/2026", "12/31/2026", "31 décembre 2026", "31 dec. 2026"],
    ["1er août 2026", "1 aout 2026", "August 1, 2026", "01/08/2026"],
    ["123 456 789 00012", "12345678900012"],
    ["F2024/0123", "F20240123", "F2024-0123", "F2024 0123"],
    ["12-mars-2026", "12-Mar-2026", "12/03/2026", "12.mars.2026"],
  ];

  it.each(SAME.map((all) => ({ all })))("are the same in $all", ({ all }) => {
    for (const query of all)
      for (const text of all)
        expect({ query, text, finds: finds(query, `Le ${text}.`) }).toEqual({ query, text, finds: true });
  });

  it.each([
    ["850,00", "Loyer : 1 850,00 euros"],
    ["850", "Loyer : 1 850,00"],
    ["850", "Loyer : 1\u202f850 €"],
    ["850,00", "850,50"],
    ["850", "850,50, payables"],
    ["1 234,56", "1 234,57"],
    ["1 234,56", "12 341 234,56"],
    ["12/03/2026", "03/12/2026"],
    ["12/03/2026", "12 mars 2025"],
    ["12 mars 2026", "Le 12 mars"],
    ["4821", "004821"],
    ["4821", "01 99 00 48 21"],
    ["30006000", "FR76 3000 6000 0112 3456 7890 189"],
    ["31/02/2026", "28/02/2026"],
    ["12/03/2026", "12 mars\n\n2026"],
    ["FR76 3000 6000 bail", "FR7630006000011234567890189"],
    ["30006000", "FR76-3000-6000-0112-3456-7890-189"],
    ["FR76 3000 6000", "FR76.3001.6000"],
  ])("%s is not found in %j", (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it.each([
    ["2026", "12/03/2026"],
    ["mars", "12 mars 2026"],
    ["12 mars", "Le 12/03/2026"],
    ["1 avril", "chaque 1er avril"],
    ["12 avril", "12 avril 2026 à 12 h"],
    ["FR7630006000", "FR76 3000 6000 0112 3456 7890 189"],
    ["FR76 3000 6000", "IBAN FR7630006000011234567890189"],
    ["FR77 3000 6000", "FR77-3000-6000-0112-3456-7890-189"],
    ["FR7730006000", "FR77-3000-6000-0112-3456-7890-189"],
    ["FR77-3000-6000", "FR77.3000.6000.0112.3456.7890.189."],
    ["FR77 3000 6000 0112 3456 7890 189", "FR77-3000-6000-0112-3456-7890-189-bail.pdf"],
    ["FR77 3000 6000 0112 3456", "FR77-3000-6000-0112-3456-rib.pdf"],
    ["189 pdf", "FR77-3000-6000-0112-3456-7890-189.pdf"],
    ["2025 2026", "En 2026, plus qu'en 2025"],
    ["loyer 850 mars", "850 euros, loyer de mars"],
    ["lot 12 345,00 net", "net du lot : 12345"],
    ["345", "lots 12 345"],
    ["2026-03", "2026, puis 03"],
    ["192.168.1.1", "192.168.1.1"],
    ["art. 3.2", "Art. 3.2"],
    ["0199004567,", "Tél. 01 99 00 45 67, le soir"],
    ["850€", "850 €"],
    ["3.4.00er", "3.4.00er"],
    ["850,00eur", "850,00eur"],
    ["2026-03-12", "2026-03-12T10:00:00"],
    ["12/03/2026", "12/03/2026-31/03/2026"],
    ["31 mars 2026", "12.03.2026-31.03.2026"],
    ["12/03/2026", "le 12\nmars 2026"],
    ["12/03/2026", "le 12 mars\r\n2026"],
    ["2026-03-12", "March 12, \n\t2026"],
    ["12/03/2026", "le 12  mars  2026"],
    ["1er mars", "le 1er\nmars"],
    ["1234.56", "Total : 1\n234,56"],
    ["234,56", "lot 1\n234,56"],
    ["850", "nom,loyer,charges\nDupont,850,50\n"],
    ["850", "850,50,Dupont"],
    ["850.50", "Dupont,850,50"],
    ["200,50", "Lot 100   200,50"],
    ["FR7630006000011234567890189", "FR76\n3000 6000 0112 3456\n7890 189"],
    ["0199004567", "tél. 01 99\n00 45 67"],
    ["FR76 3000 6000 bail", "bail, FR7630006000011234567890189"],
    ["FR76 3000 6000 du bail", "le bail du lot, FR76 3000 6000 0112 3456 7890 189"],
  ])("%s is found in %j", (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it("are found in any notation of digit groups", () => {
    const sign = fc.constantFrom(
      " ",
      ".",
      ",",
      "-",
      "/",
      "'",
      "\u202f",
      "+",
      "(",
      ") ",
      "",
      "€",
      " mars ",
      "er ",
      "\n",
    );
    const digits = fc.stringMatching(/^\d{1,5}$/);
    const texts = fc.array(fc.tuple(digits, sign), { minLength: 1, maxLength: 9 }).map((all) => all.flat().join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const terms = parsedQuery(text);
        const texts = [text, text.replaceAll("\n", " ")].map((each) => matches(terms, [indexedTerms(each)]));
        expect({ text, texts }).toEqual({ text, texts: [true, true] });
      }),
      { numRuns: 1_000 },
    );
  });

  it("are the same however far from each other", () => {
    const numbersOf = (text: string) => indexedTerms(text).terms.filter((term) => term.startsWith("#"));
    const written = fc.record({ number: fc.constantFrom(...SAME.flat()), words: fc.integer({ min: 1, max: 25 }) });
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), (all) => {
        const texts = all.map(({ number, words }) => `${number} ${"quelque chose ".repeat(words)}`);
        expect(numbersOf(texts.join("")).toSorted()).toEqual([...new Set(texts.flatMap(numbersOf))].toSorted());
      }),
    );
  });

  it.each(["12 mars \n2026", "12 mars 2026", "FR76 3000 6000 0112", "1 850,00"])(
    "are the same over many blanks: %j",
    (text) => {
      const wide = text.replace(/ \n| /, (blank) => blank.trimStart() + " ".repeat(140));
      expect(finds(text.replace(" \n", " "), wide)).toBe(true);
    },
  );

  it.each([
    "1 ",
    "123 ",
    "12.345.",
    "0",
    "01 99 ",
    "+33 ",
    "fr76 3000 ",
    "fr76-3000-",
    "fr76.3000.",
    "12/03/2026 ",
    "12 mars ",
    "a1-",
    "1,",
    "€1 ",
    "\t",
    "1\n",
    "12 mars\n",
    "1 \t\r\n ",
  ])("cost the length of the text: %j", (piece) => {
    const started = process.cpuUsage();
    indexedTerms(`${piece.repeat(200_000 / piece.length)}x`);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
