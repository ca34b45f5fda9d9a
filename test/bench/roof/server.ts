import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DOCUMENTS_BASE, PUBLIC_BASE } from "@cartulary/wire";
import type { RoofFolders } from "./folders.ts";
import type { RoofCaller, RoofOperations } from "./operations.ts";
import type { RoofVisitors } from "./visitors.ts";

/** A server that listens. */
export interface RoofServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Everything that the roof does. */
export interface Roof extends RoofOperations {
  readonly folders: RoofFolders;
  readonly visitors: RoofVisitors;
}

/** Bare `node:http` over the operations: only the paths and responses of the product that the benches use. */
export async function startRoof(roof: Roof): Promise<RoofServer> {
  const server = createServer((request, response) => {
    answer(roof, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
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
const FOLDERS = `${DOCUMENTS_BASE}/folders`;
const PUBLIC_DOCUMENTS = `${PUBLIC_BASE}/documents`;

async function answer(roof: Roof, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "", query] = (request.url ?? "").split("?");
  if (path.startsWith(PUBLIC_DOCUMENTS)) return answerVisitor(roof, path, response);
  const caller = await roof.caller(request.headers.authorization?.slice("Bearer ".length) ?? "");
  if (path.startsWith(FOLDERS)) return answerFolders(roof, caller, path, request, response);
  const [, id = "", below] = path.slice(DOCUMENTS.length).split("/");
  if (request.method === "GET" && id !== "") return send(response, 200, await roof.get(caller, id));
  if (request.method === "GET") return sendPage(roof, caller, new URLSearchParams(query), response);
  const { fields, file } = await formIn(request);
  if (below === "versions") return send(response, 201, await roof.addVersion(caller, id, file));
  send(response, 201, await roof.create(caller, fields.get("documents_folder_id") ?? "", file));
}

async function answerVisitor({ visitors }: Roof, path: string, response: ServerResponse): Promise<void> {
  const [, id = "", below] = path.slice(PUBLIC_DOCUMENTS.length).split("/");
  if (below === undefined) return send(response, 200, await visitors.document(id));
  const { headers, bytes } = await visitors.content(id);
  response.writeHead(200, { "Content-Length": bytes.byteLength, ...headers }).end(bytes);
}

async function answerFolders(
  { folders }: Roof,
  caller: RoofCaller,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, folderId = "", , id = ""] = path.slice(FOLDERS.length).split("/");
  const { name, documents_folder_id: place, level } = JSON.parse((await bodyOf(request)).toString());
  if (request.method === "POST") return send(response, 201, await folders.create(caller, place, name));
  send(response, 200, await folders.changePermission(caller, { folderId, id, level }));
}

async function sendPage(
  roof: Roof,
  caller: RoofCaller,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const [page, perPage] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 20)];
  const word = (query.get("q[name_cont]") ?? "").toLowerCase();
  const folder = query.get("documents_folder_id");
  const { total, items } = await (folder === null
    ? roof.list(caller, { word, page, perPage })
    : roof.folders.page(caller, folder, perPage));
  const pages = Math.ceil(total / perPage);
  send(response, 200, items, {
    "X-Total-Count": total,
    "X-Total-Pages": pages,
    "X-Page": page,
    "X-Per-Page": perPage,
    "X-Has-More": String(page < pages),
  });
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
  const body = await bodyOf(request);
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

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
