import { type AuditEntry, auditEvent } from "@cartulary/audit";
import {
  type Caller,
  create,
  type FieldError,
  type Id,
  type Instant,
  type ListQuery,
  normalizeLine,
  notFound,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  requireAdministrator,
  service,
  single,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { nameError } from "../name-rule.ts";
import type { AuthStores } from "../ports.ts";
import type { TokenIssuer } from "../tokens/issue-token.ts";
import { newToken } from "../tokens/token-format.ts";
import {
  CONNECTOR_KEYS_MAX,
  type Connector,
  type ConnectorArea,
  type ConnectorField,
  type ConnectorId,
  type ConnectorKey,
} from "./connector.ts";

/** Input of a new connector (host.md). */
export interface NewConnector {
  readonly name: string;
  readonly area: ConnectorArea;
  /** Must exist. */
  readonly mandataireId?: Id<"Mandataire"> | null;
  /** At most 100; all must exist. */
  readonly workspaceIds?: readonly Id<"Workspace">[];
}

/** A new connector with its first key, which is shown once. */
export interface CreatedConnector extends Connector {
  readonly key: string;
}

/** An additional key, shown once. */
export interface CreatedConnectorKey extends Pick<ConnectorKey, "id" | "createdAt"> {
  readonly key: string;
}

/**
 * Management of connectors (auth.md 1.9), for administrators only (403). Unknown ids are `not_found`; invalid fields
 * are `unprocessable_entity`, all reported together.
 */
export interface Connectors {
  list(caller: Caller, query: ListQuery<ConnectorField>): Promise<Page<Connector>>;
  get(caller: Caller, id: ConnectorId): Promise<Connector>;
  create(caller: Caller, input: NewConnector): Promise<CreatedConnector>;
  /** Removes the connector, its keys and its data. */
  remove(caller: Caller, id: ConnectorId): Promise<void>;
  /** Adds a key. Removes the oldest one if there are {@link CONNECTOR_KEYS_MAX}. */
  addKey(caller: Caller, id: ConnectorId): Promise<CreatedConnectorKey>;
}

/**
 * Returns the workspaces of `ids` that exist. Implemented by the product, because this package does not know
 * workspaces.
 */
export type ExistingWorkspaces<Stores> = (
  stores: Stores,
  caller: Caller,
  ids: readonly Id<"Workspace">[],
) => Promise<readonly Id<"Workspace">[]>;

/**
 * Returns the mandataires of `ids` that exist, locked against removal until the transaction ends. Implemented by the
 * product.
 */
export type ExistingMandataires<Stores> = (
  stores: Stores,
  caller: Caller,
  ids: readonly Id<"Mandataire">[],
) => Promise<readonly Id<"Mandataire">[]>;

/** Receives changes of connectors in their transaction; an error rolls the change back. */
export interface ConnectorListener<Stores> {
  /** Called before a connector is removed, while it is locked, so that its data can be removed first. */
  removed(stores: Stores, caller: Caller, connectorId: ConnectorId): Promise<void>;
}

interface Dependencies<Stores> extends TokenIssuer {
  readonly connectorListeners: readonly ConnectorListener<Stores>[];
  readonly existingWorkspaces: ExistingWorkspaces<Stores>;
  readonly existingMandataires: ExistingMandataires<Stores>;
}

type ConnectorStores = Pick<AuthStores, "connectors" | "audit"> & ReplayStores;

export function createConnectors<Stores extends ConnectorStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Connectors {
  return service<Connectors, Stores>(transact, connectorUseCases(dependencies));
}

function connectorUseCases<Stores extends ConnectorStores>({
  existingWorkspaces,
  existingMandataires,
  connectorListeners,
  ...issuing
}: Dependencies<Stores>): UseCases<Connectors, Stores> {
  const { clock, newId } = issuing;
  return {
    list: single(async ({ connectors }, caller, query) => {
      requireAdministrator(caller);
      return connectors.list(query);
    }),

    get: single(async ({ connectors }, caller, id) => {
      requireAdministrator(caller);
      return orNotFound(await connectors.find(id));
    }),

    create: create(
      async (stores, caller, { name, area, mandataireId = null, workspaceIds: requestedIds = [] }) => {
        requireAdministrator(caller);
        const workspaceIds = [...new Set(requestedIds)];
        throwIfInvalid([nameError(name), tooManyError(workspaceIds)]);
        const existing = await existingWorkspaces(stores, caller, workspaceIds);
        const mandataireIds = mandataireId === null ? [] : [mandataireId];
        const [unknownMandataire] = without(mandataireIds, await existingMandataires(stores, caller, mandataireIds));
        throwIfInvalid([
          unknownMandataire === undefined ? null : UNKNOWN_MANDATAIRE,
          unknownError(without(workspaceIds, existing)),
        ]);
        const connector: Connector = {
          id: newId<"Connector">(),
          name: normalizeLine(name),
          area,
          mandataireId,
          workspaceIds,
          disabledAt: null,
          createdAt: clock.now(),
        };
        await stores.connectors.insert(connector);
        await stores.audit.record(auditEvent(issuing, caller, auditEntry("connector.created", connector)));
        const { key } = await insertNewKey(stores, issuing, connector.id, connector.createdAt);
        return { ...connector, key };
      },
      {
        ...replayWhileVisible(async ({ connectors }, _caller, { id }) => orNotFound(await connectors.find(id))),
        secret: true,
      },
    ),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      const connector = orNotFound(await stores.connectors.lock(id));
      for (const { removed } of connectorListeners) await removed(stores, caller, id);
      await stores.connectors.remove(id);
      await stores.audit.record(auditEvent(issuing, caller, auditEntry("connector.deleted", connector)));
    }),

    addKey: create(
      async (stores, caller, id) => {
        requireAdministrator(caller);
        // Locks the connector, so that concurrent additions count each other's keys.
        const connector = orNotFound(await stores.connectors.lock(id));
        const keys = await stores.connectors.keys(id);
        const retired = keys.slice(0, Math.max(0, keys.length + 1 - CONNECTOR_KEYS_MAX));
        for (const key of retired) await stores.connectors.removeKey(key.id);
        const added = await insertNewKey(stores, issuing, id, clock.now());
        const detail = { added: added.id, retired: retired.map((key) => key.id) };
        await stores.audit.record(auditEvent(issuing, caller, auditEntry("connector.keys_rotated", connector, detail)));
        return added;
      },
      {
        ...replayWhileVisible(async ({ connectors }, _caller, added, id) => {
          if (!(await connectors.keys(id)).some((key) => key.id === added.id)) throw notFound();
        }),
        secret: true,
      },
    ),
  };
}

