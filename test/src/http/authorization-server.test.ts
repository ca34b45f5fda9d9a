import { afterEach, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { AUTHORIZATION_SERVER, recordProblems } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";

const PATH = "/.well-known/oauth-authorization-server";

let house: House;
afterEach(() => house.close());

async function describedAt(path: string, environment: Readonly<Record<string, string>>) {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("There is always SQLite");
  house = await openHouse(await sqlite.open(), { environment });
  return house.ask<Readonly<Record<string, unknown>>>("GET", path, { headers: { host: "evil.example.org" } });
}

it("gives URLs below PUBLIC_URL, for any Host header", async () => {
  const issuer = "https://documents.example.org/archive";
  const body = expectStatus(await describedAt(PATH, { PUBLIC_URL: `${issuer}/` }), 200);
  expect(recordProblems(AUTHORIZATION_SERVER, body)).toEqual([]);
  expect(body).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: ["read", "write", "admin"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token", "password"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  });
});

it("answers also at the address for an issuer with a path", async () => {
  const reply = await describedAt(`${PATH}/archive`, { PUBLIC_URL: "https://documents.example.org/archive" });
  expect(expectStatus(reply, 200).issuer).toBe("https://documents.example.org/archive");
  expect((await house.ask("GET", `${PATH}/elsewhere`)).status).toBe(404);
});

it("uses HOST and PORT without PUBLIC_URL", async () => {
  const body = expectStatus(await describedAt(PATH, { HOST: "::1", PORT: "4000" }), 200);
  expect(body.issuer).toBe("http://[::1]:4000");
});
