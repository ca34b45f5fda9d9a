import { afterAll, describe, expect, it } from "vitest";
import { docx, openDocument, openXml, xlsx } from "./office-files.ts";
import { readingWith } from "./reading.ts";
import { zipOf } from "./zip.ts";

const { lines, read, close } = readingWith();
afterAll(close);

describe("The text of a docx", () => {
  it("is that of its paragraphs and tables", async () => {
    const paragraph =
      "<w:p><w:r><w:t>Le loyer est rév</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>isé chaque année</w:t></w:r></w:p>";
    const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const table = `<w:tbl><w:tr>${cell("Dépôt")}${cell("1&#160;200,00 &#x20AC;")}</w:tr></w:tbl>`;
    expect(await lines(docx(paragraph + table))).toEqual([
      "Le loyer est révisé chaque année",
      "Dépôt",
      "1\u00a0200,00 €",
    ]);
  });

  it("is found without content types", async () => {
    const document = {
      name: "word/document.xml",
      bytes: "<w:d><w:p><w:r><w:t>Bail écrit à la main</w:t></w:r></w:p></w:d>",
    };
    const types = {
      name: "[Content_Types].xml",
      bytes: '<Types><Default Extension="xml" ContentType="text/xml"/></Types>',
    };
    expect(await lines(zipOf([document]))).toEqual(["Bail écrit à la main"]);
    expect(await lines(zipOf([types, document]))).toEqual(["Bail écrit à la main"]);
    const workbook = { name: "xl/workbook.xml", bytes: "<workbook/>" };
    const shared = { name: "xl/sharedStrings.xml", bytes: "<sst><si><t>Échéance</t></si></sst>" };
    const rows = '<row><c t="s"><v>0</v></c><c><v>12.5</v></c></row>';
    const sheet = { name: "xl/worksheets/sheet1.xml", bytes: `<worksheet><sheetData>${rows}</sheetData></worksheet>` };
    expect((await lines(zipOf([workbook, shared, sheet]))).join(" ")).toContain("Échéance");
    const slide = {
      name: "ppt/slides/slide1.xml",
      bytes: "<p:sld><a:p><a:r><a:t>Diapositive</a:t></a:r></a:p></p:sld>",
    };
    expect(await lines(zipOf([{ name: "ppt/presentation.xml", bytes: "<p/>" }, slide]))).toEqual(["Diapositive"]);
  });

  it("has its headers, footers, notes and comments", async () => {
    const part = (name: string) =>
      [
        `word/${name}.xml`,
        `wordprocessingml.${name}`,
        `<w:x><w:p><w:r><w:t>${name} été</w:t></w:r></w:p></w:x>`,
      ] as const;
    const names = ["header", "footer", "footnotes", "endnotes", "comments"];
    const found = await lines(docx("<w:p><w:r><w:t>corps</w:t></w:r></w:p>", names.map(part)));
    expect(found).toEqual(["corps", ...names.map((name) => `${name} été`).sort()]);
  });

  it("omits deleted, moved, hidden and repeated text", async () => {
    const body = `<w:p><w:r><w:t>Bail</w:t></w:r>
      <w:del><w:r><w:delText>supprimé</w:delText><w:t>effacé</w:t></w:r></w:del>
      <w:ins><w:r><w:t> ajouté</w:t></w:r></w:ins>
      <w:moveFrom><w:r><w:t>ancien</w:t></w:r></w:moveFrom>
      <w:r><w:rPr><w:vanish/></w:rPr><w:t>caché</w:t></w:r><w:r><w:rPr><w:vanish w:val="false"/></w:rPr><w:t> visible</w:t></w:r>
      <w:r><w:instrText>HYPERLINK</w:instrText><w:tab/><w:t>fin</w:t></w:r>
      <mc:AlternateContent><mc:Choice><w:t> cadre</w:t></mc:Choice><mc:Fallback><w:t>cadre de nouveau</w:t></mc:Fallback></mc:AlternateContent></w:p>`;
    expect(await lines(docx(body))).toEqual(["Bail ajouté visible fin cadre"]);
  });
});

