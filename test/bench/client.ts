import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

/** A client of one server with one token, over persistent connections. */
export interface Client {
  get(path: string): Promise<Answer>;
  /** Sends JSON. */
  send(method: "POST" | "PATCH", path: string, value: unknown): Promise<Answer>;
  /** Sends 100 KiB as `multipart/form-data`, with these fields before the file. */
  upload(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** The size of the files that are sent. */
const FILE_BYTES = 102_400;
/** A file of no recognisable kind, whose digest is worth the trouble. It is no text, which the host would index. */
export const FILE: Buffer = Buffer.from(Uint8Array.from({ length: FILE_BYTES }, (_, at) => (at * at * 31) % 251));

let sent = 0;

/** {@link FILE} with a new beginning, so that no two uploads are equal. */
function newFile(): Buffer {
  const file = Buffer.from(FILE);
  sent += 1;
  file.write(`${process.pid} ${sent} `);
  return file;
}

const BOUNDARY = "a-boundary-that-no-file-holds";

/** The form that {@link Client.upload} sends. */
export function formOf(fields: Readonly<Record<string, string>>): { readonly type: string; readonly body: Buffer } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploaded_file"; filename="bench.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(parts.join("") + head), newFile(), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}

/** Uses one connection by default; an empty token makes it anonymous. */
export function clientOf(url: string, token: string, connections = 1): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const credentials = token === "" ? {} : { authorization: `Bearer ${token}` };
  async function ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: Buffer,
  ): Promise<Answer> {
    const outgoing = request(url + path, { method, agent, headers: { ...credentials, ...headers } });
    outgoing.end(body);
    try {
      const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
      let text = "";
      for await (const piece of answer.setEncoding("utf8")) text += piece;
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: text };
    } catch (error) {
      // The server gave up a connection on which nothing had moved for a while, just as it was to be used again.
      if (outgoing.reusedSocket) return ask(method, path, headers, body);
      throw error;
    }
  }
  return {
    get: (path) => ask("GET", path, {}),
    send(method, path, value) {
      const body = Buffer.from(JSON.stringify(value));
      const headers = { "content-type": "application/json", "content-length": String(body.byteLength) };
      return ask(method, path, headers, body);
    },
    upload(path, fields = {}) {
      const { type, body } = formOf(fields);
      return ask("POST", path, { "content-type": type, "content-length": String(body.byteLength) }, body);
    },
    close: () => agent.destroy(),
  };
}

/** The answer, unless its status is another than the one expected. */
export async function expected(status: number, answer: Promise<Answer>): Promise<Answer> {
  const came = await answer;
  if (came.status !== status) throw new Error(`Expected ${status}: ${came.status} ${came.body}`);
  return came;
}
