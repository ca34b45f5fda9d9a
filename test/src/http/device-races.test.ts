import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { openTwice } from "../../support/databases.ts";
import { AUDIENCE, ISSUER, startIdentityProvider } from "../../support/identity-provider.ts";
import type { DeviceAuthorizationBody, PersonalTokenBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { signedInAs } from "../../support/session.ts";

const START = "/api/v1/cli/auth/device";
const TOKENS = "/api/v1/personal_access_tokens";
const url = inject("postgresUrl");

describe.runIf(url !== null)("two hosts on one Postgres", () => {
  let hosts: readonly [House, House];
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  beforeAll(async () => {
    provider = await startIdentityProvider(() => Date.parse("2026-03-01T09:00:00.000Z"));
    const environment = {
      IDENTITY_ISSUER: ISSUER,
      IDENTITY_AUDIENCE: AUDIENCE,
      IDENTITY_JWKS: JSON.stringify(provider.publicKeys),
    };
    const [database, secondDatabase] = await openTwice(url ?? "");
    hosts = [
      await openHouse(database, { seed: "one", environment }),
      await openHouse(secondDatabase, { seed: "other", environment }),
    ];
  });
  afterAll(async () => {
    const [one, other] = hosts;
    await other.close();
    await one.close();
    await provider.close();
  });

  /** Sends concurrent requests, to both hosts in turn. */
  const atOnce = <Reply>(times: number, ask: (host: House, index: number) => Promise<Reply>): Promise<Reply[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => ask(hosts[index % 2 ? 1 : 0] as House, index)));
  const statuses = (replies: readonly { readonly status: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it("fifty polls of one approved code are one token and forty-nine times 410", async () => {
    const [one] = hosts;
    const ana = await signedInAs(one);
    const began = await one.ask<DeviceAuthorizationBody>("POST", START, { json: {} });
    const { device_code, user_code } = expectStatus(began, 200);
    await ana.fillIn(`/cli/activation?user_code=${user_code}`, { decision: "approve" });
    const polls = await atOnce(50, (host) =>
      host.ask<{ access_token?: string; error?: string }>("POST", `${START}/poll`, { json: { device_code } }),
    );
    expect(statuses(polls)).toEqual({ 200: 1, 410: 49 });
    const [token] = polls.flatMap(({ body }) => body.access_token ?? []);
    const stored = await one.ask<PersonalTokenBody[]>("GET", TOKENS, { token: token ?? "" });
    expect(expectStatus(stored, 200)).toHaveLength(1);
  });

  it("an approval and a denial at the same time leave one of both", async () => {
    const [one, other] = hosts;
    for (let round = 0; round < 5; round += 1) {
      const ana = await signedInAs(one);
      const csrf = await ana.csrf();
      const began = await one.ask<DeviceAuthorizationBody>("POST", START, { from: `203.0.113.${round}` });
      const { device_code, user_code } = expectStatus(began, 200);
      await Promise.all(
        ["approve", "deny"].map((decision) => ana.post("/cli/activation", { csrf, user_code, decision })),
      );
      const poll = () => other.ask("POST", `${START}/poll`, { json: { device_code } });
      const [first, second] = [await poll(), await poll()];
      expect([
        ["access_denied", "access_denied"],
        [undefined, "already_consumed"],
      ]).toContainEqual([first.body.error, second.body.error]);
    }
  });

  it("53: twenty beginnings in five minutes are shared by both", async () => {
    const replies = await atOnce(40, (host) => host.ask("POST", START, { from: "198.51.100.1" }));
    expect(statuses(replies)).toEqual({ 200: 20, 429: 20 });
  });

  it("an assertion is used once on both", async () => {
    const json = {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: await provider.assertion({ iat: undefined }),
      client_id: FIRST.clientId,
      client_secret: FIRST.clientSecret,
    };
    const replies = await atOnce(10, (host) => host.ask("POST", "/api/v1/oauth/token_exchange", { json }));
    expect(statuses(replies)).toEqual({ 200: 1, 400: 9 });
  });
});
