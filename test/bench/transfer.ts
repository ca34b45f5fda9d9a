import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { DOCUMENTS_BASE } from "@cartulary/wire";

/** Whom to send to and ask from. */
export interface Peer {
  readonly url: string;
  readonly token: string;
}

const BOUNDARY = "a-boundary-that-no-file-holds";
const OPENING = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploaded_file"; filename="bench.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
const CLOSING = `\r\n--${BOUNDARY}--\r\n`;
const PIECE = Buffer.alloc(65_536, "bench");

/** Makes a document of `byteSize` bytes, sent as fast as they are taken; answers its id. */
export async function upload({ url, token }: Peer, byteSize: number): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    "content-length": OPENING.length + byteSize + CLOSING.length,
  };
  const outgoing = request(`${url}${DOCUMENTS_BASE}/documents`, { method: "POST", headers, agent: false });
  const answer = once(outgoing, "response") as Promise<[IncomingMessage]>;
  outgoing.write(OPENING);
  for (let left = byteSize; left > 0; left -= PIECE.byteLength) await sent(outgoing, PIECE.subarray(0, left));
  outgoing.end(CLOSING);
  const [response] = await answer;
  const { id } = JSON.parse(await textOf(response));
  if (response.statusCode !== 201) throw new Error(`The upload was answered ${response.statusCode}`);
  return id;
}

/** Reads a document's content to its end and forgets it; answers how many bytes came. */
export async function download({ url, token }: Peer, id: string): Promise<number> {
  const outgoing = request(`${url}${DOCUMENTS_BASE}/documents/${id}/content`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  }).end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let byteSize = 0;
  for await (const piece of response) byteSize += piece.length;
  return byteSize;
}

async function sent(outgoing: ClientRequest, piece: Uint8Array): Promise<void> {
  if (!outgoing.write(piece)) await once(outgoing, "drain");
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return text;
}
