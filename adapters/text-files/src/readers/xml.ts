import { SaxesParser } from "saxes";
import { Unreadable } from "./unreadable.ts";

/** Takes what a parser of XML finds. Names are without their prefixes. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  characters(text: string): void;
  /** What came of it since the last call. */
  take(): string;
}

/** Values by names, which have their prefixes. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Elements within each other. */
const DEPTH_MAX = 1_000;
/** Of characters that are parsed at once. */
const PIECE_LENGTH = 65_536;

/**
 * Parses XML and yields what the listener makes of it. No entity is expanded but the five of XML itself, and nothing is
 * loaded. What is not well-formed is read as far as it goes.
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
    if (depth > DEPTH_MAX) throw new Unreadable("damaged", "Too many elements within each other");
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

/** The value of an attribute, whatever its prefix; "" where it is absent. */
export function attributeOf(attributes: XmlAttributes, wanted: string): string {
  for (const name in attributes) if (localName(name) === wanted) return attributes[name] ?? "";
  return "";
}

/** The characters of a part of an office file, which is in UTF-8 or, under a byte order mark, in UTF-16. */
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

/** Attributes that say something about the XML, and nothing that a person reads. */
const FOR_MACHINES = /^(?:xmlns|xmlns:.*|xml:.*|xsi:.*)$/;

/** All texts of XML of any kind, and the values of its attributes. */
export function genericXmlTexts(source: string): AsyncIterable<string> {
  let found = "";
  return xmlTexts([source], {
    open(_, attributes) {
      found += " ";
      for (const name in attributes) if (!FOR_MACHINES.test(name)) found += `${attributes[name]} `;
    },
    close() {
      found += "\n";
    },
    characters(text) {
      found += text;
    },
    take() {
      const text = found;
      found = "";
      return text;
    },
  });
}
