import { applicationListing, connectorListing, personalTokenListing } from "@cartulary/auth";
import { idOf, ROWS, someOf, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, LATER, LONG_AGO, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";

const application = idOf<"Application">("applications", 1);
const connector = idOf<"Connector">("connectors", 7);
const session = idOf<"Session">("sessions", 4);
/** A person, and a program, has one row of four. */
const [TOKENS, SESSIONS, CODES] = [ROWS.tokens / 4, ROWS.sessions / 4, ROWS.authorization_codes / 4];
const NETWORK = textOf(4);

/** The works of the stores of authentication. */
export const authWorks: Works<
  | "tokens"
  | "bearers"
  | "authorizationCodes"
  | "credentials"
  | "applications"
  | "connectors"
  | "connectorFinder"
  | "rateLimits"
  | "knownNetworks"
  | "refusals"
  | "sessions"
  | "sessionFinder"
  | "deviceGrants"
  | "identities"
  | "usedAssertions"
  | "refreshReplies"
> = {
  tokens: {
    find: [BY_KEY, ({ tokens }) => tokens.find(textOf(7))],
    insert: [
      BY_KEY,
      async ({ tokens }) => tokens.insert([{ ...required(await tokens.find(textOf(7))), id: newId(), hash: "new" }]),
    ],
    consume: [BY_KEY, ({ tokens }) => tokens.consume(idOf("tokens", 7), NOW)],
    revoke: [
      2 * TOKENS,
      ({ tokens }) => tokens.revoke({ id: idOf("tokens", 7) }, NOW),
      ({ tokens }) => tokens.revoke({ pairId: idOf("tokens", 7) }, NOW),
      ({ tokens }) => tokens.revoke({ familyId: idOf("tokens", 7) }, NOW),
      ({ tokens }) => tokens.revoke({ applicationId: application }, NOW),
    ],
    revokeOf: [
      4 * TOKENS,
      ({ tokens }) => tokens.revokeOf(PERSON, NOW),
      ({ tokens }) => tokens.revokeOf(PERSON, NOW, idOf("tokens", 4)),
    ],
    revokeIssued: [2 * TOKENS, ({ tokens }) => tokens.revokeIssued(PERSON, idOf("applications", 0), NOW)],
    listGrants: [4 * TOKENS, ({ tokens }) => tokens.listGrants(PERSON, NOW)],
    removeExpired: [
      4 * TOKENS,
      ({ tokens }) => tokens.removeExpired("access", "2027-01-01T00:10:00.000Z" as never, 100),
    ],
    removeOf: [2 * TOKENS, ({ tokens }) => tokens.removeOf(PERSON)],
    listPersonal: [
      2 * TOKENS,
      listed(personalTokenListing, ({ tokens }, query) => tokens.listPersonal(PERSON, query, NOW)),
    ],
    countPersonal: [2 * TOKENS, ({ tokens }) => tokens.countPersonal(PERSON, NOW)],
    revokePersonal: [2 * TOKENS, ({ tokens }) => tokens.revokePersonal(PERSON, idOf("tokens", 8), NOW)],
    recordUse: [2 * BY_KEY, ({ tokens }) => tokens.recordUse(someOf("tokens"), NOW)],
  },
  bearers: { find: [BY_KEY, ({ bearers }) => bearers.find(textOf(7))] },
  authorizationCodes: {
    find: [BY_KEY, ({ authorizationCodes }) => authorizationCodes.find(textOf(7))],
    insert: [
      BY_KEY,
      async ({ authorizationCodes: codes }) =>
        codes.insert({ ...required(await codes.find(textOf(7))), id: newId(), hash: "new" }),
    ],
    consume: [BY_KEY, ({ authorizationCodes }) => authorizationCodes.consume(idOf("authorization_codes", 7), NOW)],
    removeOf: [
      2 * CODES,
      ({ authorizationCodes }) => authorizationCodes.removeOf(PERSON),
      ({ authorizationCodes }) => authorizationCodes.removeOf(PERSON, application),
    ],
    removeExpired: [BY_KEY, ({ authorizationCodes }) => authorizationCodes.removeExpired(LONG_AGO)],
    removeIssuedTo: [2 * CODES, ({ authorizationCodes }) => authorizationCodes.removeIssuedTo(application)],
  },
  credentials: {
    find: [BY_KEY, ({ credentials }) => credentials.find(PERSON)],
    save: [BY_KEY, ({ credentials }) => credentials.save(PERSON, "phc", NOW)],
    remove: [BY_KEY, ({ credentials }) => credentials.remove(PERSON)],
  },
  applications: {
    findByClientId: [BY_KEY, ({ applications }) => applications.findByClientId(textOf(7))],
    lockShared: [BY_KEY, ({ applications }) => applications.lockShared(application)],
    find: [BY_KEY, ({ applications }) => applications.find(application)],
    lock: [BY_KEY, ({ applications }) => applications.lock(application)],
    list: [
      everybodys("applications"),
      listed(applicationListing, ({ applications }, query) => applications.list(query)),
    ],
    insert: [
      BY_KEY,
      async ({ applications }) =>
        applications.insert({ ...required(await applications.find(application)), id: newId(), clientId: "new" }),
    ],
    saveRedirectUris: [
      BY_KEY,
      ({ applications }) => applications.saveRedirectUris(application, ["https://a.example/"]),
    ],
    remove: [BY_KEY, ({ applications }) => applications.remove(idOf("applications", 9))],
    isEmpty: [BY_KEY, ({ applications }) => applications.isEmpty()],
  },
  connectors: {
    find: [BY_KEY, ({ connectors }) => connectors.find(connector)],
    lock: [BY_KEY, ({ connectors }) => connectors.lock(connector)],
    list: [everybodys("connectors"), listed(connectorListing, ({ connectors }, query) => connectors.list(query))],
    insert: [
      BY_KEY,
      async ({ connectors }) => connectors.insert({ ...required(await connectors.find(connector)), id: newId() }),
    ],
    remove: [BY_KEY, ({ connectors }) => connectors.remove(connector)],
    keys: [BY_KEY, ({ connectors }) => connectors.keys(connector)],
    insertKey: [
      BY_KEY,
      ({ connectors }) => connectors.insertKey({ id: newId(), connectorId: connector, hash: "new", createdAt: NOW }),
    ],
    removeKey: [BY_KEY, ({ connectors }) => connectors.removeKey(idOf("connector_keys", 7))],
  },
  connectorFinder: { find: [BY_KEY, ({ connectorFinder }) => connectorFinder.find(textOf(7))] },
  rateLimits: {
    find: [BY_KEY, ({ rateLimits }) => rateLimits.find(textOf(7))],
    lock: [BY_KEY, ({ rateLimits }) => rateLimits.lock(textOf(7)), ({ rateLimits }) => rateLimits.lock("new")],
    save: [BY_KEY, ({ rateLimits }) => rateLimits.save(textOf(7), [1], LATER)],
    removeExpired: [BY_KEY, ({ rateLimits }) => rateLimits.removeExpired(LONG_AGO)],
  },
  knownNetworks: {
    isKnown: [BY_KEY, ({ knownNetworks }) => knownNetworks.isKnown(PERSON, NETWORK, LONG_AGO)],
    recordUse: [BY_KEY, ({ knownNetworks }) => knownNetworks.recordUse(PERSON, NETWORK, NOW)],
    removeOf: [ROWS.known_networks / 2, ({ knownNetworks }) => knownNetworks.removeOf(PERSON)],
    removeUnseen: [BY_KEY, ({ knownNetworks }) => knownNetworks.removeUnseen(LONG_AGO)],
  },
  refusals: {
    lock: [BY_KEY, ({ refusals }) => refusals.lock(textOf(7)), ({ refusals }) => refusals.lock("new")],
    save: [BY_KEY, ({ refusals }) => refusals.save(textOf(7), { recordedAt: NOW, unrecorded: 1, last: {} as never })],
    take: [BY_KEY, ({ refusals }) => refusals.take(LONG_AGO, 100)],
  },
  sessions: {
    insert: [
      BY_KEY,
      ({ sessions }) =>
        sessions.insert({
          id: newId(),
          hash: "new",
          userId: PERSON,
          createdAt: NOW,
          authenticatedAt: NOW,
          expiresAt: LATER,
          address: null,
          userAgent: null,
        }),
    ],
    prolong: [BY_KEY, ({ sessions }) => sessions.prolong(textOf(4), LATER)],
    authenticated: [BY_KEY, ({ sessions }) => sessions.authenticated(session, NOW)],
    end: [BY_KEY, ({ sessions }) => sessions.end(session)],
    remove: [BY_KEY, ({ sessions }) => sessions.remove(textOf(4))],
    removeOf: [
      2 * SESSIONS,
      ({ sessions }) => sessions.removeOf(PERSON),
      ({ sessions }) => sessions.removeOf(PERSON, session),
    ],
    endOf: [2 * SESSIONS, ({ sessions }) => sessions.endOf(PERSON, session)],
    listOf: [2 * SESSIONS, ({ sessions }) => sessions.listOf(PERSON, NOW)],
    exists: [BY_KEY, ({ sessions }) => sessions.exists(session)],
    removeExpired: [BY_KEY, ({ sessions }) => sessions.removeExpired(LONG_AGO)],
  },
  sessionFinder: { find: [BY_KEY, ({ sessionFinder }) => sessionFinder.find(textOf(4))] },
  deviceGrants: {
    find: [BY_KEY, ({ deviceGrants }) => deviceGrants.find(textOf(7))],
    findByUserCode: [BY_KEY, ({ deviceGrants }) => deviceGrants.findByUserCode(textOf(7))],
    insert: [
      BY_KEY,
      async ({ deviceGrants: grants }) =>
        grants.insert({ ...required(await grants.find(textOf(7))), id: newId(), deviceHash: "new", userHash: "new" }),
    ],
    decide: [
      BY_KEY,
      async ({ deviceGrants: grants }) => grants.decide(required(await grants.find(textOf(7))), "approved"),
    ],
    consume: [BY_KEY, ({ deviceGrants }) => deviceGrants.consume(textOf(7), LONG_AGO)],
    denyOf: [ROWS.device_grants / 2, ({ deviceGrants }) => deviceGrants.denyOf(PERSON)],
    removeOf: [ROWS.device_grants / 2, ({ deviceGrants }) => deviceGrants.removeOf(PERSON)],
    removeExpired: [BY_KEY, ({ deviceGrants }) => deviceGrants.removeExpired(LONG_AGO)],
  },
  identities: {
    find: [BY_KEY, ({ identities }) => identities.find("https://example.org", textOf(7))],
    existsFor: [BY_KEY, ({ identities }) => identities.existsFor(PERSON)],
    insert: [
      BY_KEY,
      async ({ identities }) =>
        identities.insert({
          ...required(await identities.find("https://example.org", textOf(7))),
          id: newId(),
          subject: "new",
        }),
    ],
  },
  usedAssertions: {
    use: [BY_KEY, ({ usedAssertions }) => usedAssertions.use("new", LATER)],
    removeExpired: [BY_KEY, ({ usedAssertions }) => usedAssertions.removeExpired(LONG_AGO)],
  },
  refreshReplies: {
    find: [BY_KEY, ({ refreshReplies }) => refreshReplies.find(idOf("refresh_replies", 7))],
    insert: [
      BY_KEY,
      ({ refreshReplies }) => refreshReplies.insert({ tokenId: newId(), sealed: "sealed", expiresAt: LATER }),
    ],
    removeExpired: [BY_KEY, ({ refreshReplies }) => refreshReplies.removeExpired(LONG_AGO)],
  },
};
