import { type Mutant, mutantsOf } from "./mutant.ts";

const NODE = "hosts/node/src";
const SERVER = "hosts/server/src";
const STOP = "host/stop";
const START = "host/start";
const SOCKETS = "http/sockets";

/** Bugs of starting, stopping, sockets and the command line. */
export const hostMutants: readonly Mutant[] = mutantsOf({
  [`${NODE}/listener.ts`]: [
    [
      "a stop resets idle connections",
      "NetServer.prototype.close.call(server, () => {\n    server.close();\n",
      "server.close(() => {\n",
      STOP,
    ],
    ["the last answer of a connection does not say so", "(isLast || !incoming.complete)", "!incoming.complete", STOP],
    [
      "a stop ends idle connections at once",
      "const lastRequestsMs = Math.min(graceMs * LAST_REQUESTS_SHARE, LAST_REQUESTS_MS_MAX);",
      "const lastRequestsMs = 0;",
      STOP,
    ],
    [
      "what is not finished is never cut",
      "setTimeout(() => server.closeAllConnections(), graceMs)",
      "setTimeout(() => {}, graceMs)",
      STOP,
    ],
    ["a stop waits for connections without a request", "      closeUnused();\n", "", SOCKETS, STOP],
    [
      "idle connections close earlier than a load balancer's",
      "KEEP_ALIVE_MS = 65_000",
      "KEEP_ALIVE_MS = 5_000",
      SOCKETS,
    ],
    ["a request names two hosts", "return hosts > 1;", "return hosts > 2;", "http/hostile-sockets"],
    [
      "HTTP/1.0 without a host is refused",
      "{ hostname: NO_HOST, overrideGlobalObjects: false }",
      "{ overrideGlobalObjects: false }",
      SOCKETS,
    ],
    [
      "100 Continue comes before a refusal",
      'server.on("checkContinue", (request, response) => {\n    continueOnRead(request, response);',
      'server.on("checkContinue", (request, response) => {\n    response.writeContinue();',
      SOCKETS,
    ],
    ["early refusals are lost", "lingerAfterResponse(request);", "", SOCKETS],
    [
      "a silent connection is ended under its handler",
      "if (!responses.areAwaitedOn(socket)) socket.destroy();",
      "socket.destroy();",
      SOCKETS,
    ],
  ],
  [`${SERVER}/run/run.ts`]: [
    [
      "a taken port is found after secrets were printed",
      "const { listener, serve } = await listenEarly(config, runtime, startingAppOf(host, gate));",
      "await prepare(host);\n    const { listener, serve } = await listenEarly(config, runtime, startingAppOf(host, gate));",
      START,
    ],
    ["a stop does not begin with saying so", "host.get(tokens.shutdown).begin();", "", STOP],
    ["no warning tells of too few open files", "await warnOfOpenFiles(host);\n  return", "return", START],
  ],
  "core/products/src/archive.ts": [
    [
      "a tree clock of another host draws numbers again",
      "prepare: () => raiseTreeClock(transact),",
      "prepare: async () => {},",
      "products",
    ],
    ["permissions outlive their user", "grants.removeTo(userId)", "Promise.resolve(void [grants, userId])", "products"],
    [
      "permissions outlive their group",
      "grants.removeTo(groupId)",
      "Promise.resolve(void [grants, groupId])",
      "products",
    ],
  ],
  "core/products/src/agency.ts": [
    [
      "memberships outlive their user",
      "mandataireMembers.removeOf(userId)",
      "Promise.resolve(void [mandataireMembers, userId])",
      "products",
    ],
    [
      "a mandataire goes under its connectors",
      "dependents: [boundConnectors, hasRentalRecords]",
      "dependents: [hasRentalRecords]",
      "products",
    ],
  ],
  [`${SERVER}/run/listen-early.ts`]: [
    [
      "a taken port is the host's fault",
      'code === "EADDRINUSE" || code === "EACCES" ? "PORT" : "HOST"',
      '"HOST"',
      START,
    ],
  ],
  [`${SERVER}/run/stop-signal.ts`]: [
    ["SIGINT kills", '["SIGTERM", "SIGINT", "SIGHUP"]', '["SIGTERM", "SIGHUP"]', STOP],
  ],
  [`${SERVER}/configuration/private-directory.ts`]: [
    ["others look into the data", "mode: 0o700", "mode: 0o755", START],
    [
      "a directory below /proc hangs the start",
      "await mkdir(path, { mode: 0o700 });",
      "await mkdir(path, { mode: 0o700, recursive: true });",
      START,
    ],
    ["data that the group writes is no mistake", "LOOSE = 0o027", "LOOSE = 0o007", START],
  ],
  "adapters/sqlite/src/connections.ts": [
    ["others read the database", "0o600", "0o644", START],
    [
      "a power cut loses acknowledged requests",
      "`synchronous = ${synchronous}`",
      '"synchronous = normal"',
      "adapters/sqlite/test/open-sqlite",
    ],
  ],
  [`${SERVER}/configuration/config.ts`]: [
    ["a misspelt variable is nothing", 'name.startsWith("CARTULARY_") && !known.includes(name)', "false", START],
    [
      "keys come over plain HTTP",
      'if (url.protocol === "http:" && !isLoopback(url)) {',
      "if (!url.protocol) {",
      START,
      "host/identity-config",
    ],
    [
      "half an identity provider is believed",
      'if (audience === undefined) throw new ConfigError("IDENTITY_AUDIENCE", "IDENTITY_ISSUER needs it");',
      "",
      START,
      "host/identity-config",
    ],
    ["an empty variable is set", 'filter(([, value]) => value !== "")', "filter(([, value]) => value !== null)", START],
    [
      "a short shared secret is taken",
      "Buffer.byteLength(secret) >= SHARED_SECRET_BYTES_MIN",
      "Buffer.byteLength(secret) >= 0",
      START,
      "host/identity-config",
    ],
  ],
  [`${SERVER}/configuration/closest-word.ts`]: [
    [
      "an error suggests no similar name",
      "best.distance <= tolerance ? best.each : null",
      "null",
      START,
      "host/commands",
    ],
  ],
  "hosts/cli/src/run.ts": [
    [
      "there is no version",
      'if (words[0] === "--version") return printResult(`cartulary ${version()}`);',
      "",
      "host/commands",
    ],
    ["an unknown command names none that is known", "`did you mean ${closest}? `", '""', "host/commands"],
    ["help is an error", "words.some(isHelp) || isGroup(words)", "isGroup(words)", "host/commands"],
  ],
  "hosts/cli/src/host.ts": [
    ["a mistyped database is sound", "if (!options.creates) requireDatabase(config);", "", "host/commands"],
  ],
  "hosts/cli/src/findings.ts": [["damage ends well", "return found.error > 0 ? 1 : 0;", "return 0;", "host/commands"]],
  "adapters/sql/src/engine/migration.ts": [
    [
      "an older host says nothing of a newer schema",
      "!known.has(name) && subjects.has(subjectOf(name))",
      "false",
      "adapters/sqlite/test/open-sqlite",
      "adapters/postgres/test/open-postgres",
    ],
    [
      "migrations run by the order of modules alone",
      "dateOf(left) < dateOf(right) ? -1 : dateOf(left) > dateOf(right) ? 1 : 0",
      "dateOf(left) && dateOf(right) ? 0 : 1",
      "adapters/sqlite/test/open-sqlite",
    ],
  ],
  [`${NODE}/body.ts`]: [
    ["two bodies share their memory", "          memory = null;\n", "", "http/raw-bodies"],
    ["the end of a long piece is lost", "if (at === piece.byteLength) {", "if (at > 0) {", "http/raw-bodies"],
    ["shared memory is reused", "&& buffer.byteLength === byteLength", "", "http/raw-bodies"],
  ],
});
