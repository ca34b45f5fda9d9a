/** Options of a sample besides its texts. */
interface SampleOptions {
  readonly trailer?: string;
  /** After each text, so that the file is longer. */
  readonly blanks?: number;
  /** In points; 24 when absent. */
  readonly fontSize?: number;
  /** Bytes of a stream that all pages have among their resources. */
  readonly shared?: number;
}

/** A PDF of one page a text, in A5, made without any library. */
export function pdfOf(
  texts: readonly string[],
  { trailer = "", blanks = 0, shared = 0, fontSize = 24 }: SampleOptions = {},
): Uint8Array {
  const pages = texts.map((_, index) => 4 + 2 * index);
  const more = shared > 0 ? `/XObject << /X ${4 + 2 * texts.length} 0 R >>` : "";
  const bodies = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${texts.length} /Kids [${pages.map((number) => `${number} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, index) => {
      const content = `BT /F1 ${fontSize} Tf 40 500 Td (${text}) Tj ET${" ".repeat(blanks)}`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> ${more} >> >>`,
        streamOf(content),
      ];
    }),
    ...(shared > 0 ? [streamOf(" ".repeat(shared), "/Type /XObject /Subtype /Form /BBox [0 0 9 9]")] : []),
  ];
  return fileOf(bodies, trailer);
}

/** The objects of a PDF, numbered from 1, with the table that says where each begins. The first one is the catalog. */
function fileOf(bodies: readonly string[], trailer = ""): Uint8Array {
  let text = "%PDF-1.7\n";
  const starts = bodies.map((body, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = bodies.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  const xref = text.lastIndexOf("xref\n0 ");
  text += `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

const streamOf = (content: string, entries = "") =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Content of a sample besides the texts of its pages; each part is PDF syntax. */
interface RichSample {
  readonly texts: readonly string[];
  /** Of the catalog. Objects are numbered: page n is {@link pageAt}, what is in `objects` begins at {@link objectAt}. */
  readonly catalog?: string;
  /** Of the first page. */
  readonly page?: string;
  /** Of every page's resources. */
  readonly resources?: string;
  readonly objects?: readonly string[];
  /** Of the node above the pages. */
  readonly tree?: string;
  /** The node above the first page, where it is another one. */
  readonly parent?: string;
}

/** The page of an index as others refer to it. */
const pageAt = (index: number): string => `${4 + 2 * index} 0 R`;

/** A PDF with more than pages. */
function richPdf({
  texts,
  catalog = "",
  page = "",
  resources = "",
  objects = [],
  tree,
  parent = "2 0 R",
}: RichSample): Uint8Array {
  const kids = texts.map((_, index) => pageAt(index)).join(" ");
  return fileOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    tree ?? `<< /Type /Pages /Count ${texts.length} /Kids [${kids}] /MediaBox [0 0 420 595] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...texts.flatMap((text, index) => [
      `<< /Type /Page /Parent ${index === 0 ? parent : "2 0 R"} /Contents ${5 + 2 * index} 0 R ${index === 0 ? page : ""}
/Resources << /Font << /F1 3 0 R >> ${resources} >> >>`,
      streamOf(text.startsWith("/OC") ? text : `BT /F1 24 Tf 40 500 Td (${text}) Tj ET`),
    ]),
    ...objects,
  ]);
}

/** The number of the first of the `objects` in a sample. */
const objectAt = (pages: number, index: number): number => 4 + 2 * pages + index;

