import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";

const CLIENT = { client_id: FIRST.clientId, client_secret: FIRST.clientSecret };

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly error?: string;
}

describe.each(databases)("a refresh that is sent again on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const token = async (fields: object) => {
    const { status, body } = await house.ask<Pair>("POST", "/oauth/token", { json: { ...CLIENT, ...fields } });
    return { status, body };
  };
  const signedIn = async () =>
    (await token({ grant_type: "password", username: FIRST.email, password: FIRST.password })).body;
  const refresh = (pair: Pair, fields: object = {}) =>
    token({ grant_type: "refresh_token", refresh_token: pair.refresh_token, ...fields });
  const opens = async (pair: Pair) =>
    (await house.ask("GET", `${USERS}/me`, { token: pair.access_token })).status === 200;
  const REFUSED = { status: 400, body: expect.objectContaining({ error: "invalid_grant" }) };

  it("from two tabs at once, and after a lost answer, gets one answer", async () => {
    const first = await signedIn();
    const [one, other] = await Promise.all([refresh(first), refresh(first)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.body).toEqual(one.body);
    house.clock.pass(29_999);
    expect(await refresh(first)).toEqual(one);
    expect(await refresh(first, { scope: "read" })).toEqual(REFUSED);
    expect([await opens(first), await opens(one.body)]).toEqual([true, true]);
  });

  it("after thirty seconds, or after the new token was used, ends everything of its sign-in", async () => {
    const [late, used] = [await signedIn(), await signedIn()];
    const { body: lateNext } = await refresh(late);
    house.clock.pass(30_000);
    expect(await refresh(late)).toEqual(REFUSED);
    const { body: usedNext } = await refresh(used);
    await refresh(usedNext);
    expect(await refresh(used)).toEqual(REFUSED);
    expect(await Promise.all([late, lateNext, used, usedNext].map(opens))).toEqual([false, false, false, false]);
  });
});
