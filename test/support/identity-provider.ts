import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from "jose";

/** The issuer that our test hosts trust, and the audience of its assertions. */
export const ISSUER = "https://identity.example.org";
export const AUDIENCE = "cartulary";

/** Claims of an assertion; a claim that is `undefined` is left out. */
type Claims = Readonly<Record<string, unknown>>;

/** An identity provider on this machine: keys of its own, a server that hands out the public ones. */
export interface IdentityProvider {
  readonly jwksUrl: string;
  readonly publicKeys: { readonly keys: readonly JWK[] };
  /** True while its server answers, as it does at first. */
  answering: boolean;
  /** An assertion of a user, valid except for the overrides. */
  assertion(claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** An assertion signed with a key that the provider does not publish. */
  forged(claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>;
  close(): Promise<void>;
}

/** A header that is critical and unknown. */
export const UNKNOWN_EXTENSION = "urn:example:extension";

const ALG = "ES256";
const KEY_ID = "key-1";

/** Starts one whose time is that of `now`, in milliseconds since 1970. */
export async function startIdentityProvider(now: () => number): Promise<IdentityProvider> {
  const [own, other] = [await generateKeyPair(ALG), await generateKeyPair(ALG)];
  const publicKeys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: KEY_ID, alg: ALG, use: "sig" }] };
  let people = 0;

  const sign = (key: typeof own.privateKey, claims: Claims, header: Partial<JWTHeaderParameters>) => {
    people += 1;
    const seconds = Math.floor(now() / 1000);
    const sound = {
      iss: ISSUER,
      aud: AUDIENCE,
      sub: `person-${people}`,
      email: `sso-${people}@example.org`,
      email_verified: true,
    };
    const payload = { ...sound, iat: seconds, exp: seconds + 300, ...claims };
    return new SignJWT(payload as never)
      .setProtectedHeader({ alg: ALG, kid: KEY_ID, ...header })
      .sign(key, { crit: { [UNKNOWN_EXTENSION]: true } });
  };

  const provider = {
    jwksUrl: "",
    publicKeys,
    answering: true,
    assertion: (claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}) => sign(own.privateKey, claims, header),
    forged: (claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}) => sign(other.privateKey, claims, header),
    close: () => closed(server),
  };
  const server = createServer((_request, response) => {
    response.statusCode = provider.answering ? 200 : 500;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(publicKeys));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  provider.jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  return provider;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
