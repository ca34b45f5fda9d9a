import { inflateSync } from "node:zlib";
import type { ReadPage, ReadPdf } from "@cartulary/ports/uploads";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document["getPage"]>>;
type Matrix = readonly [number, number, number, number, number, number];

const WHOLE: Matrix = [1, 0, 0, 1, 0, 0];

/** A PDF as read by pdf.js, an independent implementation; the rest is searched in the objects. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const objects = objectsOf(pdf);
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const annotations = [];
  for (const number of numbers) annotations.push(...(await annotationsOf(await document.getPage(number))));
  return {
    pages: await Promise.all(numbers.map(async (number) => readPage(document, await document.getPage(number)))),
    layers: await layersOf(document),
    fields: await fieldsOf(document),
    needsAppearances: objects.includes("/NeedAppearances true"),
    defaultFonts: annotations.flatMap(({ defaultAppearanceData }) => defaultAppearanceData?.fontName ?? []),
    bookmarks: await bookmarksOf(document),
    attachments: await attachmentsOf(document),
    associatedFiles: /\/AF \[([^\]]*)\]/.exec(objects)?.[1]?.match(/R/g)?.length ?? 0,
    actions: await actionsOf(document),
    labels: await document.getPageLabels(),
    isTagged: (await document.getMarkInfo())?.Marked === true,
    pageObjects: objects.match(/\/Type \/Page(?!\w)/g)?.length ?? 0,
  };
}

async function readPage(document: Document, page: Page): Promise<ReadPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const annotations = await annotationsOf(page);
  const links = annotations.filter(({ subtype }) => subtype === "Link");
  const tree = (await page.getStructTree()) as StructureNode | null;
  return {
    ...{ width, height, images: await imagesOf(await page.getOperatorList()) },
    text: items.map((item) => ("str" in item ? item.str : "")).join(""),
    links: await Promise.all(links.map(({ dest }) => pageAt(document, dest ?? null))),
    drawnFields: annotations.flatMap(({ textContent }) => textContent?.join("") ?? []),
    headings: tree ? headingsIn(tree) : [],
  };
}

interface Annotation {
  readonly subtype: string;
  readonly dest?: string | unknown[] | null;
  readonly textContent?: readonly string[];
  readonly defaultAppearanceData?: { readonly fontName: string };
}

async function annotationsOf(page: Page): Promise<readonly Annotation[]> {
  return (await page.getAnnotations()) as readonly Annotation[];
}

interface StructureNode {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly StructureNode[];
}

function headingsIn({ role, alt, children = [] }: StructureNode): readonly string[] {
  return [...(role === "H1" ? [alt ?? ""] : []), ...children.flatMap(headingsIn)];
}

/** The page of a destination, from 0. */
async function pageAt(document: Document, destination: string | unknown[] | null): Promise<number | null> {
  const place = typeof destination === "string" ? await document.getDestination(destination) : destination;
  const page = place?.[0];
  if (typeof page === "number") return page;
  return page ? document.getPageIndex(page as never).catch(() => null) : null;
}

async function layersOf(document: Document): Promise<ReadPdf["layers"]> {
  const config = await document.getOptionalContentConfig();
  return [...config].map(([, group]) => ({ name: group.name, isVisible: group.visible }));
}

async function fieldsOf(document: Document): Promise<ReadPdf["fields"]> {
  const fields = ((await document.getFieldObjects()) ?? {}) as object;
  const entries = (fields instanceof Map ? [...fields] : Object.entries(fields)) as [string, { value: string }[]][];
  return Object.fromEntries(entries.map(([name, [field]]) => [name, field?.value ?? ""]));
}

interface Bookmark {
  readonly title: string;
  readonly dest: string | unknown[] | null;
  readonly items: readonly Bookmark[];
}

async function bookmarksOf(document: Document): Promise<ReadPdf["bookmarks"]> {
  const flat = (items: readonly Bookmark[]): readonly Bookmark[] =>
    items.flatMap((item) => [item, ...flat(item.items)]);
  const items = flat(((await document.getOutline()) ?? []) as readonly Bookmark[]);
  return Promise.all(items.map(async ({ title, dest }) => ({ title, page: await pageAt(document, dest) })));
}

async function attachmentsOf(document: Document): Promise<ReadPdf["attachments"]> {
  const attachments = [...((await document.getAttachments()) ?? [])] as unknown as [string, { filename: string }][];
  return Promise.all(
    attachments.map(async ([id, { filename }]) => {
      const content = (await document.getAttachmentContent(id)) as unknown as Uint8Array;
      return { fileName: filename, text: Buffer.from(content).toString() };
    }),
  );
}

async function actionsOf(document: Document): Promise<readonly string[]> {
  const actions = { opening: await document.getOpenAction(), programs: await document.getJSActions() };
  return Object.entries(actions).flatMap(([name, action]) => (action ? [name] : []));
}

/** Inflates streams that are not encrypted. */
function inflated(bytes: Uint8Array): string {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    return "";
  }
}

/** Returns the objects in object streams as text. */
function objectsOf(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const pieces: string[] = [];
  for (let at = bytes.indexOf("/ObjStm"); at >= 0; at = bytes.indexOf("/ObjStm", at + 1)) {
    const start = bytes.indexOf("stream\n", at) + "stream\n".length;
    pieces.push(inflated(bytes.subarray(start)));
  }
  return pieces.join("\n");
}

/** The area of the unit square at each painted image. */
async function imagesOf({ fnArray, argsArray }: { readonly fnArray: number[]; readonly argsArray: unknown[] }) {
  const { OPS } = await getResolvedPDFJS();
  const images: ReadPage["images"][number][] = [];
  const saved: Matrix[] = [];
  let matrix = WHOLE;
  for (const [index, operator] of fnArray.entries()) {
    const words = argsArray[index] as readonly unknown[] | null;
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operator === OPS.transform) matrix = product(matrix, words as unknown as Matrix);
    if (operator === OPS.paintFormXObjectBegin && words?.[0]) matrix = product(matrix, words[0] as Matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? WHOLE;
    if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject) {
      const [a, b, c, d, e, f] = matrix;
      images.push({
        ...{ x: e + Math.min(0, a) + Math.min(0, c), y: f + Math.min(0, b) + Math.min(0, d) },
        ...{ width: Math.abs(a) + Math.abs(c), height: Math.abs(b) + Math.abs(d) },
      });
    }
  }
  return images;
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
