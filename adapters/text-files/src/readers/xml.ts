import { SaxesParser } from "saxes";
import { Unreadable } from "./unreadable.ts";

/** Receives the events of an XML parser. Element names have no prefix. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  characters(text: string): void;
  /** Returns the text collected since the last call. */
  take(): string;
}

/** Values by attribute name, prefixes included. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Maximum nesting of elements. */
const DEPTH_MAX = 1_000;
/** Number of characters per parser write. */
const PIECE_LENGTH = 65_536;

/**
 * Parses XML and yields the text that the listener collects. Expands only the five predefined entities and loads
 * nothing. Malformed XML is read as far as possible.
 */
export async function* xmlTexts(
  pieces: AsyncIterable<string> | Iterable<string>,
  listener: XmlListener,
): AsyncIterable<string> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on("error", () => {});
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw new Unreadable("damaged", "Too many nested elements");
    listener.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    listener.close(localName(name));
  });
  parser.on("text", (text) => listener.characters(text));
  parser.on("cdata", (text) => listener.characters(text));
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += PIECE_LENGTH) {
        parser.write(piece.slice(at, at + PIECE_LENGTH));
        yield listener.take();
      }
    }
    parser.close();
  } catch (error) {
    yield listener.take();
    throw error;
  }
  yield listener.take();
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Returns the value of an attribute with any prefix; "" if it is absent. */
export function attributeOf(attributes: XmlAttributes, attributeName: string): string {
  for (const name in attributes) if (localName(name) === attributeName) return attributes[name] ?? "";
  return "";
}

/** Decodes a part of an office file: UTF-8, or UTF-16 with a byte order mark. */
export async function* partCharacters(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield decoder.decode(piece, { stream: true });
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Technical attributes without text for readers. */
const FOR_MACHINES = /^(?:xmlns|xmlns:.*|xml:.*|xsi:.*)$/;

/** Yields all text and attribute values of any XML. */
export function genericXmlTexts(source: string): AsyncIterable<string> {
  let output = "";
  return xmlTexts([source], {
    open(_, attributes) {
      output += " ";
      for (const name in attributes) if (!FOR_MACHINES.test(name)) output += `${attributes[name]} `;
    },
    close() {
      output += "\n";
    },
    characters(text) {
      output += text;
    },
    take() {
      const text = output;
      output = "";
      return text;
    },
  });
}
