import type { DomainError } from "@cartulary/kernel";
import type { ReturnAddress } from "./authorization-request.ts";

/** What an application is told at its redirect URI: a code, or why there is none. */
export type AuthorizationAnswer = { readonly code: string } | { readonly error: DomainError };

/**
 * The URL at which an application is told (RFC 6749 sections 4.1.2 and 4.1.2.1), saying also who tells it (RFC 9207).
 * What a registered redirect URI has of its own query stays in front.
 */
export function returnLocation(to: ReturnAddress, answer: AuthorizationAnswer, issuer: string): string {
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
  const query = parameters.map(([name, value]) => `${name}=${encoded(value)}`).join("&");
  return `${to.redirectUri}${to.redirectUri.includes("?") ? "&" : "?"}${query}`;
}

/** Nothing but letters, digits and `-._~` as they are, so that no reader of the URL takes any of it for something else. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
