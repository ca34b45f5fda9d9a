import { DomainError, type ErrorKind } from "@cartulary/kernel";

/** Error codes of OAuth endpoints (RFC 6749 sections 4.1.2.1 and 5.2). */
export const OAUTH_ERROR_CODES = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "unsupported_response_type",
  "access_denied",
] as const;
export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];

const KINDS: Readonly<Record<OAuthErrorCode, ErrorKind>> = {
  invalid_request: "malformed",
  invalid_client: "unauthenticated",
  invalid_grant: "malformed",
  unauthorized_client: "malformed",
  unsupported_grant_type: "malformed",
  invalid_scope: "malformed",
  unsupported_response_type: "malformed",
  access_denied: "malformed",
};

/**
 * Creates an OAuth error: 401 for `invalid_client`, otherwise 400. The description is sent as `error_description`,
 * which allows only ASCII without quotes and backslashes: never include text of the request.
 */
export function oauthError(code: OAuthErrorCode, description: string): DomainError {
  return new DomainError(KINDS[code], code, description);
}
