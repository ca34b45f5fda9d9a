import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compose, readConfig, tokens } from "@cartulary/server";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { AUDIENCE, ISSUER, startIdentityProvider } from "../../support/identity-provider.ts";

const SOUND = {
  IDENTITY_ISSUER: ISSUER,
  IDENTITY_AUDIENCE: AUDIENCE,
  IDENTITY_JWKS: "https://identity.example.org/jwks",
};
const surroundings = { directory: "/nowhere", isTerminal: false };
const NOW = "2026-03-01T09:00:00.000Z";

describe("the identity provider of a host", () => {
  it.each([
    ["IDENTITY_ISSUER", { IDENTITY_ISSUER: "" }],
    ["IDENTITY_AUDIENCE", { IDENTITY_AUDIENCE: "" }],
    ["IDENTITY_JWKS", { IDENTITY_JWKS: "" }],
    ["IDENTITY_JWKS", { IDENTITY_JWKS: "https://" }],
    ["IDENTITY_JWKS", { IDENTITY_JWKS: "http://identity.example.org/jwks" }],
    ["IDENTITY_JWKS", { IDENTITY_JWKS: "HTTP://127.0.0.1.example.org/jwks" }],
    ["IDENTITY_JWKS", { IDENTITY_JWKS: "http://localhost.example.org/jwks" }],
    ["IDENTITY_SECRET", { IDENTITY_SECRET: "x".repeat(32) }],
    ["IDENTITY_SECRET", { IDENTITY_SECRET: "x".repeat(31), IDENTITY_JWKS: "" }],
    ["IDENTITY_AUTO_PROVISION", { IDENTITY_AUTO_PROVISION: "yes" }],
  ])("is refused whole, and %s blamed, with %j", (variable, reportOf) => {
    expect(() => readConfig({ ...SOUND, ...reportOf }, surroundings)).toThrow(
      new RegExp(`^${variable} cannot be used: [^\n]+$`),
    );
  });

  it.each(["http://127.0.0.1:8080/jwks", "http://127.1/jwks", "http://[::1]/jwks", "http://LocalHost/jwks"])(
    "may have its keys without https on this machine, at %s",
    (IDENTITY_JWKS) => {
      const { identityProvider } = readConfig({ ...SOUND, IDENTITY_JWKS }, surroundings);
      expect(identityProvider?.keys).toEqual({ kind: "url", url: IDENTITY_JWKS });
    },
  );

  it("is absent without its settings", () => {
    expect(readConfig({}, surroundings).identityProvider).toBeNull();
  });

  it("may keep its keys in a file, which must be there", async () => {
    await using folder = await temporaryFolder();
    const provider = await startIdentityProvider(() => Date.parse(NOW));
    await provider.close();
    const file = join(folder.path, "jwks.json");
    await writeFile(file, JSON.stringify(provider.publicKeys));
    const verifierAt = async (IDENTITY_JWKS: string) => {
      const config = readConfig({ ...SOUND, IDENTITY_JWKS }, { ...surroundings, directory: folder.path });
      const found = (await compose(config, [])).get(tokens.assertionVerifier);
      await found?.ready();
      return found;
    };
    const verifier = await verifierAt("jwks.json");
    const assertion = await provider.assertion({ sub: "ana" });
    expect(await verifier?.verify(assertion, NOW as never)).toMatchObject({ person: { subject: "ana" } });
    for (const bad of ["nothing.json", '{"keys":7}']) {
      await expect(verifierAt(bad)).rejects.toThrow(/IDENTITY_JWKS cannot be used/);
    }
  });
});
