import { describe, expect, it } from "vitest";
import type { Tokens } from "../src/index.ts";
import { clientOf, refused } from "./server.ts";

const ID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const first: Tokens = { accessToken: "a1", refreshToken: "r1", clientId: "app" };

const bearer = ({ headers }: Request) => headers.get("authorization")?.replace("Bearer ", "");

/** A server that takes one access token, and gives the next one for a refresh token. */
function issuer(valid: string, refusal?: Response) {
  let number = Number(valid.slice(1));
  return (request: Request) => {
    if (!request.url.endsWith("/oauth/token")) {
      return bearer(request) === `a${number}` ? Response.json({ id: ID }) : refused(401);
    }
    number += 1;
    return refusal ?? Response.json({ access_token: `a${number}`, refresh_token: `r${number}` });
  };
}

describe("tokens", () => {
  it("are refreshed once for all waiting calls; onTokens gets the new ones before they are used", async () => {
    const received: Tokens[] = [];
    const { client, requests } = clientOf(issuer("a2"), {
      tokens: { ...first, clientSecret: "s" },
      onTokens: (tokens) => void received.push(tokens),
    });
    await Promise.all(Array.from({ length: 10 }, () => client.getFolder({ id: ID })));
    await client.updateFolder({ id: ID });
    const refreshes = requests.filter(({ url }) => url.endsWith("/oauth/token"));
    expect(received).toEqual([{ accessToken: "a3", refreshToken: "r3", clientId: "app", clientSecret: "s" }]);
    expect(await Promise.all(refreshes.map((request) => request.text()))).toEqual([
      "grant_type=refresh_token&refresh_token=r1&client_id=app&client_secret=s",
    ]);
    expect(bearer(requests.at(-1) as Request)).toBe("a3");
  });

  it("leave the refusal where the refresh token is refused as well, and its reason", async () => {
    const { client } = clientOf(issuer("a9", refused(400)), { tokens: first });
    await expect(client.getFolder({ id: ID })).rejects.toMatchObject({ status: 401, cause: { status: 400 } });
  });

  it("of a function are fetched once, again when they are refused, and once for all calls", async () => {
    const supplied = ["a1", "a2"];
    const { client, requests } = clientOf(issuer("a2"), {
      tokens: async () => ({ accessToken: supplied.shift() ?? "none is left" }),
    });
    await Promise.all([client.getFolder({ id: ID }), client.getFolder({ id: ID })]);
    await client.getFolder({ id: ID });
    expect(requests.map(bearer)).toEqual(["a1", "a1", "a2", "a2", "a2"]);
  });

  it("that stay refused are sent twice, and a fixed token once", async () => {
    const same = clientOf(() => refused(401), { tokens: () => ({ accessToken: "x" }) });
    await expect(same.client.getFolder({ id: ID })).rejects.toMatchObject({ status: 401 });
    expect(same.requests).toHaveLength(1);
    const fixed = clientOf(() => refused(401));
    await expect(fixed.client.getFolder({ id: ID })).rejects.toMatchObject({ status: 401 });
    expect(fixed.requests).toHaveLength(1);
  });
});
