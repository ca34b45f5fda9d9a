import { SaxesParser } from "saxes";

/** An element: its name without a prefix, and what is in it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** Its own text, ends trimmed. */
  text: string;
}

/** Why a text is not read: it is no XML, or more than anybody writes. */
export class XmlFault extends Error {}

/** Elements within elements: a statement has some fifteen. */
const DEPTH_MAX = 32;
/** Characters of one tag, text, comment or instruction, between what comes before and after it. */
const TOKEN_MAX = 65_536;
/** Characters that the parser gets at once, so that a token that does not end is seen in time. */
const CHUNK = 16_384;

/** Who is told of elements. */
export interface XmlListener {
  /** The outermost element, with the namespace it is of. */
  root(name: string, namespace: string): void;
  /** An element begins that is in no wanted one, at this path from the outermost one. */
  opens(path: readonly string[]): void;
  /** Whether an element at this path, from the outermost one, is wanted whole. */
  isWanted(path: readonly string[]): boolean;
  /** One that is. */
  found(element: Element): void;
  /** Whether there is no use in reading on. */
  isDone(): boolean;
}

/**
 * Reads a document piece by piece, of which only what is wanted is ever in memory. A document type is refused wherever it
 * stands, hence every entity but the five of XML; so are deep nesting and tokens without an end. Throws {@link XmlFault}.
 */
export function readXml(text: string, listener: XmlListener): void {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const open: Element[] = [];
  let tokenFrom = 0;
  const token = () => {
    tokenFrom = parser.position;
  };
  parser.on("error", (error) => {
    throw new XmlFault(error.message);
  });
  parser.on("doctype", refuseDoctype);
  parser.on("opentag", ({ local, uri, attributes }) => {
    token();
    if (path.length === 0) listener.root(local, uri);
    path.push(local);
    if (path.length > DEPTH_MAX) throw new XmlFault(`elements are nested deeper than ${DEPTH_MAX}`);
    if (open.length === 0) listener.opens(path);
    if (open.length === 0 && !listener.isWanted(path)) return;
    const values = Object.values(attributes).map((each) => [each.local, each.value] as const);
    const element: Element = { name: local, attributes: Object.fromEntries(values), children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    token();
    path.pop();
    const element = open.pop();
    if (!element) return;
    element.text = element.text.trim();
    if (open.length === 0) listener.found(element);
  });
  const addText = (piece: string) => {
    token();
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("comment", token);
  parser.on("processinginstruction", token);
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    if (parser.position - tokenFrom > TOKEN_MAX) throw new XmlFault(`something is longer than ${TOKEN_MAX} characters`);
    if (listener.isDone()) return;
  }
  parser.close();
}

function refuseDoctype(): never {
  throw new XmlFault("a document type is not accepted");
}

/** The elements at a path below one, in their order. */
export function all(element: Element, ...path: readonly string[]): readonly Element[] {
  return path.reduce<readonly Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** The text at a path below an element, of the first that has one; `null` where none has. */
export function textAt(element: Element, ...path: readonly string[]): string | null {
  return all(element, ...path).find(({ text }) => text !== "")?.text ?? null;
}
