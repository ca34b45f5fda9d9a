import { activationOperations, type Operation } from "@cartulary/wire";
import { FIRST, type House } from "../../support/application-fixture.ts";
import { AUDIENCE, type IdentityProvider, ISSUER } from "../../support/identity-provider.ts";
import type { DeviceAuthorizationBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Asking } from "../../support/send-request.ts";
import { PASSWORD, type SignedIn, signedInAs } from "../../support/session.ts";
import { hiddenFields, type PageVisitor, pageVisitor } from "../../support/visitor.ts";

/** A request that its operation accepts. */
export interface FlowRequest {
  /** With its query string. */
  readonly path: string;
  readonly asking: Asking;
  /** The location of its redirect, where it answers with one. */
  readonly to?: RegExp;
}

/** The settings that {@link flowsOf} needs of a host. */
export const flowEnvironment = ({ publicKeys }: IdentityProvider): Readonly<Record<string, string>> => ({
  IDENTITY_ISSUER: ISSUER,
  IDENTITY_AUDIENCE: AUDIENCE,
  IDENTITY_JWKS: JSON.stringify(publicKeys),
});

const ACTIVATION: Operation["path"] = activationOperations.showActivation.path;
const CODE = /^http:\/\/127\.0\.0\.1\/callback\?.*code=ctac_/;

/** By operation: makes a request whose success takes more than one, as often as one likes. */
export function flowsOf(
  house: House,
  provider: IdentityProvider,
  publicFolder: string,
): Readonly<Record<string, () => Promise<FlowRequest>>> {
  let devices = 0;
  let visitor: Promise<SignedIn> | null = null;
  /** One for all that leaves the session as it is. */
  const signedIn = (): Promise<SignedIn> => {
    visitor ??= signedInAs(house);
    return visitor;
  };
  const authorization = new URLSearchParams({
    response_type: "code",
    client_id: FIRST.clientId,
    redirect_uri: "http://127.0.0.1/callback",
  });

  /** From a network of its own, so that no limit is met. */
  async function device(): Promise<DeviceAuthorizationBody> {
    devices += 1;
    const from = `198.51.100.${devices}`;
    return expectStatus(
      await house.ask<DeviceAuthorizationBody>("POST", "/api/v1/cli/auth/device", { json: {}, from }),
      200,
    );
  }

  const cookieOf = ({ cookies }: PageVisitor) => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });
  const getting = async (path: string): Promise<FlowRequest> => ({
    path,
    asking: { headers: cookieOf(await signedIn()) },
  });
  const posting = async (visitor: SignedIn, path: string, fields: Readonly<Record<string, string>>) => ({
    path,
    asking: {
      headers: cookieOf(visitor),
      body: new URLSearchParams({ csrf: await visitor.csrf(), ...fields }),
    },
  });

  return {
    "GET /p/{folder_id}": async () => ({ path: `/p/${publicFolder}`, asking: {} }),
    "GET /login": async () => ({ path: "/login", asking: {} }),
    "GET /settings/tokens": () => getting("/settings/tokens"),
    "GET /cli/activation": () => getting(ACTIVATION),
    "GET /oauth/authorize": async () => ({ ...(await getting(`/oauth/authorize?${authorization}`)), to: CODE }),
    "POST /login": async () => {
      const { email } = (await signedIn()).person;
      const visitor = pageVisitor(house);
      const { csrf = "" } = hiddenFields((await visitor.get("/login")).text);
      const body = new URLSearchParams({ csrf, email, password: PASSWORD });
      return { path: "/login", asking: { headers: cookieOf(visitor), body }, to: /\/settings\/tokens$/ };
    },
    "POST /logout": async () => ({ ...(await posting(await signedInAs(house), "/logout", {})), to: /\/login$/ }),
    "POST /settings/tokens": async () =>
      posting(await signedIn(), "/settings/tokens", { name: "a tool", scopes: "read", days: "30" }),
    "POST /oauth/authorize": async () => ({
      ...(await posting(await signedIn(), `/oauth/authorize?${authorization}`, { decision: "approve" })),
      to: CODE,
    }),
    "POST /cli/activation": async () => {
      const { user_code } = await device();
      const visitor = await signedIn();
      const request = await posting(visitor, ACTIVATION, { user_code, decision: "approve" });
      return { ...request, to: /\/cli\/activation\?user_code=/ };
    },
    "POST /api/v1/cli/auth/device/poll": async () => {
      const { device_code, user_code } = await device();
      const visitor = await signedIn();
      await visitor.fillIn(`${ACTIVATION}?user_code=${user_code}`, { decision: "approve" });
      return { path: "/api/v1/cli/auth/device/poll", asking: { json: { device_code } } };
    },
    "POST /api/v1/oauth/token_exchange": async () => {
      const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
      const json = { grant_type, assertion: await provider.assertion() };
      return { path: "/api/v1/oauth/token_exchange", asking: { json, headers: { authorization: BASIC } } };
    },
    "POST /api/v1/personal_access_tokens": async () => {
      const visitor = await signedIn();
      const headers = { ...cookieOf(visitor), "x-csrf-token": await visitor.csrf() };
      return { path: "/api/v1/personal_access_tokens", asking: { json: { name: "a tool" }, headers } };
    },
  };
}

/** How the first application proves itself without a word in the body. */
export const BASIC: string = `Basic ${Buffer.from(`${FIRST.clientId}:${encodeURIComponent(FIRST.clientSecret)}`).toString("base64")}`;
