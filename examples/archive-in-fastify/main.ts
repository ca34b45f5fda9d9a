// The archive below a path of a Fastify application. What this prints is in main.out.
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests, createSecrets, newId, systemClock, systemTimer } from "@cartulary/crypto";
import { documentsApi } from "@cartulary/http";
import type { Caller } from "@cartulary/kernel";
import { ARCHIVE_QUEUES, createArchive } from "@cartulary/products/archive";
import { sqlModules } from "@cartulary/sql/modules";
import { openSqlite } from "@cartulary/sqlite";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import createFastify from "fastify";
import { Hono } from "hono";

const machine = { clock: systemClock, timer: systemTimer, newId, digests: createDigests(), secrets: createSecrets() };
const modules = [...sqlModules, jobsModule({ ...machine, queues: ARCHIVE_QUEUES })] as const;
const database = await openSqlite({ path: ":memory:", modules });
const blobStore = createFsBlobStore({ directory: "blobs" });
const ports = { ...database, ...machine, blobStore, contentTypes: createContentTypes(), blobGraceSeconds: 604_800 };
const archive = createArchive(ports);
await archive.prepare();

const reader: Caller = { userId: newId<"User">(), role: "user", scopes: ["read"], groupIds: [] };
const api = documentsApi({
  ...{ ...ports, ...archive, log: { info() {}, error: console.error }, maxDirectUploadBytes: 10_000_000 },
  baseUrl: () => "http://estate.example/archive",
  authenticate: async ({ headers }) => (headers.get("authorization") === "Bearer of the estate" ? reader : null),
});
const mounted = new Hono().route(`/archive${DOCUMENTS_BASE}`, api);

// Fastify hands over the request with its body unread, and sends the answer as it comes.
const fastify = createFastify();
await fastify.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  scope.all("/archive/*", async ({ raw, method, url }, reply) => {
    const headers = new Headers(
      Object.entries(raw.headers).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    const unread = method === "GET" || method === "HEAD" ? null : Readable.toWeb(raw);
    const response = await mounted.fetch(
      new Request(`http://estate.example${url}`, { method, headers, body: unread, duplex: "half" }),
    );
    reply.code(response.status).headers(Object.fromEntries(response.headers));
    return reply.send(response.body && Readable.fromWeb(response.body as ReadableStream));
  });
});
fastify.get("/", async () => "The estate");

const url = await fastify.listen({ host: "127.0.0.1", port: 0 });
const ask = async (path: string, headers: Record<string, string>, init: RequestInit = {}) => {
  const response = await fetch(`${url}${path}`, {
    headers: { "Content-Type": "application/json", ...headers },
    ...init,
  });
  console.log(init.method ?? "GET", path, response.status, (await response.text()).replace(/,"request_id".*/, "}"));
};
await ask("/", {});
await ask(`/archive${DOCUMENTS_BASE}/folders`, {});
await ask(`/archive${DOCUMENTS_BASE}/folders`, { Authorization: "Bearer of the estate" });
await fastify.close();
await database.close();
