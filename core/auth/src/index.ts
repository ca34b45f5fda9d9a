export {
  type AccountDependencies,
  type Accounts,
  type AccountUsers,
  accountUseCases,
  createUsers,
  type Hashed,
  type PasswordProof,
  type Proof,
} from "./accounts.ts";
export { type Application, type ApplicationField, type ApplicationId, applicationListing } from "./application.ts";
export type { ApplicationGrant } from "./application-grant.ts";
export { type ApplicationGrants, createApplicationGrants } from "./application-grants.ts";
export {
  type Applications,
  type ApplicationView,
  createApplications,
  type NewApplication,
  type RegisteredApplication,
} from "./applications.ts";
export { type AssertedPerson, type AssertionOutcome, CLOCK_TOLERANCE_SECONDS } from "./assertion.ts";
export {
  type Authentication,
  BEARER_REFUSALS,
  type BearerRefusal,
  bearerRefused,
  createAuthentication,
} from "./authentication.ts";
export { type Authorization, type Checked, createAuthorization, type Decider } from "./authorization.ts";
export { AUTHORIZATION_CODE_SECONDS, type AuthorizationCode } from "./authorization-code.ts";
export {
  type AuthorizationRequest,
  clientIdOf,
  type Judgement,
  judgeAuthorization,
  type Parameters,
  type ReturnAddress,
  STATE_MAX,
} from "./authorization-request.ts";
export { type AuthorizationAnswer, returnLocation } from "./authorization-response.ts";
export {
  type Bootstrap,
  type Bootstrapped,
  CLIENT_SECRET_MIN,
  createBootstrap,
  type FirstAccess,
} from "./bootstrap.ts";
export { authenticateClient, CLIENT_ID_MAX, type ClientCredentials } from "./client.ts";
export {
  CONNECTOR_AREAS,
  type Connector,
  type ConnectorArea,
  type ConnectorField,
  type ConnectorId,
  type ConnectorKey,
  connectorListing,
} from "./connector.ts";
export {
  type ConnectorAuthentication,
  type ConnectorFinder,
  connectorKeyRefused,
  createConnectorAuthentication,
  type FoundConnector,
} from "./connector-authentication.ts";
export {
  type Connectors,
  createConnectors,
  type ExistingMandataires,
  type ExistingWorkspaces,
  type MadeConnector,
  type MadeConnectorKey,
  type NewConnector,
} from "./connectors.ts";
export { createDeviceApproval, type DeviceApproval, type DeviceDecision } from "./device-approval.ts";
export {
  createDeviceFlow,
  type DeviceAuthorization,
  type DeviceFlow,
  type DeviceRequest,
  type DeviceToken,
} from "./device-flow.ts";
export {
  DEVICE_POLL_SECONDS,
  type DeviceGrant,
  type DeviceState,
  grantableScopes,
} from "./device-grant.ts";
export type { Identity } from "./identity.ts";
export { AUTH_QUEUES, authJobs } from "./jobs.ts";
export { OAUTH_ERROR_CODES, type OAuthErrorCode, oauthError } from "./oauth-error.ts";
export { normalisedPassword, PASSWORD_BYTES_MAX, PASSWORD_CODE_POINTS_MIN, passwordError } from "./password.ts";
export {
  createPasswordCheck,
  PASSWORD_FAILURES_MAX,
  type PasswordAttempt,
  type PasswordCheck,
} from "./password-check.ts";
export {
  PERSONAL_TOKEN_DAYS,
  PERSONAL_TOKENS_MAX,
  type PersonalAccessToken,
  type PersonalTokenField,
  type PersonalTokenInput,
  personalTokenListing,
  TOKEN_NAME_MAX,
} from "./personal-token.ts";
export {
  createPersonalTokens,
  type MadePersonalToken,
  type PersonalToken,
  type PersonalTokenRequest,
  type PersonalTokens,
} from "./personal-tokens.ts";
export { isCodeChallenge, type PkcePolicy, provesChallenge } from "./pkce.ts";
export {
  type ApplicationStore,
  type AssertionVerifier,
  type AuthorizationCodeStore,
  type AuthStores,
  type Bearer,
  type Bearers,
  type ConnectorStore,
  type CredentialStore,
  type DeviceGrantStore,
  type FoundSession,
  type IdentityStore,
  type KnownNetworkStore,
  type PasswordHash,
  type RateLimitStore,
  type RefusalStore,
  SESSIONS_SHOWN_MAX,
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
export { createRateLimiter, type Hit, type Miss, type RateLimiter, rateLimited } from "./rate-limiter.ts";
export {
  isSameRedirectUri,
  REDIRECT_URI_BYTES_MAX,
  redirectUriError,
  registeredRedirectUri,
} from "./redirect-uri.ts";
export type { RefusalCount } from "./refusal.ts";
export { createRevocation, type Revocation, type RevocationRequest } from "./revocation.ts";
export { effectiveScopes, parseScopes, roleMayHold, scopesFor, writeScopes } from "./scope.ts";
export {
  createSessions,
  type OpenedSession,
  type OpenSession,
  PASSWORD_FRESH_SECONDS,
  SESSION_IDLE_SECONDS,
  type Session,
  type Sessions,
  type SignInInput,
} from "./sessions.ts";
export { createSignIn, type SignIn, type TokenRequest } from "./sign-in.ts";
export type { HitLog, Limit } from "./sliding-log.ts";
export { mintToken, purposeOf, SECRET_LENGTH_MAX, TOKEN_PREFIXES, type TokenPurpose } from "./token.ts";
export {
  createTokenExchange,
  type ExchangeReply,
  type ExchangeRequest,
  JWT_BEARER,
  type TokenExchange,
} from "./token-exchange.ts";
export type { TokenReply } from "./token-pair.ts";
export { createTokenUses, TOKEN_SEEN_SECONDS, type TokenUses } from "./token-uses.ts";
export { FAMILY_SECONDS, type Minting, TOKEN_SECONDS } from "./tokens.ts";
export { newUserCode, readUserCode, shownUserCode, USER_CODE_ALPHABET } from "./user-code.ts";
export type { Visitor } from "./visitor.ts";
