import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AssertionOutcome } from "@cartulary/auth";
import { type Instant, millisecondsOf } from "@cartulary/kernel";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAssertionVerifier, type KeySource, readKeySet, sharedSecret } from "../src/index.ts";

const NOW = "2026-03-01T09:00:00.000Z" as Instant;
const SECONDS = millisecondsOf(NOW) / 1000;
const [issuer, audience] = ["https://identity.example.org", "cartulary"];

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const claims = { iss: issuer, aud: audience, sub: "ana", email: "ana@example.org", exp: SECONDS + 60 };
const sign = ({ privateKey }: Pair, alg: string, kid?: string, more: object = {}) =>
  new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg, ...(kid !== undefined && { kid }) }).sign(privateKey);
const setOf = async (...pairs: readonly Pair[]): Promise<readonly JWK[]> =>
  Promise.all(pairs.map(async ({ publicKey }, index) => ({ ...(await exportJWK(publicKey)), kid: `key-${index}` })));
const verifierOf = (keys: KeySource) => createAssertionVerifier({ issuer, audience, keys });
const reading = async (...pairs: readonly Pair[]) =>
  verifierOf(readKeySet(JSON.stringify({ keys: await setOf(...pairs) })));
const subjectOf = (outcome: AssertionOutcome) => ("person" in outcome ? outcome.person.subject : outcome.refused);

describe("a verifier of assertions", () => {
  it.each(["RS256", "PS256", "ES256", "EdDSA"])("accepts %s signatures and returns the person", async (alg) => {
    const pair = await generateKeyPair(alg, { extractable: true });
    const verifier = await reading(pair);
    const assertion = await sign(pair, alg, "key-0", { first_name: "Ana", email_verified: true, jti: "one" });
    expect(await verifier.verify(assertion, NOW)).toEqual({
      person: {
        issuer,
        subject: "ana",
        emailAddress: "ana@example.org",
        emailVerified: true,
        firstName: "Ana",
        lastName: null,
        expires: claims.exp,
        assertionId: "one",
        fingerprint: expect.stringContaining(assertion.slice(0, assertion.lastIndexOf("."))),
      },
    });
    expect(subjectOf(await verifier.verify(assertion, "2026-03-01T09:01:29.999Z" as Instant))).toBe("ana");
    expect(subjectOf(await verifier.verify(assertion, "2026-03-01T09:01:30.000Z" as Instant))).toBe("expired");
  });

  it.each(["RS384", "ES384", "PS512"])("rejects %s signatures", async (alg) => {
    const pair = await generateKeyPair(alg, { extractable: true });
    expect(subjectOf(await (await reading(pair)).verify(await sign(pair, alg, "key-0"), NOW))).toBe(
      "jose_alg_not_allowed",
    );
  });

  it("rejects other token types, and assertions issued in the future", async () => {
    const pair = await generateKeyPair("ES256");
    const verifier = await reading(pair);
    const outcome = async (header: object, more: object = {}) => {
      const made = new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: "ES256", ...header });
      return subjectOf(await verifier.verify(await made.sign(pair.privateKey), NOW));
    };
    for (const typ of ["JWT", "jwt", "application/jwt"]) expect(await outcome({ typ })).toBe("ana");
    for (const typ of ["at+jwt", "logout+jwt", "application/at+jwt", "secevent+jwt", ""]) {
      expect(await outcome({ typ })).toBe("header_typ");
    }
    for (const iat of [0, SECONDS, SECONDS + 30]) expect(await outcome({}, { iat })).toBe("ana");
    for (const iat of [SECONDS + 31, SECONDS * 1000, "now"]) expect(await outcome({}, { iat })).toBe("claim_iat");
    expect(await outcome({ typ: 7 })).not.toBe("ana");
  });

  it("tries every matching key if the assertion has no key id", async () => {
    const pairs = [
      await generateKeyPair("ES256"),
      await generateKeyPair("ES256"),
      await generateKeyPair("ES256"),
    ] as const;
    const verifier = await reading(pairs[0], pairs[1]);
    expect(subjectOf(await verifier.verify(await sign(pairs[1], "ES256"), NOW))).toBe("ana");
    expect(subjectOf(await verifier.verify(await sign(pairs[2], "ES256"), NOW))).toBe(
      "jws_signature_verification_failed",
    );
    const expired = await sign(pairs[1], "ES256", undefined, { exp: SECONDS - 60 });
    expect(subjectOf(await verifier.verify(expired, NOW))).toBe("expired");
  });

  it("rejects a key that is too short for its algorithm", async () => {
    const long = await generateKeyPair("RS256", { extractable: true });
    const short = { kty: "RSA", kid: "key-0", e: "AQAB", n: "w".repeat(86) };
    const verifier = verifierOf(readKeySet(JSON.stringify({ keys: [short] })));
    expect(subjectOf(await verifier.verify(await sign(long, "RS256", "key-0"), NOW))).toBe("key");
  });

  it("fingerprints are equal for all encodings of one assertion and differ between assertions", async () => {
    const pair = await generateKeyPair("ES256");
    const verifier = await reading(pair);
    const fingerprintOf = async (assertion: string) => {
      const outcome = await verifier.verify(assertion, NOW);
      return "person" in outcome ? outcome.person.fingerprint : outcome.refused;
    };
    const [one, other] = [await sign(pair, "ES256", "key-0"), await sign(pair, "ES256", "key-0")];
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const respelled = one.slice(0, -1) + alphabet.charAt(alphabet.indexOf(one.at(-1) ?? "") ^ 1);
    expect(await fingerprintOf(respelled)).toBe(await fingerprintOf(one));
    expect(await fingerprintOf(other)).not.toBe(await fingerprintOf(one));
  });

  it.each([
    ["an error", 500, "{}"],
    ["no JSON", 200, "<html>"],
    ["no set of keys", 200, '{"keys":7}'],
  ])("is unavailable while the keys' address answers %s, and works as soon as it does", async (_what, status, body) => {
    const pair = await generateKeyPair("ES256");
    let answer = { status, body };
    const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const verifier = verifierOf({ kind: "url", url });
    const assertion = await sign(pair, "ES256", "key-0");
    await expect(verifier.verify(assertion, NOW)).rejects.toMatchObject({
      kind: "unavailable",
      code: "temporarily_unavailable",
      retryAfterSeconds: 30,
    });
    answer = { status: 200, body: JSON.stringify({ keys: await setOf(pair) }) };
    expect(subjectOf(await verifier.verify(assertion, NOW))).toBe("ana");
    answer = { status, body };
    expect(subjectOf(await verifier.verify(assertion, NOW))).toBe("ana");
  });

  it("rejects invalid key sets and secrets", () => {
    for (const text of ["", "x"]) expect(() => readKeySet(text)).toThrow(SyntaxError);
    for (const text of ["7", "{}", '{"keys":{}}']) expect(() => readKeySet(text)).toThrow("JSON Web Key Set malformed");
    expect(() => sharedSecret("x".repeat(31))).toThrow("must have 32 bytes or more");
    expect(sharedSecret("é".repeat(16)).kind).toBe("secret");
  });
});
