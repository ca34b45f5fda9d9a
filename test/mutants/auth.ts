import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/auth/src";
const LIMITS = "auth-password-limits";

/** Bugs of signing in, of tokens and of what keeps strangers out. */
export const authMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/accounts/password-check.ts`]: [
    [
      "a network is known for ever",
      "knownNetworks.isKnown(userId, network, since)",
      "knownNetworks.isKnown(userId, network, secondsAfter(since, -1e9))",
      LIMITS,
    ],
    ["right passwords count as failures", "if (!failed) await rateLimiter.refund(hit);", "", LIMITS],
    ["hundreds wait for a hash", "ATTEMPTS_AT_ONCE_MAX = 51", "ATTEMPTS_AT_ONCE_MAX = 510", LIMITS],
    [
      "a password that was replaced meanwhile signs in",
      "if ((await stores.credentials.find(user.id)) !== person.phc) return",
      "if (!known.userId) return",
      "auth-sign-in",
    ],
    [
      "an unknown person costs no work",
      "const matches = await passwordHash",
      "const matches = known !== null && await passwordHash",
      "auth-sign-in",
    ],
  ],
  "adapters/passwords/src/argon2-of-node.ts": [
    [
      "any password of a hash of Node.js matches",
      "return crypto.timingSafeEqual(",
      "return true || crypto.timingSafeEqual(",
      "adapters/passwords/test/password-hash",
    ],
    ["hashes of Node.js keep what pads base64", '.replace(/=+$/, "")', "", "adapters/passwords/test/password-hash"],
    [
      "costs of a hash are swapped",
      "passes, lanes, salt",
      "lanes, passes, salt",
      "adapters/passwords/test/password-hash",
    ],
  ],
  [`${CORE}/limits/sign-in-limit.ts`]: [
    [
      "failures of one network over all people are not counted",
      ", { key: overall, max: max.overall, windowMs }];",
      "];",
      LIMITS,
    ],
    ["failures from everywhere are not counted", "{ key: everywhere, max: max.perPerson, windowMs }, ", "", LIMITS],
    ["a stranger's failures lock a user out of a known network", "if (fromKnownNetwork) return [own];", "", LIMITS],
    [
      "ten failures count for one person wherever they come from",
      "`${everywhere} ${requestSource.network}`",
      "everywhere",
      LIMITS,
    ],
    [
      "the throttle knows an address as it was typed",
      'emailKey(emailAddress) ?? ""',
      "emailAddress",
      LIMITS,
      "http/hostile-auth",
    ],
  ],
  "core/kernel/src/work-queue.ts": [
    [
      "work beyond the limit waits",
      "active + lines.waiting() >= present",
      "active + lines.waiting() >= present * 10",
      "core/kernel/test/work-queue",
      LIMITS,
    ],
    [
      "one owner runs any number",
      "active < running && lines.mayBegin(owner)",
      "active < running",
      "core/kernel/test/work-queue",
    ],
  ],
  [`${CORE}/limits/sliding-window.ts`]: [
    [
      "a window is a moment too short",
      "at > now - windowMs",
      "at > now - windowMs + 1",
      "core/auth/test/sliding-window",
    ],
    ["a limit lets one more through", "live.length < max", "live.length <= max", "core/auth/test/sliding-window"],
  ],
  [`${CORE}/limits/failure-summary.ts`]: [
    [
      "every refusal is a row of the trail",
      "if (count && event.at < secondsAfter(count.recordedAt, RECORDED_EVERY_SECONDS))",
      "if (count && event.at < count.recordedAt)",
      "auth-grants",
    ],
    ["an event has no count of the failures that it sums up", "count > 1 ? {", "count < 0 ? {", "auth-grants"],
  ],
  [`${CORE}/oauth/client.ts`]: [
    [
      "a chosen secret is accepted after too many wrong ones",
      "if (exceeded) throw rateLimited(exceeded);",
      "",
      "auth-grants",
    ],
    [
      "a secret that was issued is refused for what others guess",
      'form === "chosen" ? await rateLimiter.peek(guesses)',
      "form ? await rateLimiter.peek(guesses)",
      "auth-grants",
    ],
    [
      "a secret that was refused leaves no trail",
      "await recordWrongSecret(dependencies, application, requestSource);",
      "",
      "auth-grants",
    ],
    [
      "an application is believed without its secret",
      "application?.confidential === false && clientSecret === null",
      "clientSecret === null",
      "auth-sign-in",
    ],
  ],
  [`${CORE}/connectors/connector-authentication.ts`]: [
    [
      "keys of connectors are guessed for ever",
      'if (!found) await countWrongSecret(rateLimiter, "connectorKey", requestSource);',
      "",
      "http/connectors",
    ],
    ["a key opens every area", "if (found?.area !== area ||", "if (!found ||", "http/connectors"],
    [
      "a disabled connector still authenticates",
      "disabledAt !== null && disabledAt <= clock.now()",
      "false",
      "http/connectors",
      "adapters/sqlite/test/contracts",
    ],
  ],
  [`${CORE}/accounts/accounts.ts`]: [
    [
      "the own password is changed without the one until now",
      "password === undefined || caller.userId !== id || passwordError(password)",
      "password === undefined || id !== null",
      "auth-users",
    ],
    ["tokens outlive the password", "await tokens.revokeOf(userId, at, caller?.tokenId);", "", "auth-tokens"],
    ["sessions outlive the password", "await sessions.removeOf(userId, caller?.sessionId);", "", "auth-tokens"],
    [
      "codes outlive the password",
      "await authorizationCodes.removeOf(userId);\n  await deviceGrants.denyOf",
      "await deviceGrants.denyOf",
      "auth-grants",
      "http/users",
    ],
    [
      "a change of password leaves no trail",
      "await stores.audit.record(auditEvent(dependencies, caller, passwordChanged(user.id)));",
      "",
      "http/audit-events",
      "auth-users",
    ],
    [
      "a change of password ends the user's own session",
      "await endAccess(stores, user.id, now, caller);",
      "await endAccess(stores, user.id, now, null);",
      "auth-tokens",
    ],
    [
      "people who are disabled go on",
      "if (!user.active) await endAccess(stores, user.id, now, null);",
      "",
      "auth-tokens",
      "auth-grants",
    ],
  ],
  [`${CORE}/accounts/sessions.ts`]: [
    ["a session lives for ever while it is used", "return idle < most ? idle : most;", "return idle;", "auth-sessions"],
    [
      "a sign-in keeps the browser's earlier session",
      "if (former !== null) await sessions.remove(digests.sha256(former));",
      "",
      "http/sign-in-pages",
    ],
    [
      "secrets of sessions are stored",
      "hash: digests.sha256(secret), requestSource, userAgent",
      "hash: secret, requestSource, userAgent",
      "auth-sessions",
    ],
    [
      "a browser's name is stored however long it is",
      "userAgent?.slice(0, USER_AGENT_MAX)",
      "userAgent",
      "auth-sessions",
    ],
    ["others' sessions are ended", "sessions.endOf(caller.userId, id)", "sessions.end(id)", "http/personal-tokens"],
    [
      "the password is fresh for an hour",
      "REAUTHENTICATION_SECONDS = 600",
      "REAUTHENTICATION_SECONDS = 3600",
      "auth-sessions",
    ],
  ],
  [`${CORE}/device/device-approval.ts`]: [
    [
      "a device is approved without the password",
      'if (state === "approved" && !isRecentlyAuthenticated(session, dependencies.clock.now())) {',
      "if (!state) {",
      "http/device-flow",
    ],
    ["codes are guessed for ever", "if (!hit.ok) throw rateLimited(hit);", "", "http/device-flow"],
    ["a code is approved after its time", "!grant || clock.now() >= grant.expiresAt", "!grant", "http/device-flow"],
  ],
  [`${CORE}/device/device-flow.ts`]: [
    ["an approval outlives its session", "|| !(await sessions.exists(grant.sessionId))", "", "http/device-flow"],
  ],
  [`${CORE}/accounts/personal-tokens.ts`]: [
    [
      "a token that is made at the machine leaves no trail",
      'await audit.record(auditEvent(issuing, NO_USER, { ...entry, detail: { user_id: user.id, scopes, via: "machine" } }));',
      "",
      "http/audit-events",
    ],
    [
      "a token is made without the password",
      "if (!isRecentlyAuthenticated(session, issuing.clock.now()))\n    throw",
      "if (!session) throw",
      "http/personal-tokens",
    ],
    [
      "a user may have one token above the limit",
      "PERSONAL_TOKENS_MAX) throw tooManyTokens();\n\n",
      "PERSONAL_TOKENS_MAX + 1) throw tooManyTokens();\n\n",
      "http/personal-tokens",
    ],
  ],
  [`${CORE}/oauth/code-grant.ts`]: [
    [
      "a code that comes again ends nothing",
      "await stores.tokens.revoke({ familyId: found.familyId }, now);",
      "",
      "auth-grants",
    ],
    ["a code is good for longer", "now >= found.expiresAt", "now > found.expiresAt", "auth-grants"],
  ],
  [`${CORE}/oauth/authorization-code.ts`]: [
    [
      "a verifier is not looked at",
      'provesChallenge(proof.codeVerifier, code.codeChallenge, digests) ? null : "verifier_wrong"',
      "null",
      "auth-grants",
    ],
    [
      "a code is exchanged by another application",
      "if (code.applicationId !== proof.application.id)",
      "if (!code.applicationId)",
      "auth-grants",
    ],
  ],
  [`${CORE}/limits/wrong-secrets.ts`]: [
    ["secrets are tried for ever", "= { max: 100,", "= { max: 100_000,", "auth-grants"],
  ],
  [`${CORE}/oauth/refresh-grace.ts`]: [
    ["a reply is replayed for too long", "now >= stored.expiresAt", "now > stored.expiresAt", "auth-grants"],
    ["a reply is replayed although its token was used", "|| next.usedAt !== null", "", "auth-grants"],
    ["an answer outlives its family", "next.revokedAt !== null || used.revokedAt !== null", "false", "auth-grants"],
    [
      "a reply is replayed for another scope",
      "scopes && isSameSet(scopes, rotated.scopes) ?",
      "scopes ?",
      "auth-grants",
      "http/refresh-grace",
    ],
  ],
  [`${CORE}/identity/identity.ts`]: [
    [
      "an unverified email address identifies a user",
      'if (emailVerified !== true) return "email_not_verified";',
      "",
      "http/token-exchange",
    ],
  ],
  [`${CORE}/oauth/refresh-grant.ts`]: [
    [
      "a refresh token that comes again ends nothing",
      "await stores.tokens.revoke({ familyId: found.familyId }, now);",
      "",
      "auth-grants",
    ],
    [
      "a refresh token is taken from another application",
      "if (found.applicationId !== application.id)",
      "if (!found.applicationId)",
      "auth-grants",
    ],
  ],
  [`${CORE}/oauth/revocation.ts`]: [
    [
      "an application revokes tokens of another one",
      "found.applicationId !== null && found.applicationId !== application.id",
      "false",
      "auth-grants",
    ],
  ],
  [`${CORE}/oauth/redirect-uri.ts`]: [
    [
      "localhost is at any port",
      String.raw`(127\.0\.0\.1|\[::1\])(?::`,
      String.raw`(127\.0\.0\.1|\[::1\]|localhost)(?::`,
      "core/auth/test/redirect-uri",
    ],
    [
      "a redirect URI has a user in it",
      'if (/^[^/?]*:\\/\\/[^/?]*@/.test(uri)) return "userinfo";',
      "",
      "core/auth/test/redirect-uri",
    ],
  ],
  "core/kernel/src/caller.ts": [
    [
      "an administrator who is none any more keeps the scope",
      "if (roleAllows(role, scopes)) return scopes;",
      "if (role) return scopes;",
      "core/auth/test/scope",
      "auth-tokens",
    ],
  ],
  [`${CORE}/tokens/scope.ts`]: [
    [
      "admin is granted without a request",
      'defaultScopes.filter((scope) => scope !== "admin")',
      "defaultScopes",
      "core/auth/test/scope",
    ],
  ],
  [`${CORE}/identity/token-exchange.ts`]: [
    [
      "an assertion is used twice",
      "if (!(await stores.usedAssertions.use(dependencies.digests.sha256(assertionKey(person)), until))) {",
      "if (!until) {",
      "http/token-exchange",
    ],
    [
      "an exchanged token administers",
      'application.scopes.filter((scope) => scope !== "admin")',
      "application.scopes",
      "http/token-exchange",
    ],
    [
      "a deleted user comes back as a new one",
      'if (identity) return (await users.lock(identity.userId)) ?? "unknown_user";',
      "const again = identity && (await users.lock(identity.userId));\n  if (again) return again;",
      "http/token-exchange",
    ],
  ],
  [`${CORE}/identity/assertion.ts`]: [
    [
      "an assertion lives for as long as it says",
      "if (expires > millisecondsOf(now) / 1000 + ASSERTION_SECONDS_MAX)",
      "if (expires < 0)",
      "http/token-exchange",
      "http/hostile-auth",
    ],
    [
      "an address that its provider has not verified is believed",
      'if (emailVerified === false) return "email_not_verified";',
      "",
      "http/token-exchange",
    ],
  ],
  [`${CORE}/jobs.ts`]: [
    [
      "a refresh token is forgotten while its family may live",
      "refresh: FAMILY_SECONDS,",
      "refresh: 0,",
      "auth-tokens",
    ],
  ],
  "adapters/jwt/src/assertion-verifier.ts": [
    [
      "a token of another kind is taken for an assertion",
      "if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) return",
      "if (!TYPES) return",
      "adapters/jwt/test/assertion-verifier",
    ],
    [
      "an assertion of tomorrow is taken",
      "if ((iat ?? 0) > millisecondsOf(now) / 1000 + CLOCK_TOLERANCE_SECONDS)",
      "if ((iat ?? 0) < 0)",
      "adapters/jwt/test/assertion-verifier",
    ],
    [
      "what was meant for others too is taken",
      "if (Array.isArray(payload.aud) &&",
      "if (payload.aud === undefined && Array.isArray(payload.aud) &&",
      "http/token-exchange",
    ],
  ],
  "adapters/sql/src/auth/token-store.ts": [
    [
      "a token is spent twice",
      '.where("id", "=", id)\n        .where("used_at", "is", null)',
      '.where("id", "=", id)',
      "auth-grants",
    ],
    [
      "others' personal tokens are listed",
      '.where("tokens.user_id", "=", userId)\n      .where("tokens.kind", "=", "personal")',
      '.where("tokens.kind", "=", "personal")',
      "http/personal-tokens",
    ],
    [
      "a change of password ends the own family too",
      "asking.id = tokens.id or asking.family_id = tokens.family_id",
      "asking.id = tokens.id",
      "auth-tokens",
    ],
  ],
});
