import { zip } from "./zip.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A text document of some paragraphs (OpenDocument 1.3). */
export function odt(paragraphs: readonly string[]): Uint8Array {
  const type = "application/vnd.oasis.opendocument.text";
  const names = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
  const body = paragraphs.map((text) => `<text:p>${escaped(text)}</text:p>`).join("");
  return zip([
    { name: "mimetype", content: type },
    {
      name: "META-INF/manifest.xml",
      content: `${XML}<manifest:manifest xmlns:manifest="${names("manifest")}" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: "content.xml",
      content: `${XML}<office:document-content xmlns:office="${names("office")}" xmlns:text="${names("text")}" office:version="1.3"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
  ]);
}

/** A text document of some paragraphs (ECMA-376, WordprocessingML). */
export function docx(paragraphs: readonly string[]): Uint8Array {
  const base = "http://schemas.openxmlformats.org";
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join("");
  return zip([
    {
      name: "[Content_Types].xml",
      content: `${XML}<Types xmlns="${base}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `${XML}<Relationships xmlns="${base}/package/2006/relationships"><Relationship Id="rId1" Type="${base}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      content: `${XML}<w:document xmlns:w="${base}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ]);
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
