import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** More than any password has; a longer input is not one. */
const INPUT_BYTES_MAX = 65_536;

/**
 * Reads a new password: from a terminal twice, without showing it, else from all of standard input, whose last line end
 * is dropped. Throws when the two differ, and for an input of several lines.
 */
export async function readPassword(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  if (!input.isTTY) return readPiped(input);
  const password = await ask(input, output, "New password: ");
  if ((await ask(input, output, "Again: ")) !== password) throw new Error("the two passwords differ");
  return password;
}

async function readPiped(input: AsyncIterable<Buffer | string>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    const buffer = Buffer.from(piece);
    bytes += buffer.byteLength;
    if (bytes > INPUT_BYTES_MAX) throw new Error("the password on standard input is too long");
    pieces.push(buffer);
  }
  const password = Buffer.concat(pieces)
    .toString("utf8")
    .replace(/\r?\n$/, "");
  if (/[\r\n]/.test(password)) throw new Error("the password on standard input must be one line");
  return password;
}

/** Asks on a terminal; what is typed is not shown. */
async function ask(input: NodeJS.ReadStream, output: NodeJS.WriteStream, question: string): Promise<string> {
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const typing = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  const ended = new AbortController();
  typing.once("close", () => ended.abort());
  output.write(question);
  try {
    return await typing.question("", { signal: ended.signal });
  } catch (error) {
    throw ended.signal.aborted ? new Error("no password was typed") : error;
  } finally {
    typing.close();
    output.write("\n");
  }
}
