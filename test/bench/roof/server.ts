import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import type { RoofOperations } from "./operations.ts";

/** A server that listens. */
export interface RoofServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Bare `node:http` over the operations: the paths and answers of the product, and nothing that nobody asks for. */
export async function startRoof(operations: RoofOperations): Promise<RoofServer> {
  const server = createServer((request, response) => {
    answer(operations, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const DOCUMENTS = `${DOCUMENTS_BASE}/documents`;

async function answer(operations: RoofOperations, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = await operations.caller(request.headers.authorization?.slice("Bearer ".length) ?? "");
  const { pathname, searchParams } = new URL(request.url ?? "", "http://roof");
  const [id = "", below] = pathname.slice(DOCUMENTS.length + 1).split("/");
  if (request.method === "GET" && id !== "") return send(response, 200, await operations.get(caller, id));
  if (request.method === "GET") {
    const [page, perPage] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("per_page") ?? 20)];
    const word = (searchParams.get("q[name_cont]") ?? "").toLowerCase();
    const { total, items } = await operations.list(caller, { word, page, perPage });
    const pages = Math.ceil(total / perPage);
    return send(response, 200, items, {
      "X-Total-Count": total,
      "X-Total-Pages": pages,
      "X-Page": page,
      "X-Per-Page": perPage,
      "X-Has-More": String(page < pages),
    });
  }
  const { fields, file } = await formIn(request);
  if (below === "versions") return send(response, 201, await operations.addVersion(caller, id, file));
  send(response, 201, await operations.create(caller, fields.get("documents_folder_id") ?? "", file));
}

function send(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

interface RoofForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Buffer;
}

/** The parts of a form that is held in memory whole, which the product would not do: so much the higher the roof. */
async function formIn(request: IncomingMessage): Promise<RoofForm> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const boundary = `--${/boundary=(.+)$/.exec(request.headers["content-type"] ?? "")?.[1]}`;
  const fields = new Map<string, string>();
  let file: Buffer = Buffer.alloc(0);
  for (let start = boundary.length + 2; start < body.length; ) {
    const head = body.indexOf("\r\n\r\n", start);
    const end = body.indexOf(`\r\n${boundary}`, head);
    if (head < 0 || end < 0) break;
    const text = body.toString("utf8", start, head);
    const content = body.subarray(head + 4, end);
    if (text.includes("filename=")) file = content;
    else fields.set(/name="([^"]*)"/.exec(text)?.[1] ?? "", content.toString());
    start = end + boundary.length + 4;
  }
  return { fields, file };
}
