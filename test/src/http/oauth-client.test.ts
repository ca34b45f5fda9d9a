import { join } from "node:path";
import type { Application } from "@cartulary/auth";
import type { Instant } from "@cartulary/kernel";
import { auditModule } from "@cartulary/sql/audit";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { openSqlite } from "@cartulary/sqlite";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type HostProcess, startHost } from "../../support/cartulary-process.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { sha256 } from "../../support/record-factories.ts";
import { hiddenFields } from "../../support/visitor.ts";

const SECRET = "the office's own secret";
const CALLBACK = "http://127.0.0.1:5123/callback";
const insecure = { [oauth.allowInsecureRequests]: true };

/** An application that asks for consent, and one without a secret. */
const APPLICATIONS: readonly Application[] = ["office", "public"].map((clientId, index) => ({
  id: `01900000-0000-7000-9000-00000000000${index}` as Application["id"],
  clientId,
  secretHash: clientId === "office" ? sha256(SECRET) : null,
  name: `The ${clientId}`,
  redirectUris: ["http://127.0.0.1/callback"],
  scopes: ["read", "write"],
  defaultScopes: ["read"],
  confidential: clientId === "office",
  trusted: false,
  createdAt: "2026-03-01T09:00:00.000Z" as Instant,
}));

/** A browser as far as it matters: it keeps cookies, fills in forms, and stops where it would leave us. */
function browser(home: string) {
  const cookies = new Map<string, string>();

  async function ask(url: URL, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = form && new URLSearchParams(form);
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie },
      ...(body && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return response;
    const next = new URL(location, url);
    return next.origin === home ? ask(next) : Response.json({ left: next.href });
  }

  return {
    /** The last address of the browser, after signing in and consenting where that was required. */
    async follow(url: URL, answers: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<URL> {
      let response = await ask(url);
      for (let pages = 0; pages < 3; pages += 1) {
        const text = await response.text();
        if (response.headers.get("content-type") === "application/json") return new URL(JSON.parse(text).left);
        const form = text.slice(text.lastIndexOf("<form"));
        const action = /action="([^"]*)"/.exec(form)?.[1] ?? "";
        const answer = answers[action] ?? expect.fail(`No answer is defined for ${action}`);
        response = await ask(new URL(action, home), { ...hiddenFields(text), ...answer });
      }
      return expect.fail("There was page after page");
    },
  };
}

describe("oauth4webapi, as it is, against a running host", () => {
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let host: HostProcess;
  let server: oauth.AuthorizationServer;

  beforeAll(async () => {
    folder = await dataFolder();
    host = await startHost({ CARTULARY_DATA: folder.path });
    const modules = [blobsModule, auditModule, directoryModule, authModule, documentsModule, replaysModule];
    const { transact, close } = await openSqlite({ path: join(folder.path, "cartulary.db"), modules });
    await transact.write(async ({ applications }) => {
      for (const application of APPLICATIONS) await applications.insert(application);
    });
    await close();
    const issuer = new URL(host.url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    server = await oauth.processDiscoveryResponse(issuer, found);
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const LOGIN = { email: FIRST.CARTULARY_ADMIN_EMAIL, password: FIRST.CARTULARY_ADMIN_PASSWORD };

  async function requestFor(clientId: string, verifier: string, state: string): Promise<URL> {
    const url = new URL(server.authorization_endpoint ?? expect.fail("No authorization endpoint"));
    const parameters = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: "read write",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }

  const statusOf = async (token: string): Promise<number> => {
    const url = new URL(`${host.url}/api/v1/directory/users/me`);
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };

  it.each([
    ["with its secret in the body", "office", oauth.ClientSecretPost(SECRET)],
    ["with its secret in HTTP Basic", "office", oauth.ClientSecretBasic(SECRET)],
    ["without a secret", "public", oauth.None()],
  ])("gets a code, tokens, other tokens, and gives them back, %s", async (_name, clientId, authentication) => {
    const client = { client_id: clientId };
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const answers = { "/login": LOGIN, "/oauth/authorize": { decision: "approve" } };
    const back = await browser(host.url).follow(await requestFor(clientId, verifier, state), answers);
    expect(back.href).toMatch(`${CALLBACK}?`);

    const parameters = oauth.validateAuthResponse(server, client, back, state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      CALLBACK,
      verifier,
      insecure,
    );
    const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
    expect(first).toMatchObject({ token_type: "bearer", expires_in: 7200, scope: "read write" });
    expect(await statusOf(first.access_token)).toBe(200);

    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      first.refresh_token ?? "",
      insecure,
    );
    const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOf(second.access_token)).toBe(200);

    const revoked = await oauth.revocationRequest(server, client, authentication, second.refresh_token ?? "", insecure);
    expect(await oauth.processRevocationResponse(revoked)).toBeUndefined();
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([401, 401]);

    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      second.refresh_token ?? "",
      insecure,
    );
    await expect(oauth.processRefreshTokenResponse(server, client, again)).rejects.toMatchObject({
      error: "invalid_grant",
      error_description: expect.stringMatching(/\S/),
    });
  });

  it("receives access_denied when the user denies", async () => {
    const state = oauth.generateRandomState();
    const request = await requestFor("office", oauth.generateRandomCodeVerifier(), state);
    const answers = { "/login": LOGIN, "/oauth/authorize": { decision: "deny" } };
    const back = await browser(host.url).follow(request, answers);
    expect(() => oauth.validateAuthResponse(server, { client_id: "office" }, back, state)).toThrow(
      expect.objectContaining({ error: "access_denied" }),
    );
  });

  it("skips the consent of a trusted application", async () => {
    const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: secret } = FIRST;
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const back = await browser(host.url).follow(await requestFor(clientId, verifier, state), { "/login": LOGIN });
    const client = { client_id: clientId };
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(secret),
      oauth.validateAuthResponse(server, client, back, state),
      CALLBACK,
      verifier,
      insecure,
    );
    expect(await oauth.processAuthorizationCodeResponse(server, client, exchanged)).toMatchObject({
      token_type: "bearer",
    });
  });
});
