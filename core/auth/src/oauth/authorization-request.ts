import { codePoints, DomainError, type Scope } from "@cartulary/kernel";
import { scopesFor } from "../tokens/scope.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import { isCodeChallenge, type PkcePolicy } from "./pkce.ts";
import { registeredRedirectUri } from "./redirect-uri.ts";

/** Code points of the longest state that an application may want back. */
export const STATE_MAX = 2048;

/** Names and values as a query brought them, decoded, in their order. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** What an application asks somebody to agree to, found sound (RFC 6749 section 4.1.1). */
export interface AuthorizationRequest extends ReturnAddress {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  /** By S256; `null` when the application proves itself by its secret alone. */
  readonly codeChallenge: string | null;
}

/** Where the answer goes: whatever it is, the browser carries it there. */
export interface ReturnAddress {
  /** As it was asked: on a loopback address it may differ from the registered one in its port. */
  readonly redirectUri: string;
  /** Given back as it came; `null` when none came. */
  readonly state: string | null;
}

/**
 * How a request was judged. `shown`: nobody is known to whom it could be sent back, so the person at the browser is
 * told; `returned`: the application is told; `sound`: the person may be asked.
 */
export type Judgement =
  | { readonly outcome: "shown"; readonly error: DomainError }
  | { readonly outcome: "returned"; readonly to: ReturnAddress; readonly error: DomainError }
  | { readonly outcome: "sound"; readonly request: AuthorizationRequest };

/** What the client of a request says it is; `null` when it does not say, or says it twice. */
export function clientIdOf(parameters: Parameters): string | null {
  return single(parameters, "client_id");
}

/**
 * Judges a request in Doorkeeper's order: client and redirect URI first, since only a sound pair of these may be told
 * anything; `application` is the one of {@link clientIdOf}. No message holds words of the request.
 */
export function judgeAuthorization(
  parameters: Parameters,
  application: Application | null,
  pkce: PkcePolicy,
): Judgement {
  const clientId = clientIdOf(parameters);
  if (clientId === null) return shown("invalid_request", "The client_id is missing, or given more than once");
  if (!application) return shown("invalid_client", "No application is known by this client_id");

  const redirectUri = single(parameters, "redirect_uri");
  if (redirectUri === null) return shown("invalid_request", "The redirect_uri is missing, or given more than once");
  if (registeredRedirectUri(redirectUri, application.redirectUris) === undefined) {
    return shown("invalid_redirect_uri", "The redirect_uri is none that this application is registered with");
  }

  const to: ReturnAddress = { redirectUri, state: single(parameters, "state") };
  const scopes = scopesFor(application, single(parameters, "scope"));
  const codeChallenge = single(parameters, "code_challenge");
  const error =
    repetitionIn(parameters) ??
    responseProblem(parameters) ??
    (scopes ? null : oauthError("invalid_scope", "The scope is unknown, or more than this application may have")) ??
    challengeProblem(parameters, pkce === "all" || !application.confidential);
  if (error) return { outcome: "returned", to, error };
  return { outcome: "sound", request: { ...to, application, scopes: scopes ?? [], codeChallenge } };
}

function shown(code: "invalid_request" | "invalid_client" | "invalid_redirect_uri", message: string): Judgement {
  return { outcome: "shown", error: new DomainError("malformed", code, message) };
}

function repetitionIn(parameters: Parameters): DomainError | null {
  const names = parameters.map(([name]) => name);
  if (new Set(names).size === names.length) return null;
  return oauthError("invalid_request", "A parameter is given more than once");
}

function responseProblem(parameters: Parameters): DomainError | null {
  if (codePoints(single(parameters, "state") ?? "") > STATE_MAX) {
    return oauthError("invalid_request", `The state is longer than ${STATE_MAX} characters`);
  }
  if (single(parameters, "response_type") !== "code") {
    return oauthError("unsupported_response_type", "The only response_type is code");
  }
  if ((single(parameters, "response_mode") ?? "query") !== "query") {
    return oauthError("invalid_request", "The only response_mode is query");
  }
  return null;
}

/** A challenge without a method is one by the method `plain` (RFC 7636 section 4.3), which protects nothing. */
function challengeProblem(parameters: Parameters, mandatory: boolean): DomainError | null {
  const challenge = single(parameters, "code_challenge");
  const method = single(parameters, "code_challenge_method");
  if (challenge === null && method === null) {
    return mandatory ? oauthError("invalid_request", "This application must send a code_challenge (PKCE)") : null;
  }
  if (method !== "S256") return oauthError("invalid_request", "The only code_challenge_method is S256");
  if (challenge !== null && isCodeChallenge(challenge)) return null;
  return oauthError("invalid_request", "The code_challenge is not 43 characters of base64url");
}

/** An empty value counts as none (RFC 6749 section 3.1); so does one of several, which none can be told from. */
function single(parameters: Parameters, name: string): string | null {
  const [first, ...others] = parameters.filter(([each]) => each === name);
  return first && others.length === 0 && first[1] !== "" ? first[1] : null;
}