describe("The text of an xlsx", () => {
  const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`;

  it("is that of its cells, row by row", async () => {
    const rows = `<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row><row><c t="inlineStr"><is><r><t>en </t></r><r><t>ligne</t></r></is></c>
      <c t="str"><f>A1&amp;"x"</f><v>formule</v></c><c t="b"><v>1</v></c><c t="d"><v>2026-03-12</v></c></row>`;
    const shared = ["<t>Dupont</t><rPh><t>deux ponts</t></rPh>", "<r><t>Loc</t></r><r><t>ataire né</t></r>"];
    expect(await lines(xlsx({ shared, rows }))).toEqual([
      "Échéances",
      "Locataire né Dupont",
      "en ligne formule TRUE 2026-03-12",
    ]);
  });

  it("has ISO dates and amounts as displayed", async () => {
    const formats = [
      14,
      "dd\\/mm\\/yyyy",
      "[$-40C]d mmmm yyyy;@",
      20,
      "#,##0.00\\ &quot;€ day&quot;",
      10,
      22,
      "0.0,,",
      "mmm-yy",
      3,
    ];
    const rows = `<row>${cell(1, 46093)}${cell(2, 46093)}${cell(3, 46093)}${cell(4, 0.5)}${cell(5, 1234.565)}${cell(6, 0.055)}${cell(7, 46093.75)}</row>
      <row>${cell(0, 0.1 + 0.2)}${cell(8, 1_200_000)}${cell(9, 46082)}${cell(10, 1200)}${cell(5, -0.001)}${cell(1, 1)}${cell(1, -5)}</row>`;
    expect(await lines(xlsx({ formats, rows }))).toEqual([
      "Échéances",
      "2026-03-12 2026-03-12 2026-03-12 12:00 1234.57 5.50% 2026-03-12 18:00",
      "0.3 1200000 2026-03-01 1200 0.00 1900-01-01 -5",
    ]);
    const from1904 = { properties: '<workbookPr date1904="1"/>', formats: [14], rows: `<row>${cell(1, 44631)}</row>` };
    expect(await lines(xlsx(from1904))).toEqual(["Échéances", "2026-03-12"]);
  });

  it("has its comments and the text on its drawings", async () => {
    const parts = [
      [
        "xl/comments1.xml",
        "spreadsheetml.comments",
        "<comments><commentList><comment><text><r><t>à vérifier</t></r></text></comment></commentList></comments>",
      ],
      ["xl/drawings/drawing1.xml", "drawing", "<x:wsDr><a:p><a:r><a:t>légende</a:t></a:r></a:p></x:wsDr>"],
    ] as const;
    expect(await lines(xlsx({ rows: "" }, parts))).toEqual(["Échéances", "à vérifier", "légende"]);
  });
});

it("The text of a pptx is that of its slides in their order, and of their notes", async () => {
  const slide = (text: string) =>
    `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r><a:br/><a:r><a:t>suite</a:t></a:r></a:p></p:sld>`;
  const file = openXml([
    ["ppt/presentation.xml", "presentationml.presentation.main", "<p:presentation/>"],
    ["ppt/slides/slide10.xml", "presentationml.slide", slide("dixième")],
    ["ppt/slides/slide2.xml", "presentationml.slide", slide("deuxième")],
    [
      "ppt/notesSlides/notesSlide1.xml",
      "presentationml.notesSlide",
      "<p:notes><a:p><a:r><a:t>à dire</a:t></a:r></a:p></p:notes>",
    ],
    ["ppt/slideLayouts/slideLayout1.xml", "presentationml.slideLayout", slide("modèle")],
  ]);
  expect(await lines(file)).toEqual(["deuxième", "suite", "dixième", "suite", "à dire"]);
});

describe("The text of OpenDocument", () => {
  it("is that of the paragraphs, notes, comments, headers and footers of an odt", async () => {
    const body = `<office:text><text:tracked-changes><text:deletion><text:p>supprimé</text:p></text:deletion></text:tracked-changes>
      <text:h>État des lieux</text:h><text:p>le<text:s text:c="2"/>loyer<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>hors charges</text:p></text:note-body></text:note>s
      <office:annotation><dc:creator>Moi</dc:creator><text:p>à revoir</text:p></office:annotation></text:p></office:text>`;
    const styles =
      "<office:document-styles><style:header><text:p>en-tête</text:p></style:header></office:document-styles>";
    const found = await lines(openDocument("text", body, [{ name: "styles.xml", bytes: styles }]));
    expect(found).toEqual(["État des lieux", "le loyer", "hors charges", "s", "Moi", "à revoir", "en-tête"]);
  });

  it("is that of the sheets and cells of an ods", async () => {
    const body = `<office:spreadsheet><table:table table:name="Loyers été"><table:table-row>
      <table:table-cell office:value-type="date" office:date-value="2026-03-12"><text:p>12/03/26</text:p></table:table-cell>
      <table:table-cell office:value="1200"><text:p>1 200,00 €</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`;
    expect((await lines(openDocument("spreadsheet", body))).join(" ")).toBe(
      "Loyers été 2026-03-12 12/03/26 1 200,00 €",
    );
  });

  it("is that of the pages and notes of an odp", async () => {
    const body = `<office:presentation><text:p>Première page</text:p><presentation:notes><text:p>à dire</text:p></presentation:notes></office:presentation>`;
    const styles = "<office:document-styles><text:p>Cliquez</text:p></office:document-styles>";
    const file = openDocument("presentation", body, [{ name: "styles.xml", bytes: styles }]);
    expect(await lines(file)).toEqual(["Première page", "à dire"]);
  });

  it("of other kinds is null", async () => {
    expect(await read(openDocument("database", "<text:p>x</text:p>"))).toEqual({ status: "none" });
  });
});
