export {
  type AccountDependencies,
  type Accounts,
  type AccountUsers,
  accountUseCases,
  createUsers,
  type HashedPassword,
  type PasswordProof,
  type Proof,
} from "./accounts/accounts.ts";
export { createMachineAccounts, type MachineAccounts, type MachineUserInput } from "./accounts/machine-accounts.ts";
export {
  createMirror,
  type Mirror,
  type MirrorDependencies,
  type MirroredPerson,
  mirrorPerson,
} from "./accounts/mirror.ts";
export {
  normalisedPassword,
  PASSWORD_BYTES_MAX,
  PASSWORD_CODE_POINTS_MIN,
  passwordError,
} from "./accounts/password.ts";
export {
  createPasswordCheck,
  type PasswordAttempt,
  type PasswordCheck,
} from "./accounts/password-check.ts";
export {
  PERSONAL_TOKEN_DAYS,
  PERSONAL_TOKENS_MAX,
  type PersonalAccessToken,
  type PersonalTokenField,
  type PersonalTokenInput,
  personalTokenListing,
  TOKEN_NAME_MAX,
} from "./accounts/personal-token.ts";
export {
  type CreatedPersonalToken,
  createPersonalTokens,
  type PersonalToken,
  type PersonalTokenRequest,
  type PersonalTokens,
} from "./accounts/personal-tokens.ts";
export {
  createSessions,
  type OpenedSession,
  type OpenSession,
  REAUTHENTICATION_SECONDS,
  SESSION_IDLE_SECONDS,
  type Session,
  type Sessions,
  type SignInInput,
} from "./accounts/sessions.ts";
export {
  type Bootstrap,
  type BootstrapResult,
  CLIENT_SECRET_MIN,
  createBootstrap,
  type FirstAccess,
} from "./bootstrap.ts";
export {
  CONNECTOR_AREAS,
  type Connector,
  type ConnectorArea,
  type ConnectorField,
  type ConnectorId,
  type ConnectorKey,
  connectorListing,
} from "./connectors/connector.ts";
export {
  type ConnectorAuthentication,
  type ConnectorFinder,
  connectorKeyRefused,
  createConnectorAuthentication,
  type FoundConnector,
} from "./connectors/connector-authentication.ts";
export {
  type ConnectorListener,
  type Connectors,
  type CreatedConnector,
  type CreatedConnectorKey,
  createConnectors,
  type ExistingMandataires,
  type ExistingWorkspaces,
  type NewConnector,
} from "./connectors/connectors.ts";
export { createDeviceApproval, type DeviceApproval, type DeviceDecision } from "./device/device-approval.ts";
export {
  createDeviceFlow,
  type DeviceAuthorization,
  type DeviceFlow,
  type DeviceRequest,
  type DeviceToken,
} from "./device/device-flow.ts";
export {
  DEVICE_POLL_SECONDS,
  type DeviceGrant,
  type DeviceState,
  grantableScopes,
} from "./device/device-grant.ts";
export { formatUserCode, newUserCode, readUserCode, USER_CODE_ALPHABET } from "./device/user-code.ts";
export { type AssertionClaims, type AssertionOutcome, CLOCK_TOLERANCE_SECONDS } from "./identity/assertion.ts";
export type { Identity } from "./identity/identity.ts";
export {
  createTokenExchange,
  type ExchangeReply,
  type ExchangeRequest,
  JWT_BEARER,
  type TokenExchange,
} from "./identity/token-exchange.ts";
export { AUTH_QUEUES, authJobs } from "./jobs.ts";
export type { FailureCount } from "./limits/failure-summary.ts";
export {
  createRateLimiter,
  type Hit,
  type RateLimitExceeded,
  type RateLimiter,
  rateLimited,
} from "./limits/rate-limiter.ts";
export { PASSWORD_FAILURES_MAX } from "./limits/sign-in-limit.ts";
export type { HitLog, Limit } from "./limits/sliding-window.ts";
export {
  type Application,
  type ApplicationField,
  type ApplicationId,
  applicationListing,
} from "./oauth/application.ts";
export type { ApplicationGrant } from "./oauth/application-grant.ts";
export { type ApplicationGrants, createApplicationGrants } from "./oauth/application-grants.ts";
export {
  type Applications,
  type ApplicationView,
  createApplications,
  type NewApplication,
  type RegisteredApplication,
} from "./oauth/applications.ts";
export {
  type Authorization,
  type AuthorizationCheck,
  createAuthorization,
  type ResourceOwner,
} from "./oauth/authorization.ts";
export { AUTHORIZATION_CODE_SECONDS, type AuthorizationCode } from "./oauth/authorization-code.ts";
export {
  type AuthorizationRequest,
  type AuthorizationRequestResult,
  clientIdOf,
  type Parameters,
  type RedirectTarget,
  STATE_MAX,
  validateAuthorizationRequest,
} from "./oauth/authorization-request.ts";
export { type AuthorizationResponse, redirectLocation } from "./oauth/authorization-response.ts";
export { authenticateClient, CLIENT_ID_MAX, type ClientCredentials } from "./oauth/client.ts";
export { OAUTH_ERROR_CODES, type OAuthErrorCode, oauthError } from "./oauth/oauth-error.ts";
export { isCodeChallenge, type PkcePolicy, provesChallenge } from "./oauth/pkce.ts";
export {
  isSameRedirectUri,
  matchRedirectUri,
  REDIRECT_URI_BYTES_MAX,
  redirectUriError,
} from "./oauth/redirect-uri.ts";
export { REFERENCE_CLIENT_ID } from "./oauth/reference-application.ts";
export { REFRESH_GRACE_SECONDS, type SealingUnder } from "./oauth/refresh-grace.ts";
export { createRevocation, type Revocation, type RevocationRequest } from "./oauth/revocation.ts";
export { createTokenEndpoint, type TokenEndpoint, type TokenRequest } from "./oauth/token-endpoint.ts";
export type { TokenResponse } from "./oauth/token-pair.ts";
export {
  type ApplicationStore,
  type AssertionVerifier,
  type AuthorizationCodeStore,
  type AuthStores,
  type Bearer,
  type BearerFinder,
  type ConnectorStore,
  type CredentialStore,
  type DeviceGrantStore,
  type FailureCountStore,
  type FoundSession,
  type IdentityStore,
  type KnownNetworkStore,
  type PasswordHash,
  type RateLimitStore,
  type RefreshReply,
  type RefreshReplyStore,
  SESSIONS_LISTED_MAX,
  type SessionFinder,
  type SessionRecord,
  type SessionStore,
  TOKEN_KINDS,
  type TokenGroup,
  type TokenId,
  type TokenKind,
  type TokenRecord,
  type TokenStore,
  type UsedAssertionStore,
} from "./ports.ts";
export { type RequestSource, UNKNOWN_REQUEST_SOURCE } from "./request-source.ts";
export {
  type Authentication,
  BEARER_REFUSALS,
  type BearerRefusal,
  bearerRefused,
  createAuthentication,
} from "./tokens/authentication.ts";
export { FAMILY_SECONDS, TOKEN_SECONDS, type TokenIssuer } from "./tokens/issue-token.ts";
export { parseScopes, scopesFor, writeScopes } from "./tokens/scope.ts";
export { newToken, purposeOf, SECRET_LENGTH_MAX, TOKEN_PREFIXES, type TokenPurpose } from "./tokens/token-format.ts";
export { createTokenUses, TOKEN_USE_RESOLUTION_SECONDS, type TokenUseRecorder } from "./tokens/token-uses.ts";
