import { type Mutant, mutantsOf } from "./mutant.ts";

const TRAIL_OF = "core/products/src/audit";
const TRAIL = "http/audit-events";

/** Bugs of the audit trail and of the log: events that are missing, or secrets that are recorded. */
export const auditMutants: readonly Mutant[] = mutantsOf({
  "core/audit/src/event.ts": [
    ["the trail knows no address", "address: address ?? null,", "address: null,", TRAIL],
    ["the trail knows no request", "requestId: requestId ?? null,", "requestId: null,", TRAIL],
    ["the trail knows no token", "tokenId: tokenId ?? null,", "tokenId: null,", TRAIL],
    [
      "the trail stores secrets of its details",
      "detail: redactDetail(detail),",
      "detail,",
      TRAIL,
      "http/secrets",
      "core/audit/test/redaction",
    ],
  ],
  "core/audit/src/redaction.ts": [
    [
      "the trail contains a token",
      "/\\bct(?:at|rt|pt|ac|dc|cs|ck)_[0-9A-Za-z]{49}\\b/g,",
      "",
      "core/audit/test/redaction",
    ],
    ["the log contains the password of a URL", "/(?<=:\\/\\/[^\\s/:@]{0,64}:)[^\\s/@]+(?=@)/g,", "", "host/log"],
  ],
  [`${TRAIL_OF}/archive-audit.ts`]: [
    ["moves leave no trail", "moved: (stores, caller, move) => record(stores, caller, onMove(move)),", "", TRAIL],
    [
      "the trail names only the target of a move",
      "return { action: `${type}.moved`, resourceType: type, resourceId: record.id, detail: { ...from, ...to } };",
      "return { action: `${type}.moved`, resourceType: type, resourceId: record.id, detail: to };",
      TRAIL,
    ],
    [
      "a restore leaves no trail",
      "action: `${entry.kind}.restored` }),",
      "action: `${entry.kind}.deleted` }),",
      "http/trash",
    ],
    [
      "granting a permission leaves no trail",
      'granted: (stores, caller, grant) => record(stores, caller, onGrant(grant, "granted")),',
      "granted: async () => {},",
      TRAIL,
    ],
    [
      "a permission that is changed leaves no trail",
      'record(stores, caller, onGrant(grant, "changed", { old_level: oldLevel })),',
      "Promise.resolve(void stores),",
      TRAIL,
    ],
  ],
  [`${TRAIL_OF}/identity-audit.ts`]: [
    [
      "who comes into a group leaves no trail",
      'record(stores, caller, onGroup(groupId, "group_member.added", { user_id: userId })),',
      "Promise.resolve(void stores),",
      TRAIL,
    ],
    [
      "who leaves a group leaves no trail",
      'record(stores, caller, onGroup(groupId, "group_member.removed", { user_id: userId })),',
      "Promise.resolve(void stores),",
      TRAIL,
    ],
    ["a new administrator leaves no trail", "user.role === before.role ? null", "user.id ? null", TRAIL],
  ],
  [`${TRAIL_OF}/agency-audit.ts`]: [
    [
      "adding a member of a mandataire leaves no trail",
      'record(stores, caller, onMandataire(mandataireId, "mandataire_member.added", { user_id: userId })),',
      "Promise.resolve(void stores),",
      TRAIL,
    ],
    [
      "who leaves a mandataire leaves no trail",
      'record(stores, caller, onMandataire(mandataireId, "mandataire_member.removed", { user_id: userId })),',
      "Promise.resolve(void stores),",
      TRAIL,
    ],
    [
      "closings leave no trail",
      "monthClosed: (stores, caller, { mandataireId, period: { period, entriesPosted } }) =>",
      "month: (stores: Stores, caller: Caller, { mandataireId, period: { period, entriesPosted } }: never) =>",
      TRAIL,
    ],
    [
      "imports leave no trail",
      "openingEntered: (stores, caller, { mandataireId, entry }) =>\n        record(stores, caller, onOpening(mandataireId, entry)),",
      "",
      "host/ledger-commands",
    ],
    [
      "accounting files leave no trail",
      'fecExported: (stores, caller, { mandataireId, fecExport }) =>\n        record(stores, caller, onFecExport("fec_export.created", mandataireId, fecExport)),',
      "",
      TRAIL,
    ],
  ],
  "hosts/cli/src/commands/ledger-export.ts": [
    [
      "exports at the machine leave no trail",
      'await recordCommandAudit(host, { action: "book.exported", resourceType: "mandataire", resourceId: id, detail });',
      "",
      "host/ledger-commands",
    ],
  ],
  "adapters/sql/src/audit/migrations.ts": [
    [
      "the trail is changed on Postgres",
      "before update or delete or truncate on audit_events",
      "before truncate on audit_events",
      "adapters/postgres/test/contracts",
      "adapters/postgres/test/serving-role",
    ],
    ["the trail is changed on SQLite", '["update", "true"],', '["update", "false"],', "adapters/sqlite/test/contracts"],
    [
      "an event takes the row of another on SQLite",
      "where id = new.id or rowid = new.rowid)",
      "where id = new.id)",
      "adapters/sqlite/test/contracts",
    ],
  ],
  "adapters/sql/src/audit/index.ts": [
    [
      "the serving role may change the trail",
      "sealed: [{ table: auditEventRows, columns: [] }],",
      "",
      "adapters/postgres/test/serving-role",
    ],
  ],
  "hosts/http/src/requests/respond.ts": [
    [
      "a line of the log says nothing of the address",
      "userId: trace.userId, address };",
      "userId: trace.userId };",
      "hosts/http/test/implement",
    ],
    [
      "a line of the log says nothing of the error's code",
      "status, code, bytes, ms",
      "status, bytes, ms",
      "hosts/http/test/implement",
    ],
    [
      "a line of the log says nothing of the bytes",
      "status, code, bytes, ms",
      "status, code, ms",
      "hosts/http/test/implement",
    ],
    [
      "the cause of a 503 is not logged",
      "answer: refusal.status >= 500 && !isExpected ?",
      "answer: refusal.status === 500 && !isExpected ?",
      "hosts/http/test/implement",
    ],
  ],
  "hosts/http/src/host-api.ts": [
    [
      "the log does not say why a host is not ready",
      ', cause: new AggregateError(causes, "Not ready") };',
      " };",
      "host/readiness",
    ],
  ],
  "hosts/server/src/logging/log.ts": [
    ["an error takes many lines", "hideObject: true,", "hideObject: false,", "host/log"],
    ["a line says its time as a number", "timestamp: pino.stdTimeFunctions.isoTime,", "", "host/log"],
    ["a text makes lines of its own", '.replace(/\\p{Cc}+/gu, " ")', "", "host/log"],
  ],
  "hosts/server/src/logging/serialize-error.ts": [
    ["all properties of an error are logged", "type: error.name,\n", "...error,\n    type: error.name,\n", "host/log"],
    [
      "an error that is its own cause is logged without end",
      "depth > 0 ? causesOf(error).map((cause) => loggedError(cause, depth - 1))",
      "depth > 0 ? causesOf(error).map((cause) => loggedError(cause, depth))",
      "host/log",
    ],
  ],
});
