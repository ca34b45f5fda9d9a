import type { SharedTexts } from "./field-text.ts";

const EMAIL = {
  description: "E-mail address with which the user signs in, of at most 254 characters; unique without regard to case",
  minLength: 3,
  maxLength: 254,
  format: "email",
} as const;

/** Texts of users, groups, applications, connectors, tokens and sign-in. */
export const directoryTexts: readonly SharedTexts[] = [
  {
    of: ["User", "UserCreate", "UserInput"],
    texts: {
      emailAddress: EMAIL,
      password: {
        description: "The user's password, of 6 characters to 1,024 bytes; never returned",
        minLength: 6,
        maxLength: 1_024,
      },
      currentPassword: "The present password, required from users who change their own",
      firstName: { description: "Given name, of at most 50 characters; null when unknown", maxLength: 50 },
      lastName: { description: "Family name, of at most 50 characters; null when unknown", maxLength: 50 },
      initials: "The first letters of first and last name, at most two",
      role: "user, manager, admin or super_admin, each with the rights of those before it; user by default",
      externalId: {
        description: "Identifier of the user in another system, of at most 255 characters; null without one",
        maxLength: 255,
      },
      externaId: "The same as external_id, under the spelling of older clients",
      active: "False for a user who can no longer sign in",
    },
  },
  { of: ["Contact"], texts: { type: "Kind of record: always contact" } },
  { of: ["Group", "Team"], texts: { membersCount: "Number of users in it" } },
  {
    of: ["GroupMember", "GroupMemberUser", "MandataireMember", "MandataireMemberUser"],
    texts: {
      user: "The user, with name and e-mail address",
      role: "Role of the user in the whole installation: user, manager, admin or super_admin",
      createdAt: "Moment at which the user was added, in UTC",
    },
  },
  {
    of: ["GroupMemberCreate"],
    texts: {
      userId: "One user to add; send it or user_ids",
      userIds: { description: "Users to add, at most 100; all or none are added", maxItems: 100 },
    },
  },
  { of: ["MandataireMemberInput"], texts: { userId: "The user who becomes a member, by identifier" } },
  {
    of: ["OAuthApplication", "OAuthApplicationCreate", "RegisteredOAuthApplication"],
    texts: {
      clientId: "Public identifier of the application in OAuth requests",
      name: {
        description: "Name that users see on the consent page, of 1 to 255 characters",
        minLength: 1,
        maxLength: 255,
        pattern: "\\S",
      },
      redirectUris: {
        description: "Addresses to which users may be sent back, at most 100 of at most 2,048 bytes each",
        maxItems: 100,
      },
      scopes: { description: "Scopes that the application may ask for: read, write, admin", minItems: 1 },
      defaultScopes: "Scopes of a request that names none; read by default",
      confidential: "True when it can keep a secret, as a server can; false for apps in browsers and on phones",
      trusted: "True to skip consent and to allow the password grant; false by default",
      clientSecret: "Secret of the application, shown this once only; null for a public one",
    },
  },
  {
    of: ["Connector", "ConnectorCreate", "MadeConnector", "ConnectorKey"],
    texts: {
      name: {
        description: "Name of the external system, of 1 to 255 characters",
        minLength: 1,
        maxLength: 255,
        pattern: "\\S",
      },
      area: "What its key opens: portal (bank and incidents of one mandataire) or knowledge_graph",
      mandataireId: "The mandataire on which a portal connector acts; null for other areas",
      workspaceIds: {
        description: "Workspaces that a knowledge_graph connector may describe, at most 100",
        maxItems: 100,
      },
      disabledAt: "Moment from which its keys no longer work, in UTC; null while they do",
      key: "The key for the header X-Connector-Key, shown this once only",
    },
  },
  {
    of: ["Job", "JobOverview"],
    texts: {
      queue: "The kind of its work, such as blobs/collect",
      status:
        "waiting (for its first or another attempt), running or failed (permanently); completed jobs are not kept",
      attempts: "Attempts that have started",
      attemptsMax: "Attempts after which it fails permanently",
      dueAt: "Earliest start of its next attempt, in UTC; null unless it waits",
      failedAt: "Moment of its permanent failure, in UTC; null unless it failed",
      reason: "Error of its last failed attempt; null without one",
      jobs: {
        description: "Waiting jobs by due time, or failed ones latest first, or running ones; at most 100",
        maxItems: 100,
      },
      jobsTruncated: "True when there are more",
    },
  },
  {
    of: ["AuditEvent"],
    texts: {
      at: "Moment of the action, in UTC with milliseconds",
      actorId: "The user who acted; null for the server itself and for unknown callers",
      tokenId: "The token with which it was done; null for browser sessions and the server",
      action: "What was done, as a word such as document.deleted",
      resourceType: "Kind of the resource concerned; null for none",
      resourceId: "Identifier of the resource concerned; null for none",
      requestId: "Identifier of the request, as in its answer's X-Request-Id; null for none",
      address: "Network address of the client; null for actions of the server",
      detail: "More about the action, as a JSON object",
    },
  },
  {
    of: ["TokenRequest", "TokenExchangeRequest", "RevocationRequest"],
    texts: {
      grantType: "How the request proves itself; decides which other fields are needed",
      code: "Authorization code from the redirect; with grant_type authorization_code",
      redirectUri: "The same redirect URI as in the authorization request; with authorization_code",
      codeVerifier: {
        description:
          "The secret behind the code challenge (RFC 7636), of 43 to 128 characters; with authorization_code",
        pattern: "^[A-Za-z0-9._~-]{43,128}$",
      },
      refreshToken: "The refresh token of an earlier answer, valid once; with grant_type refresh_token",
      username: "E-mail address of the user; with grant_type password, which only trusted applications may use",
      password: "Password of that user; with grant_type password",
      scope: "Requested scopes, separated by spaces; those of the application or of the refresh token by default",
      assertion: "A signed JWT of the identity provider, which lasts an hour at most (RFC 7523)",
      token: "The access or refresh token to revoke, of at most 256 characters",
      tokenTypeHint: "access_token or refresh_token; ignored, because the token itself tells",
    },
  },
  {
    of: ["TokenRequest"],
    texts: {
      grantType: {
        description: "How the request proves itself: authorization_code, password or refresh_token",
        enum: ["authorization_code", "password", "refresh_token"],
      },
    },
  },
  {
    of: ["TokenExchangeRequest"],
    texts: {
      grantType: {
        description: "The only grant of this address",
        enum: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
      },
    },
  },
  {
    of: ["TokenResponse", "TokenExchangeResponse", "DevicePollResponse"],
    texts: {
      accessToken: "The token for the header Authorization: Bearer",
      tokenType: "How to present the token: always Bearer",
      refreshToken: "Gets the next pair of tokens, once; keep it secret",
      scope: "What the token may do: scopes separated by spaces",
      createdAt: "Moment of creation, in seconds since 1970",
      user: "The user who approved the program",
    },
  },
  { of: ["RevocationResponse"], texts: { message: "The same sentence whether the token existed or not" } },
  {
    of: ["OAuthError"],
    texts: {
      error: "Code of the error (RFC 6749), for programs",
      errorDescription: "Explanation for people, in ASCII",
      message: "The same as error_description, for clients of the other endpoints",
    },
  },
  {
    of: ["AuthorizationServer"],
    texts: {
      issuer: "Address of this server, by which clients know it",
      authorizationEndpoint: "Address to which applications send a user's browser",
      tokenEndpoint: "Address that exchanges codes and refresh tokens for tokens",
      revocationEndpoint: "Address that revokes tokens",
      scopesSupported: "Scopes that a request may ask for",
      responseTypesSupported: "Response types that a request may ask for",
      responseModesSupported: "Ways in which a response is sent back",
      grantTypesSupported: "Grants that the token endpoint accepts",
      tokenEndpointAuthMethodsSupported: "Ways in which an application proves itself to the token endpoint",
      revocationEndpointAuthMethodsSupported: "Ways in which an application proves itself to the revocation endpoint",
      codeChallengeMethodsSupported: "Methods of PKCE (RFC 7636): S256 only",
      authorizationResponseIssParameterSupported: "True: redirects name the issuer in iss (RFC 9207)",
      serviceDocumentation: "Address of the documentation for developers",
    },
  },
  {
    of: ["LoginForm", "LoginQuery"],
    texts: {
      email: "E-mail address of the user",
      returnTo: "Path on this server to which the browser goes after signing in",
    },
  },
  {
    of: ["AuthorizeDecision", "AuthorizeQuery", "showConsent"],
    texts: {
      responseType: "Requested kind of answer: code",
      clientId: "Identifier of the application that asks, of at most 255 characters",
      redirectUri: "One of the application's redirect URIs, to which the browser is sent back",
      scope: "Requested scopes, separated by spaces; those of the application by default",
      state: {
        description: "Any text of the application, of at most 2,048 characters, sent back unchanged",
        maxLength: 2_048,
      },
      codeChallenge: {
        description: "SHA-256 of the code verifier in base64url, 43 characters; required from public applications",
        pattern: "^[A-Za-z0-9_-]{43}$",
      },
      codeChallengeMethod: "How the challenge was made: S256",
      responseMode: "How the response is sent back: query",
      decision: "What the user decided: approve or deny",
    },
  },
  {
    of: ["DeviceAuthorizationRequest", "DeviceAuthorization", "DevicePollRequest", "ActivationForm", "showActivation"],
    texts: {
      clientName: {
        description: "Name of the program as the user will see it, of 1 to 100 characters",
        minLength: 1,
        maxLength: 100,
      },
      scope: "Scopes separated by spaces; read by default, and in the form at most the requested ones",
      deviceCode: "The secret with which the program polls, valid for 900 seconds",
      userCode: "The code that the user types or compares, such as BCDF-GHJK",
      verificationUri: "Address at which the user enters the code",
      verificationUriComplete: "The same address with the code in it",
      interval: "Time to wait between two polls, in seconds",
      password: "The user's password, required to approve ten minutes after it was last entered",
      decision: "What the user decided: approve or deny; absent to show the program first",
    },
  },
  {
    of: ["PersonalAccessToken", "PersonalAccessTokenCreate", "CreatedPersonalAccessToken", "TokenForm"],
    texts: {
      name: {
        description: "What the token is for, of 1 to 100 characters",
        minLength: 1,
        maxLength: 100,
        pattern: "\\S",
      },
      scopes: { description: "What the token may do: read (the default), write, admin", minItems: 1 },
      days: { description: "Lifetime in days, from 1 to 365; 90 by default", minimum: 1, maximum: 365 },
      expiresAt: "Moment from which the token no longer works, in UTC",
      lastUsedAt: "Latest use, in UTC and to the minute; null before the first one",
      token: "The token for the header Authorization: Bearer, shown this once only",
      password: "The user's password, required ten minutes after it was last entered",
      revoke: "A token of yours to revoke, by identifier",
      revokeApplication: "An application whose tokens of yours are revoked, by identifier",
      endSession: "A browser session of yours to end, by identifier",
    },
  },
];
