import { applicationListing, connectorListing, personalTokenListing } from "@cartulary/auth";
import { everybodys, FEW, LATER, LONG_AGO, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";
import { idOf, ROWS, someOf, textOf } from "./worlds.ts";

const application = idOf<"Application">("applications", 1);
const connector = idOf<"Connector">("connectors", 7);
const session = idOf<"Session">("sessions", 4);
/** A person, and a program, has one row of four. */
const [TOKENS, SESSIONS, CODES] = [ROWS.tokens / 4, ROWS.sessions / 4, ROWS.authorization_codes / 4];
const NETWORK = textOf(4);

/** What is done with the stores of signing in. */
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
> = {
  tokens: {
    find: [FEW, ({ tokens }) => tokens.find(textOf(7))],
    insert: [
      FEW,
      async ({ tokens }) => tokens.insert([{ ...required(await tokens.find(textOf(7))), id: newId(), hash: "new" }]),
    ],
    spend: [FEW, ({ tokens }) => tokens.spend(idOf("tokens", 7), NOW)],
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
    seen: [2 * FEW, ({ tokens }) => tokens.seen(someOf("tokens"), NOW)],
  },
  bearers: { find: [FEW, ({ bearers }) => bearers.find(textOf(7))] },
  authorizationCodes: {
    find: [FEW, ({ authorizationCodes }) => authorizationCodes.find(textOf(7))],
    insert: [
      FEW,
      async ({ authorizationCodes: codes }) =>
        codes.insert({ ...required(await codes.find(textOf(7))), id: newId(), hash: "new" }),
    ],
    spend: [FEW, ({ authorizationCodes }) => authorizationCodes.spend(idOf("authorization_codes", 7), NOW)],
    removeOf: [
      2 * CODES,
      ({ authorizationCodes }) => authorizationCodes.removeOf(PERSON),
      ({ authorizationCodes }) => authorizationCodes.removeOf(PERSON, application),
    ],
    removeExpired: [FEW, ({ authorizationCodes }) => authorizationCodes.removeExpired(LONG_AGO)],
    removeIssuedTo: [2 * CODES, ({ authorizationCodes }) => authorizationCodes.removeIssuedTo(application)],
  },
  credentials: {
    find: [FEW, ({ credentials }) => credentials.find(PERSON)],
    save: [FEW, ({ credentials }) => credentials.save(PERSON, "phc", NOW)],
    remove: [FEW, ({ credentials }) => credentials.remove(PERSON)],
  },
  applications: {
    findByClientId: [FEW, ({ applications }) => applications.findByClientId(textOf(7))],
    lockShared: [FEW, ({ applications }) => applications.lockShared(application)],
    find: [FEW, ({ applications }) => applications.find(application)],
    lock: [FEW, ({ applications }) => applications.lock(application)],
    list: [
      everybodys("applications"),
      listed(applicationListing, ({ applications }, query) => applications.list(query)),
    ],
    insert: [
      FEW,
      async ({ applications }) =>
        applications.insert({ ...required(await applications.find(application)), id: newId(), clientId: "new" }),
    ],
    remove: [FEW, ({ applications }) => applications.remove(idOf("applications", 9))],
    isEmpty: [FEW, ({ applications }) => applications.isEmpty()],
  },
  connectors: {
    find: [FEW, ({ connectors }) => connectors.find(connector)],
    lock: [FEW, ({ connectors }) => connectors.lock(connector)],
    list: [everybodys("connectors"), listed(connectorListing, ({ connectors }, query) => connectors.list(query))],
    insert: [
      FEW,
      async ({ connectors }) => connectors.insert({ ...required(await connectors.find(connector)), id: newId() }),
    ],
    remove: [FEW, ({ connectors }) => connectors.remove(connector)],
    keys: [FEW, ({ connectors }) => connectors.keys(connector)],
    insertKey: [
      FEW,
      ({ connectors }) => connectors.insertKey({ id: newId(), connectorId: connector, hash: "new", createdAt: NOW }),
    ],
    removeKey: [FEW, ({ connectors }) => connectors.removeKey(idOf("connector_keys", 7))],
  },
  connectorFinder: { find: [FEW, ({ connectorFinder }) => connectorFinder.find(textOf(7))] },
  rateLimits: {
    find: [FEW, ({ rateLimits }) => rateLimits.find(textOf(7))],
    lock: [FEW, ({ rateLimits }) => rateLimits.lock(textOf(7)), ({ rateLimits }) => rateLimits.lock("new")],
    save: [FEW, ({ rateLimits }) => rateLimits.save(textOf(7), [1], LATER)],
    removeExpired: [FEW, ({ rateLimits }) => rateLimits.removeExpired(LONG_AGO)],
  },
  knownNetworks: {
    isKnown: [FEW, ({ knownNetworks }) => knownNetworks.isKnown(PERSON, NETWORK, LONG_AGO)],
    seen: [FEW, ({ knownNetworks }) => knownNetworks.seen(PERSON, NETWORK, NOW)],
    removeOf: [ROWS.known_networks / 2, ({ knownNetworks }) => knownNetworks.removeOf(PERSON)],
    removeUnseen: [FEW, ({ knownNetworks }) => knownNetworks.removeUnseen(LONG_AGO)],
  },
  refusals: {
    lock: [FEW, ({ refusals }) => refusals.lock(textOf(7)), ({ refusals }) => refusals.lock("new")],
    save: [FEW, ({ refusals }) => refusals.save(textOf(7), { recordedAt: NOW, unrecorded: 1, last: {} as never })],
    take: [FEW, ({ refusals }) => refusals.take(LONG_AGO, 100)],
  },
  sessions: {
    insert: [
      FEW,
      ({ sessions }) =>
        sessions.insert({
          id: newId(),
          hash: "new",
          userId: PERSON,
          createdAt: NOW,
          authenticatedAt: NOW,
          expiresAt: LATER,
        }),
    ],
    prolong: [FEW, ({ sessions }) => sessions.prolong(textOf(4), LATER)],
    authenticated: [FEW, ({ sessions }) => sessions.authenticated(session, NOW)],
    end: [FEW, ({ sessions }) => sessions.end(session)],
    remove: [FEW, ({ sessions }) => sessions.remove(textOf(4))],
    removeOf: [
      2 * SESSIONS,
      ({ sessions }) => sessions.removeOf(PERSON),
      ({ sessions }) => sessions.removeOf(PERSON, session),
    ],
    endOf: [2 * SESSIONS, ({ sessions }) => sessions.endOf(PERSON, session)],
    listOf: [2 * SESSIONS, ({ sessions }) => sessions.listOf(PERSON, NOW)],
    exists: [FEW, ({ sessions }) => sessions.exists(session)],
    removeExpired: [FEW, ({ sessions }) => sessions.removeExpired(LONG_AGO)],
  },
  sessionFinder: { find: [FEW, ({ sessionFinder }) => sessionFinder.find(textOf(4))] },
  deviceGrants: {
    find: [FEW, ({ deviceGrants }) => deviceGrants.find(textOf(7))],
    findByUserCode: [FEW, ({ deviceGrants }) => deviceGrants.findByUserCode(textOf(7))],
    insert: [
      FEW,
      async ({ deviceGrants: grants }) =>
        grants.insert({ ...required(await grants.find(textOf(7))), id: newId(), deviceHash: "new", userHash: "new" }),
    ],
    decide: [
      FEW,
      async ({ deviceGrants: grants }) => grants.decide(required(await grants.find(textOf(7))), "approved"),
    ],
    consume: [FEW, ({ deviceGrants }) => deviceGrants.consume(textOf(7), LONG_AGO)],
    denyOf: [ROWS.device_grants / 2, ({ deviceGrants }) => deviceGrants.denyOf(PERSON)],
    removeOf: [ROWS.device_grants / 2, ({ deviceGrants }) => deviceGrants.removeOf(PERSON)],
    removeExpired: [FEW, ({ deviceGrants }) => deviceGrants.removeExpired(LONG_AGO)],
  },
  identities: {
    find: [FEW, ({ identities }) => identities.find("https://example.org", textOf(7))],
    existsFor: [FEW, ({ identities }) => identities.existsFor(PERSON)],
    insert: [
      FEW,
      async ({ identities }) =>
        identities.insert({
          ...required(await identities.find("https://example.org", textOf(7))),
          id: newId(),
          subject: "new",
        }),
    ],
  },
  usedAssertions: {
    use: [FEW, ({ usedAssertions }) => usedAssertions.use("new", LATER)],
    removeExpired: [FEW, ({ usedAssertions }) => usedAssertions.removeExpired(LONG_AGO)],
  },
};
