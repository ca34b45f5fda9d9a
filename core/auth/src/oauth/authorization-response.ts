import type { DomainError } from "@cartulary/kernel";
import type { RedirectTarget } from "./authorization-request.ts";

/** The response to an application: a code or an error. */
export type AuthorizationResponse = { readonly code: string } | { readonly error: DomainError };

/**
 * Builds the URL of the response (RFC 6749 sections 4.1.2 and 4.1.2.1) with our issuer (RFC 9207). The registered URI's
 * own query stays in front.
 */
export function redirectLocation(to: RedirectTarget, answer: AuthorizationResponse, issuer: string): string {
  const parameters = [
    ...("code" in answer
      ? [["code", answer.code] as const]
      : ([
          ["error", answer.error.code],
          ["error_description", answer.error.message],
        ] as const)),
    ...(to.state === null ? [] : [["state", to.state] as const]),
    ["iss", issuer] as const,
  ];
  const query = parameters.map(([name, value]) => `${name}=${encode(value)}`).join("&");
  return `${to.redirectUri}${to.redirectUri.includes("?") ? "&" : "?"}${query}`;
}

/** Encodes all characters except letters, digits and `-._~`, so that every parser reads the URL in the same way. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
