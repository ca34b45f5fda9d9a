import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { FIRST } from "./cartulary-process.ts";

/** A response to one request, without values that differ between hosts. */
export interface RecordedResponse {
  readonly request: string;
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Requests to a host, one after the other, each with values of earlier responses. */
export type Story = (ask: Ask) => Promise<void>;

/** Sends a request like `GET /path`; returns the body as JSON, `null` if it is none. */
type Ask = (target: string, more?: Asking) => Promise<Json>;

interface Asking {
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
  /** Fields that go before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends no token. */
  readonly anonymous?: boolean;
  /** Polls a condition until it holds: some work happens after the answers. */
  readonly until?: (body: Json) => boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: what a story reads of an answer is checked by comparing the answers
type Json = any;

/** Runs a story on a host, and returns all responses. */
export async function tell(url: string, story: Story): Promise<readonly RecordedResponse[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const responses: RecordedResponse[] = [];
  const plain = plainly(url);
  let token = "";
  try {
    await story(async (target, more = {}) => {
      for (;;) {
        const reply = await answered(
          url,
          agent,
          target,
          more.anonymous || token === "" ? more : withToken(more, token),
        );
        const json = jsonOf(reply);
        if (more.until && !more.until(json)) {
          await setTimeout(POLL_MS);
          continue;
        }
        responses.push({
          request: plain(target),
          status: reply.status,
          headers: headersOf(reply, plain),
          body: plain(reply.bytes.toString("latin1")),
        });
        token = json?.access_token ?? token;
        return json;
      }
    });
    return responses;
  } finally {
    agent.destroy();
  }
}

interface Reply {
  readonly status: number | undefined;
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

const withToken = (more: Asking, token: string): Asking => ({
  ...more,
  headers: { Authorization: `Bearer ${token}`, ...more.headers },
});

const POLL_MS = 50;
const BOUNDARY = "a-boundary-that-no-file-holds";

async function answered(url: string, agent: Agent, target: string, more: Asking): Promise<Reply> {
  const [method = "GET", path = "/"] = target.split(" ");
  const body = bytesOf(more);
  const headers: Record<string, string | number> = {
    ...(body && { "Content-Length": body.byteLength, ...typeOf(more) }),
    ...more.headers,
  };
  const sending = request(url + path, { method, agent, headers });
  if (more.headers?.Expect !== undefined) sending.once("continue", () => sending.end(body));
  else sending.end(body);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  // Of what waits for leave to be sent, some is refused before.
  if (!sending.writableEnded) sending.destroy();
  return { status: response.statusCode, rawHeaders: response.rawHeaders, bytes: await buffer(response) };
}

function bytesOf({ json, bytes, file, fields = {} }: Asking): Buffer | undefined {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  if (!file) return bytes && Buffer.from(bytes);
  const part = (words: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${words}\r\n`;
  const before = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const head = `${part(`name="uploaded_file"; filename="${file.name}"`)}Content-Type: ${file.type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(before.join("") + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function typeOf({ json, file }: Asking) {
  if (json !== undefined) return { "Content-Type": "application/json" };
  return file && { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
}

function jsonOf({ bytes }: Reply): Json {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

const UNLIKE: ReadonlySet<string> = new Set(["date", "connection", "keep-alive", "x-request-id"]);

/** In the order of their names, each as it was written. */
function headersOf({ rawHeaders }: Reply, plain: (text: string) => string): readonly string[] {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return lines
    .filter((line) => !UNLIKE.has(line.slice(0, line.indexOf(":")).toLowerCase()))
    .map(plain)
    .toSorted();
}

/**
 * Replaces what differs between any two hosts: ids and digests by their order (a PDF that was made says when), days,
 * secrets, and where they listen.
 */
function plainly(url: string): (text: string) => string {
  const names = new Map<string, string>();
  const nameOf = (found: string) => {
    const name = names.get(found) ?? `name-${names.size + 1}`;
    names.set(found, name);
    return name;
  };
  return (text) =>
    text
      .replaceAll(url, "http://host")
      .replace(/"(access_token|refresh_token|token|nonce)":"[^"]*"/g, '"$1":"…"')
      .replace(/"request_id":"[^"]*"/g, '"request_id":"…"')
      .replace(/"created_at":\d+/g, '"created_at":0')
      .replace(/return_to=[\w-]{43}\./g, "return_to=….")
      .replace(/cartulary_visit=[\w-]+/g, "cartulary_visit=…")
      .replace(/name="csrf" value="[^"]*"/g, "csrf")
      .replace(/(?<=\b|%2F)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, nameOf)
      .replace(/\b[0-9a-f]{64}\b/g, nameOf)
      // An ETag: what it is of may name the host.
      .replace(/"[\w-]{43}(?:-gzip)?"/g, nameOf)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "T")
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, "T");
}

const DOCUMENTS = "/api/v1/documents";
const TEXT = "text/plain";
const sample = (name: string) => ({
  name,
  type: "application/pdf",
  bytes: readFileSync(new URL(`../../hosts/cli/samples/${name}`, import.meta.url)),
});

/** The common beginning of every kind of work on a host. */
async function signIn(ask: Ask): Promise<void> {
  const password = {
    ...{ grant_type: "password", client_id: FIRST.CARTULARY_CLIENT_ID, client_secret: FIRST.CARTULARY_CLIENT_SECRET },
    ...{ username: FIRST.CARTULARY_ADMIN_EMAIL, password: FIRST.CARTULARY_ADMIN_PASSWORD, scope: "read write admin" },
  };
  await ask("POST /oauth/token", { json: { ...password, password: "wrong" } });
  await ask("POST /oauth/token", { json: password });
}

/** True when the texts of some documents were read, as their records report; hosts take a while for it. */
const areRead = (documents: Json): boolean =>
  [documents].flat().every(({ text_status }: Json) => text_status !== "pending");

/** A little of everything: pages, records, refusals, bytes both ways, and work in children. */
export const shortStory: Story = async (ask) => {
  for (const path of ["/healthz", "/readyz", "/", "/docs", "/login", "/nowhere", `${DOCUMENTS}/folders`]) {
    await ask(`GET ${path}`);
  }
  for (const target of ["HEAD /healthz", "HEAD /docs", "DELETE /healthz", "OPTIONS /healthz"]) await ask(target);
  await signIn(ask);
  const folder = await ask(`POST ${DOCUMENTS}/folders`, { json: { name: "Baux é" } });
  await ask(`POST ${DOCUMENTS}/folders`, { json: { name: 3 } });
  await ask(`POST ${DOCUMENTS}/folders`, { bytes: Buffer.from("{"), headers: { "Content-Type": "application/json" } });
  await ask(`POST ${DOCUMENTS}/folders`, { bytes: Buffer.from("x"), headers: { "Content-Type": TEXT } });
  await ask(`GET ${DOCUMENTS}/folders?per_page=0`);
  const bytes = Buffer.alloc(300_000, "a lease of 3 rooms\r\n");
  const file = { name: "bail.txt", type: TEXT, bytes };
  const document = await ask(`POST ${DOCUMENTS}/documents?documents_folder_id=${folder.id}`, { file });
  const content = `${DOCUMENTS}/documents/${document.id}/content`;
  for (const method of ["GET", "HEAD"]) await ask(`${method} ${content}`);
  for (const range of ["bytes=10-99", "bytes=-7", "bytes=400000-", "bytes=0-1,5-6"]) {
    await ask(`GET ${content}`, { headers: { Range: range } });
  }
  await ask(`GET ${content}`, { headers: { "If-None-Match": `"${document.sha256}"` } });
  await ask(`GET ${content}`, { headers: { "Accept-Encoding": "gzip, br" } });
  await ask(`POST ${DOCUMENTS}/documents`, { file, headers: { Expect: "100-continue" } });
  await ask(`POST ${DOCUMENTS}/documents`, { file, headers: { Expect: "100-continue" }, anonymous: true });
  await ask(`POST ${DOCUMENTS}/documents`, { file: { ...file, bytes: Buffer.alloc(0) } });
  const template = { key: "notice", typst_source: "#set par(justify: true)", name: "Notice" };
  await ask(`POST ${DOCUMENTS}/document_templates`, { json: template });
  const { composed_document: composed } = await ask(`POST ${DOCUMENTS}/composed_documents`, {
    json: { template_key: "notice", name: "Notice", variables: { name: "Ada" } },
  });
  const at = `${DOCUMENTS}/composed_documents/${composed?.id}`;
  await ask(`POST ${at}/parts`, { json: { title: "Hello", content: "Hello **{{ name }}**", status: "editing" } });
  await ask(`POST ${at}/compile`);
  await ask(`GET ${DOCUMENTS}/documents?sort=name`, { until: areRead });
  await ask(`DELETE ${DOCUMENTS}/documents/${document.id}`);
  await ask(`GET ${content}`);
};

/** And the rest. */
export const longStory: Story = async (ask) => {
  await shortStory(ask);
  await ask("GET /openapi.json");
  await ask("GET /.well-known/oauth-authorization-server");
  const folder = await ask(`POST ${DOCUMENTS}/folders`, { json: { name: "Mandats" } });
  const pdf = await ask(`POST ${DOCUMENTS}/documents`, { file: sample("mandat-2026-014.pdf") });
  await ask(`GET ${DOCUMENTS}/documents/${pdf.id}`, { until: areRead });
  await ask(`GET ${DOCUMENTS}/documents/${pdf.id}/content`);
  await ask(`PATCH ${DOCUMENTS}/documents/${pdf.id}`, { json: { documents_folder_id: folder.id, name: "Mandat" } });
  await ask(`POST ${DOCUMENTS}/folders/${folder.id}/public_access`);
  await ask(`GET /public/v1/folders/${folder.id}`, { anonymous: true });
  await ask(`GET /p/${folder.id}`, { anonymous: true });
  const large = { name: "large.bin", type: "application/octet-stream", bytes: Buffer.alloc(20_000_000, "0123456789") };
  const stored = await ask(`POST ${DOCUMENTS}/documents`, { file: large });
  await ask(`GET ${DOCUMENTS}/documents/${stored.id}/content`);
  await ask(`GET ${DOCUMENTS}/documents/${stored.id}/content`, { headers: { Range: "bytes=1000000-9999999" } });
  const bulk = await ask(`POST ${DOCUMENTS}/bulk_uploads`, {
    json: { total_files: 2, merge_to_pdf: true, merged_file_name: "Scans" },
  });
  for (const [position, name] of ["bail-lot-3.pdf", "bail-lot-7.pdf"].entries()) {
    const fields = { bulk_upload_id: bulk.id, position: String(position) };
    await ask(`POST ${DOCUMENTS}/documents`, { file: sample(name), fields });
  }
  await ask(`GET ${DOCUMENTS}/bulk_uploads/${bulk.id}`, { until: ({ completed_at }) => completed_at !== null });
  const mandataire = { name: "Agence", accounting_code: "AG", siren: "732829320" };
  const made = await ask("POST /rental/api/v1/mandataires", { json: { mandataire } });
  const headers = { "X-Mandataire-Id": String(made?.id) };
  await ask("GET /rental/api/v1/properties", { headers });
  await ask("GET /rental/api/v1/accounting/trial_balance", { headers });
  const lists = ["directory/users", "directory/groups", "documents/workspaces", "oauth_applications", "audit_events"];
  for (const path of lists) await ask(`GET /api/v1/${path}`);
  await ask("POST /oauth/revoke", { json: { token: "unknown" } });
};
