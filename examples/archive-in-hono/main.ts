// The archive below a path of a Hono application that signs people in itself. What this prints is in main.out.
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests, createSecrets, newId, sealingUnder, systemClock, systemTimer } from "@cartulary/crypto";
import { type Authenticate, documentsApi } from "@cartulary/http";
import { createPasswordHash } from "@cartulary/passwords";
import { ARCHIVE_QUEUES, createArchive } from "@cartulary/products/archive";
import { createIdentity, IDENTITY_QUEUES } from "@cartulary/products/identity";
import { sqlModules } from "@cartulary/sql/modules";
import { openSqlite } from "@cartulary/sqlite";
import { jobsModule } from "@cartulary/sqlite/jobs";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { Hono } from "hono";

const machine = { clock: systemClock, timer: systemTimer, newId, digests: createDigests(), secrets: createSecrets() };
const queues = [...ARCHIVE_QUEUES, ...IDENTITY_QUEUES];
const database = await openSqlite({ path: ":memory:", modules: [...sqlModules, jobsModule({ ...machine, queues })] });
const baseUrl = () => "http://estate.example/archive";
const ports = { ...database, ...machine, baseUrl, contentTypes: createContentTypes(), blobGraceSeconds: 604_800 };
const archive = createArchive({ ...ports, blobStore: createFsBlobStore({ directory: "blobs" }) });
const accounts = { passwordHash: createPasswordHash(), sealingUnder, tokenUseFailed: console.error };
const identity = createIdentity({ ...ports, ...accounts, products: [archive] });
await archive.prepare();

// The sign-in of this application: a cookie that names one of its own users. Yours reads a session, or checks a JWT.
const users = [{ id: newId<"User">(), name: "ana", email: "ana@estate.example" }];
const authenticate: Authenticate = async ({ headers }) => {
  const user = users.find(({ name }) => headers.get("cookie") === `session=${name}`);
  return user ? { userId: user.id, role: "manager", scopes: ["write"], groupIds: [] } : null;
};

// The archive beside the application's own routes.
const log = { info() {}, error: console.error };
const api = documentsApi({ ...ports, ...archive, log, authenticate, maxDirectUploadBytes: 10_000_000 });
const app = new Hono().get("/", (context) => context.text("The estate")).route(`/archive${DOCUMENTS_BASE}`, api);

const ask = async (method: string, name: string) => {
  const headers = { Cookie: `session=${name}`, "Content-Type": "application/json" };
  const body = method === "POST" ? { body: JSON.stringify({ label: "Rue Haute 12" }) } : {};
  const response = await app.request(`/archive${DOCUMENTS_BASE}/workspaces`, { method, headers, ...body });
  const answer = (await response.json()) as { message?: string; user?: { display_name: string } };
  console.log(method, "as", name, response.status, answer.message ?? answer.user?.display_name ?? "");
};
await ask("GET", "eve");
await ask("GET", "ana");
await ask("POST", "ana");

// Mirror users before they write: at each sign-in, or whenever your users change. Mirroring twice changes nothing.
for (const { id, email } of users) {
  await identity.mirror({
    id,
    email_address: email,
    first_name: "Ana",
    last_name: "Lopes",
    role: "manager",
    active: true,
  });
}
await ask("POST", "ana");
await database.close();