/** A form of two fields; `drawn` says whether what was typed is drawn. Its field of the given name has the given value. */
export function formPdf(name: string, value: string, { drawn = true }: { readonly drawn?: boolean } = {}): Uint8Array {
  const [field, look] = [objectAt(1, 0), objectAt(1, 1)];
  return richPdf({
    texts: ["form"],
    page: `/Annots [${field} 0 R]`,
    catalog: `/AcroForm << /Fields [${field} 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>`,
    objects: [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (${name}) /V (${value}) /Rect [50 400 250 420] /P ${pageAt(0)}
${drawn ? `/AP << /N ${look} 0 R >>` : ""} >>`,
      streamOf(
        `/Tx BMC q BT /F1 10 Tf 2 5 Td (${value}) Tj ET Q EMC`,
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>",
      ),
    ],
  });
}

/** Two layers, of which one is off when the file is opened; `base` begins with all of them off. */
export function layeredPdf(
  shown: string,
  hidden: string,
  { base = false }: { readonly base?: boolean } = {},
): Uint8Array {
  const [on, off] = [objectAt(1, 0), objectAt(1, 1)];
  const state = base ? `/BaseState /OFF /ON [${on} 0 R]` : `/OFF [${off} 0 R]`;
  return richPdf({
    texts: [
      `/OC /On BDC BT /F1 24 Tf 40 500 Td (${shown}) Tj ET EMC /OC /Off BDC BT /F1 24 Tf 40 400 Td (${hidden}) Tj ET EMC`,
    ],
    resources: `/Properties << /On ${on} 0 R /Off ${off} 0 R >>`,
    catalog: `/OCProperties << /OCGs [${on} 0 R ${off} 0 R] /D << ${state} /Order [${on} 0 R ${off} 0 R] >> >>`,
    objects: [`<< /Type /OCG /Name (${shown}) >>`, `<< /Type /OCG /Name (${hidden}) >>`],
  });
}

/** A bookmark to the second page by itself, and one by a name; the second one has another below it. */
export function outlinedPdf(title: string): Uint8Array {
  const [root, first, second, inner] = [0, 1, 2, 3].map((index) => objectAt(3, index));
  return richPdf({
    texts: [`${title} one`, `${title} two`, `${title} three`],
    catalog: `/Outlines ${root} 0 R /Dests << /Last [${pageAt(2)} /Fit] >>`,
    objects: [
      `<< /Type /Outlines /First ${first} 0 R /Last ${second} 0 R /Count 3 >>`,
      `<< /Title (${title} \\(second\\)) /Parent ${root} 0 R /Next ${second} 0 R /Dest [${pageAt(1)} /Fit] >>`,
      `<< /Title (${title} third) /Parent ${root} 0 R /Prev ${first} 0 R /First ${inner} 0 R /Last ${inner} 0 R /Count 1
/A << /S /GoTo /D /Last >> >>`,
      `<< /Title (${title} first) /Parent ${second} 0 R /Dest [0 /Fit] >>`,
    ],
  });
}

/** Links from the first page: to the third one, to the second one by a name, to a page that the file does not show. */
export function linkedPdf(name: string): Uint8Array {
  const objects = objectAt(3, 0);
  const link = (target: string) => `<< /Type /Annot /Subtype /Link /Rect [50 600 200 620] ${target} >>`;
  return richPdf({
    texts: [`${name} one`, `${name} two`, `${name} three`],
    page: `/Annots [${[0, 1, 2, 3].map((index) => `${objects + index} 0 R`).join(" ")}]`,
    catalog: `/Names << /Dests << /Names [(chapter) << /D [${pageAt(1)} /Fit] >>] >> >>`,
    objects: [
      link(`/Dest [${pageAt(2)} /Fit]`),
      link("/A << /S /GoTo /D (chapter) >>"),
      link(`/Dest [${objects + 4} 0 R /Fit]`),
      link("/Dest (nowhere)"),
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>",
    ],
  });
}

/** A file with another one attached, and what a viewer does when it is opened. */
export function attachedPdf(fileName: string, content: string): Uint8Array {
  const [spec, file] = [objectAt(1, 0), objectAt(1, 1)];
  return richPdf({
    texts: ["attached"],
    catalog: `/Names << /EmbeddedFiles << /Names [(${fileName}) ${spec} 0 R] >> /JavaScript << /Names [(run) << /S /JavaScript
/JS (app.alert\\(1\\)) >>] >> >> /AF [${spec} 0 R] /OpenAction << /S /JavaScript /JS (app.alert\\(2\\)) >>
/PageLabels << /Nums [0 << /S /r >>] >>`,
    objects: [
      `<< /Type /Filespec /F (${fileName}) /UF (${fileName}) /AFRelationship /Data /EF << /F ${file} 0 R >> >>`,
      streamOf(content, "/Type /EmbeddedFile"),
    ],
  });
}

/** A page tree whose nodes do not say what they are, with a page turned by the node above it. */
export function untypedTreePdf(): Uint8Array {
  const node = `${objectAt(2, 0)} 0 R`;
  return richPdf({
    texts: ["one", "two"],
    parent: node,
    tree: `<< /Count 2 /Kids [${node} ${pageAt(1)}] /MediaBox [0 0 420 595] >>`,
    objects: [`<< /Parent 2 0 R /Count 1 /Kids [${pageAt(0)}] /Rotate 90 >>`],
  });
}

/** A PDF that has fewer pages than it says. */
export const missingPagePdf = (): Uint8Array =>
  richPdf({ texts: ["one"], tree: `<< /Type /Pages /Count 2 /Kids [${pageAt(0)} 90 0 R] /MediaBox [0 0 9 9] >>` });

/** A grey picture of 64 × 32 pixels on a page that is turned. */
export function picturePdf(text: string, { grey, turn }: { readonly grey: number; readonly turn: number }): Uint8Array {
  const picture = objectAt(1, 0);
  const pixels = Array.from({ length: 64 * 32 }, (_, at) => String.fromCharCode((grey + at) % 256)).join("");
  return richPdf({
    texts: [`${text}) Tj ET q 200 0 0 100 40 300 cm /X Do Q BT (`],
    page: `/Rotate ${turn}`,
    resources: `/XObject << /X ${picture} 0 R >>`,
    objects: [
      streamOf(
        pixels,
        "/Type /XObject /Subtype /Image /Width 64 /Height 32 /BitsPerComponent 8 /ColorSpace /DeviceGray",
      ),
    ],
  });
}

/** Headings and paragraphs in a tree, and a page that refers to it. */
export function taggedPdf(text: string): Uint8Array {
  const [root, element] = [objectAt(1, 0), objectAt(1, 1)];
  return richPdf({
    texts: [`${text}`],
    page: "/StructParents 0",
    catalog: `/MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R`,
    objects: [
      `<< /Type /StructTreeRoot /K ${element} 0 R /ParentTree << /Nums [0 [${element} 0 R]] >> >>`,
      `<< /Type /StructElem /S /H1 /P ${root} 0 R /Pg ${pageAt(0)} /K 0 /Alt (${text}) >>`,
    ],
  });
}

/** A PDF that opens with a password only, as far as its trailer goes. */
export const encryptedPdf = (): Uint8Array =>
  pdfOf(["secret"], { trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >> /ID [<00> <00>]" });