async function insertNewKey(
  { connectors }: ConnectorStores,
  { newId, secrets, digests }: TokenIssuer,
  connectorId: ConnectorId,
  createdAt: Instant,
): Promise<CreatedConnectorKey> {
  const key = newToken("connectorKey", secrets);
  const id = newId<"ConnectorKey">();
  await connectors.insertKey({ id, connectorId, hash: digests.sha256(key), createdAt });
  return { id, key, createdAt };
}

function without<Value>(ids: readonly Value[], known: readonly Value[]): readonly Value[] {
  return ids.filter((id) => !known.includes(id));
}

const UNKNOWN_MANDATAIRE: FieldError = {
  field: "mandataireId",
  code: "not_found",
  message: "does not exist",
};

const CONNECTOR_WORKSPACES_MAX = 100;

function tooManyError({ length }: readonly unknown[]): FieldError | null {
  if (length <= CONNECTOR_WORKSPACES_MAX) return null;
  return {
    field: "workspaceIds",
    code: "too_long",
    message: `is too long (maximum is ${CONNECTOR_WORKSPACES_MAX} workspaces)`,
  };
}

function unknownError(missing: readonly string[]): FieldError | null {
  if (missing.length === 0) return null;
  return {
    field: "workspaceIds",
    code: "not_found",
    message: `does not exist: ${missing.join(", ")}`,
  };
}

function auditEntry(action: string, { id, name, area }: Connector, more: AuditEntry["detail"] = {}): AuditEntry {
  return { action, resourceType: "connector", resourceId: id, detail: { name, area, ...more } };
}
