import { codePoints, DomainError, type Scope } from "@cartulary/kernel";
import { scopesFor } from "../tokens/scope.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import { isCodeChallenge, type PkcePolicy } from "./pkce.ts";
import { matchRedirectUri } from "./redirect-uri.ts";

/** Maximum length of `state` in code points. */
export const STATE_MAX = 2048;

/** Decoded query parameters, in order. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A valid authorization request (RFC 6749 section 4.1.1). */
export interface AuthorizationRequest extends RedirectTarget {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  /** S256 challenge; `null` when the application authenticates by its secret alone. */
  readonly codeChallenge: string | null;
}

/** The destination of the response. */
export interface RedirectTarget {
  /** As requested: on a loopback address the port may differ from the registered one. */
  readonly redirectUri: string;
  /** Returned unchanged; `null` when absent. */
  readonly state: string | null;
}

/**
 * The result of validation. `shown`: no redirect is safe, so the page shows the error; `returned`: the error is sent to
 * the application; `sound`: the user may decide.
 */
export type AuthorizationRequestResult =
  | { readonly outcome: "shown"; readonly error: DomainError }
  | { readonly outcome: "returned"; readonly to: RedirectTarget; readonly error: DomainError }
  | { readonly outcome: "sound"; readonly request: AuthorizationRequest };

/** Returns the client id; `null` when it is absent or repeated. */
export function clientIdOf(parameters: Parameters): string | null {
  return parameterValue(parameters, "client_id");
}

/**
 * Validates a request in Doorkeeper's order: client and redirect URI first, because other errors may be sent only to a
 * valid pair. `application` is the one of {@link clientIdOf}. Messages contain no text of the request.
 */
export function validateAuthorizationRequest(
  parameters: Parameters,
  application: Application | null,
  pkce: PkcePolicy,
): AuthorizationRequestResult {
  const clientId = clientIdOf(parameters);
  if (clientId === null) return pageError("invalid_request", "The client_id is missing, or given more than once");
  if (!application) return pageError("invalid_client", "The client_id is unknown");

  const redirectUri = parameterValue(parameters, "redirect_uri");
  if (redirectUri === null) return pageError("invalid_request", "The redirect_uri is missing, or given more than once");
  if (matchRedirectUri(redirectUri, application.redirectUris) === undefined) {
    return pageError("invalid_redirect_uri", "The redirect_uri is not registered for this application");
  }

  const to: RedirectTarget = { redirectUri, state: parameterValue(parameters, "state") };
  const scopes = scopesFor(application, parameterValue(parameters, "scope"));
  const codeChallenge = parameterValue(parameters, "code_challenge");
  const error =
    repetitionIn(parameters) ??
    responseProblem(parameters) ??
    (scopes ? null : oauthError("invalid_scope", "The scope is unknown, or more than this application may have")) ??
    challengeProblem(parameters, pkce === "all" || !application.confidential);
  if (error) return { outcome: "returned", to, error };
  return { outcome: "sound", request: { ...to, application, scopes: scopes ?? [], codeChallenge } };
}

function pageError(
  code: "invalid_request" | "invalid_client" | "invalid_redirect_uri",
  message: string,
): AuthorizationRequestResult {
  return { outcome: "shown", error: new DomainError("malformed", code, message) };
}

function repetitionIn(parameters: Parameters): DomainError | null {
  const names = parameters.map(([name]) => name);
  if (new Set(names).size === names.length) return null;
  return oauthError("invalid_request", "A parameter is given more than once");
}

function responseProblem(parameters: Parameters): DomainError | null {
  if (codePoints(parameterValue(parameters, "state") ?? "") > STATE_MAX) {
    return oauthError("invalid_request", `The state is longer than ${STATE_MAX} characters`);
  }
  if (parameterValue(parameters, "response_type") !== "code") {
    return oauthError("unsupported_response_type", "The only response_type is code");
  }
  if ((parameterValue(parameters, "response_mode") ?? "query") !== "query") {
    return oauthError("invalid_request", "The only response_mode is query");
  }
  return null;
}

/** A challenge without method means `plain` (RFC 7636 section 4.3), which protects nothing and is rejected. */
function challengeProblem(parameters: Parameters, mandatory: boolean): DomainError | null {
  const challenge = parameterValue(parameters, "code_challenge");
  const method = parameterValue(parameters, "code_challenge_method");
  if (challenge === null && method === null) {
    return mandatory ? oauthError("invalid_request", "This application must send a code_challenge (PKCE)") : null;
  }
  if (method !== "S256") return oauthError("invalid_request", "The only code_challenge_method is S256");
  if (challenge !== null && isCodeChallenge(challenge)) return null;
  return oauthError("invalid_request", "The code_challenge is not 43 characters of base64url");
}

/** Returns the value of a parameter; `null` when it is empty (RFC 6749 section 3.1), absent or repeated. */
function parameterValue(parameters: Parameters, name: string): string | null {
  const [first, ...rest] = parameters.filter(([each]) => each === name);
  return first && rest.length === 0 && first[1] !== "" ? first[1] : null;
}
