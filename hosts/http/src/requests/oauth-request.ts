import { oauthError } from "@cartulary/auth";
import { malformed } from "@cartulary/kernel";
import type { Encoding, Parameters } from "@cartulary/wire";
import { jsonObjectOf, mediaTypeOf, readBody } from "../transport/body.ts";
import type { BodyTimeouts } from "../transport/body-timeouts.ts";
import { HttpError } from "../transport/errors.ts";
import { formDecoded, parametersOf, queryOf } from "../transport/query.ts";

/** Maximum size of a body of an OAuth endpoint (auth.md 1.0). */
const OAUTH_BODY_BYTES_MAX = 65_536;

/** The parameters of an OAuth request (auth.md 1.0). Empty parameters count as absent. */
export interface OAuthRequest {
  /** By wire name, including the client's credentials from either source. */
  readonly parameters: Readonly<Record<string, string>>;
  /** True if the client used HTTP Basic. */
  readonly basic: boolean;
}

/** Parameters that must not be in the query string, because query strings are logged. */
const SECRETS: readonly string[] = [
  "client_secret",
  "password",
  "token",
  "refresh_token",
  "code",
  "code_verifier",
  "assertion",
  "device_code",
];

/** The encodings of auth.md 1.0. */
const FORM_OR_JSON: readonly Encoding[] = ["form", "json"];

/**
 * Reads a body in one of these encodings, and the client's credentials from the body or from HTTP Basic, never from
 * both. Other content types are 415 if forms are accepted, and 400 if only JSON is (documents.md 2.2).
 */
export async function readOAuthRequest(
  request: Request,
  encodings: readonly Encoding[] = FORM_OR_JSON,
  pace?: BodyTimeouts,
): Promise<OAuthRequest> {
  const leaked = queryOf(request.url).find(([name]) => SECRETS.includes(name));
  if (leaked) throw oauthError("invalid_request", `${leaked[0]} is given in the query string; send it in the body`);
  const sent = await parametersIn(request, encodings.includes("form"), pace);
  const client = basicCredentials(request.headers.get("authorization"));
  if (!client) return { parameters: sent, basic: false };
  if (sent.client_secret !== undefined || (sent.client_id !== undefined && sent.client_id !== client.id)) {
    throw oauthError("invalid_request", "The client authenticates both by HTTP Basic and in the body; use one of them");
  }
  return { parameters: { ...sent, client_id: client.id, client_secret: client.secret }, basic: true };
}

/** The 401 for a failed HTTP Basic authentication. */
export function basicAuthenticationError(message: string): HttpError {
  return new HttpError(401, "invalid_client", message, { "WWW-Authenticate": 'Basic realm="cartulary"' });
}

async function parametersIn(
  request: Request,
  takesForms: boolean,
  pace: BodyTimeouts | undefined,
): Promise<Readonly<Record<string, string>>> {
  const type = mediaTypeOf(request);
  const requireType = () => requireOAuthType(type, takesForms);
  const body = await readBody(request, { max: OAUTH_BODY_BYTES_MAX, requireType, pace });
  if (body.byteLength === 0 && (type === null || !takesForms)) return {};
  requireType();
  if (type !== "application/json") return unrepeated(parametersOf(textOf(body), "The body"));
  return body.byteLength === 0 ? {} : textsOf(jsonObjectOf(body));
}

function requireOAuthType(type: string | null, takesForms: boolean): void {
  if (type === "application/json") return;
  if (!takesForms) throw oauthError("invalid_request", "Send the body as application/json");
  if (type === "application/x-www-form-urlencoded") return;
  throw new HttpError(415, "invalid_request", "Send application/x-www-form-urlencoded or application/json");
}

function unrepeated(parameters: Parameters): Readonly<Record<string, string>> {
  const names = parameters.map(([name]) => name);
  if (new Set(names).size < names.length) throw oauthError("invalid_request", "A parameter is given more than once");
  return presentOf(parameters);
}

function textsOf(object: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const present = Object.entries(object).filter(([, value]) => value !== null);
  return presentOf(
    present.map(([name, value]) => {
      if (typeof value === "string") return [name, value];
      throw oauthError("invalid_request", "Every parameter must be a text");
    }),
  );
}

const presentOf = (parameters: Parameters): Readonly<Record<string, string>> =>
  Object.fromEntries(parameters.filter(([, value]) => value !== ""));

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw malformed("The body is not UTF-8");
  }
}

/** Parses HTTP Basic credentials, both parts form-encoded (RFC 6749 2.3.1); `null` without them. */
function basicCredentials(header: string | null): { readonly id: string; readonly secret: string } | null {
  const [, encoded] = /^Basic +(.*)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return null;
  const [id = "", ...secret] = base64Text(encoded.trim()).split(":");
  const what = "The Basic credentials";
  return { id: formDecoded(id, what), secret: formDecoded(secret.join(":"), what) };
}

function base64Text(encoded: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw basicAuthenticationError("The Basic credentials cannot be read");
  }
}
