import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { DOCUMENTS_BASE } from "@cartulary/wire";

const BOUNDARY = "a-boundary-that-no-file-holds";
const CLOSING = `\r\n--${BOUNDARY}--\r\n`;

/** Whom to send a document to, and under which name. */
export interface SlowUploadOptions {
  readonly url: string;
  readonly token: string;
  readonly name?: string;
  /** How many bytes the file will have, when the request is to say so. */
  readonly byteSize?: number;
  /** Keeps the connection after the answer, as most clients do. */
  readonly keepAlive?: boolean;
}

/** The answer to an upload. */
interface UploadReply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** A creation of a document whose bytes a test sends when it wants to. */
export interface SlowUpload {
  /** Resolves when the system took them. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Sends what ends the form, and waits for the answer. */
  finish(): Promise<UploadReply>;
  /** The answer, also an early one; rejects when the connection ends without any. */
  readonly reply: Promise<UploadReply>;
  /** Drops the connection. */
  leave(): void;
}

/** Begins to create a document over a real socket. */
export function slowUpload({
  url,
  token,
  name = "slow.bin",
  byteSize,
  keepAlive = false,
}: SlowUploadOptions): SlowUpload {
  const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploaded_file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const headers: OutgoingHttpHeaders = {
    authorization: `Bearer ${token}`,
    "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    ...(byteSize !== undefined && { "content-length": opening.length + byteSize + CLOSING.length }),
  };
  const input = request(`${url}${DOCUMENTS_BASE}/documents`, {
    method: "POST",
    headers,
    agent: new Agent({ keepAlive }),
  });
  const reply = once(input, "response").then(([response]) => read(response as IncomingMessage));
  // A client that leaves does not wait for it.
  reply.catch(() => {});
  input.on("error", () => {});
  input.write(opening);
  return {
    write: (bytes) => new Promise((taken, failed) => input.write(bytes, (error) => (error ? failed(error) : taken()))),
    finish() {
      input.end(CLOSING);
      return reply;
    },
    reply,
    leave: () => void input.destroy(),
  };
}

async function read(response: IncomingMessage): Promise<UploadReply> {
  response.setEncoding("utf8");
  let text = "";
  for await (const piece of response) text += piece;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
