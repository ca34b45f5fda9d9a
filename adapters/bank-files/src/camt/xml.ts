import { SaxesParser } from "saxes";

/** An XML element; `name` has no prefix. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** Its own text, trimmed. */
  text: string;
}

/** The text is not well-formed XML, or exceeds a limit of this reader. */
export class XmlError extends Error {}

/** Maximum nesting of elements: a statement has about fifteen levels. */
const DEPTH_MAX = 32;
/** Maximum length of one tag, text, comment or instruction, in characters. */
const TOKEN_MAX = 65_536;
/** Characters per write to the parser, so that an unterminated token is noticed in time. */
const CHUNK = 16_384;

/** Callbacks of {@link readXml}. Paths begin at the root element. */
export interface XmlListener {
  /** Called for the root element. */
  root(name: string, namespace: string): void;
  /** Called for the start of every element outside wanted elements. */
  opens(path: readonly string[]): void;
  /** True if the element at this path is collected with all of its content. */
  isWanted(path: readonly string[]): boolean;
  /** Called at the end of a wanted element. */
  onElement(element: Element): void;
  /** True if reading can stop. */
  isDone(): boolean;
}

/**
 * Reads a document piece by piece; only wanted elements are held in memory. Rejects document types, and with them all
 * entities but the five predefined ones, deep nesting and overlong tokens. Throws {@link XmlError}. Yields after each
 * piece.
 */
export function* readXml(text: string, listener: XmlListener): Generator<void, void> {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const open: Element[] = [];
  let tokenStart = 0;
  const token = () => {
    tokenStart = parser.position;
  };
  parser.on("error", (error) => {
    throw new XmlError(error.message);
  });
  parser.on("doctype", rejectDoctype);
  parser.on("opentag", ({ local, uri, attributes }) => {
    token();
    if (path.length === 0) listener.root(local, uri);
    path.push(local);
    if (path.length > DEPTH_MAX) throw new XmlError(`elements are nested deeper than ${DEPTH_MAX}`);
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
    if (open.length === 0) listener.onElement(element);
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
    if (parser.position - tokenStart > TOKEN_MAX) throw new XmlError(`a token is longer than ${TOKEN_MAX} characters`);
    if (listener.isDone()) return;
    yield;
  }
  parser.close();
}

function rejectDoctype(): never {
  throw new XmlError("a document type is not accepted");
}

/** Returns the descendants at `path`, in document order. */
export function elementsAt(element: Element, ...path: readonly string[]): readonly Element[] {
  return path.reduce<readonly Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** Returns the first non-empty text at `path`; `null` if there is none. */
export function textAt(element: Element, ...path: readonly string[]): string | null {
  return elementsAt(element, ...path).find(({ text }) => text !== "")?.text ?? null;
}
