import { openApiPieces } from "@cartulary/http";
import { allOperations } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";

describe("The served description", () => {
  let house: House;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
  });
  afterAll(() => house.close());

  const get = async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await house.app.fetch(new Request("http://house.test/openapi.json", { headers }));
    return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
  };

  it("names each anomaly of the lines of runs", async () => {
    const { components } = JSON.parse(new TextDecoder().decode((await get()).bytes));
    const { anomalyType } = components.schemas.BillingRunLine.properties;
    const { others, level } = components.schemas.AnomalyDetails.properties;
    const named = JSON.stringify(anomalyType);
    for (const type of ["back_billing", "deposit_late", "deposit_above_law", "mandate_ended", "unmatched_rejection"]) {
      expect(named).toContain(`"${type}"`);
      expect(others.items.enum).toContain(type);
    }
    expect(level.description).not.toContain("prevents");
  });

  it("is made in small steps, between which other requests are served", () => {
    const mounted = Object.values(allOperations).map((operation) => ({ operation, path: operation.path }));
    const steps = [...openApiPieces(mounted, "http://house.test")].map((piece) => piece?.length ?? 0);
    const length = steps.reduce((sum, step) => sum + step);
    expect(steps.length).toBeGreaterThan(500);
    expect(Math.max.apply(null, steps)).toBeLessThan(length / 20);
  });

  it("has the parameters of an authorization request, and bounds of what else is refused by its shape", async () => {
    const { paths, components } = JSON.parse(new TextDecoder().decode((await get()).bytes));
    const parametersOf = (path: string) =>
      Object.fromEntries(
        paths[path].get.parameters.map(({ name, schema }: { readonly name: string; readonly schema: object }) => [
          name,
          schema,
        ]),
      );
    expect(Object.keys(parametersOf("/oauth/authorize"))).toEqual(
      expect.arrayContaining(["response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge"]),
    );
    expect(parametersOf("/oauth/authorize").state).toMatchObject({ maxLength: 2_048 });
    expect(parametersOf("/api/v1/documents/search").query).toMatchObject({ minLength: 1, maxLength: 200 });
    const { pattern } = parametersOf("/api/v1/documents/folders/{folder_id}/public_access").limit;
    const isDescribed = (limit: string) => new RegExp(pattern).test(limit);
    expect(["1", "20", "007", "100"].map(isDescribed)).toEqual([true, true, true, true]);
    expect(["0", "000", "101", "-1", ""].map(isDescribed)).toEqual([false, false, false, false, false]);
    for (const name of ["OAuthApplicationCreate", "PersonalAccessTokenCreate"]) {
      expect(components.schemas[name].properties.scopes).toMatchObject({ minItems: 1 });
    }
  });

  it("is revalidated by its ETag, whole and compressed", async () => {
    const whole = await get();
    const etag = whole.headers.get("etag") ?? "";
    expect(whole.headers.get("cache-control")).toBe("public, max-age=300");
    expect(whole.headers.get("vary")).toBe("Accept-Encoding");
    expect(whole.headers.get("content-encoding")).toBeNull();
    const again = await get({ "if-none-match": etag });
    expect([again.status, again.headers.get("etag"), again.bytes.byteLength]).toEqual([304, etag, 0]);

    const compressed = await get({ "accept-encoding": "br, gzip" });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.headers.get("etag")).not.toBe(etag);
    const stream = new Blob([compressed.bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(stream).json()).toEqual(JSON.parse(new TextDecoder().decode(whole.bytes)));
    expect(compressed.bytes.byteLength).toBeLessThan(whole.bytes.byteLength / 5);
    const unwanted = await get({ "accept-encoding": "gzip;q=0, identity" });
    expect(unwanted.headers.get("content-encoding")).toBeNull();
  });
});
