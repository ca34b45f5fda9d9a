import { auditEvent, type Deed } from "@cartulary/audit";
import {
  type Caller,
  create,
  existing,
  type FieldError,
  type Id,
  type Instant,
  type ListQuery,
  line,
  notFound,
  type Page,
  type ReplayStores,
  requireAdministrator,
  requireSound,
  service,
  single,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { newToken } from "../tokens/token.ts";
import type { TokenIssuing } from "../tokens/tokens.ts";
import { nameError } from "../values.ts";
import {
  CONNECTOR_KEYS_MAX,
  type Connector,
  type ConnectorArea,
  type ConnectorField,
  type ConnectorId,
  type ConnectorKey,
} from "./connector.ts";

/** What is said of a connector that is being made (host.md). */
export interface NewConnector {
  readonly name: string;
  readonly area: ConnectorArea;
  /** One that exists, if any. */
  readonly mandataireId?: Id<"Mandataire"> | null;
  /** 100 at most, each of which exists. */
  readonly workspaceIds?: readonly Id<"Workspace">[];
}

/** A connector with the key that was made with it, told this once. */
export interface MadeConnector extends Connector {
  readonly key: string;
}

/** A further key, told this once. */
export interface MadeConnectorKey extends Pick<ConnectorKey, "id" | "createdAt"> {
  readonly key: string;
}

/**
 * Systems that bring data with a key of their own (auth.md 1.9). Administrators only (403); what there is not is
 * `not_found`, refused fields are `unprocessable_entity`, all of them at once.
 */
export interface Connectors {
  list(caller: Caller, query: ListQuery<ConnectorField>): Promise<Page<Connector>>;
  get(caller: Caller, id: ConnectorId): Promise<Connector>;
  create(caller: Caller, input: NewConnector): Promise<MadeConnector>;
  /** With its keys, none of which opens anything any more, and with what it brought. */
  remove(caller: Caller, id: ConnectorId): Promise<void>;
  /** One key more. Where there are {@link CONNECTOR_KEYS_MAX}, the oldest ends. */
  addKey(caller: Caller, id: ConnectorId): Promise<MadeConnectorKey>;
}

/** Which of some workspaces exist. Whoever knows workspaces says so: this package does not. */
export type ExistingWorkspaces<Stores> = (
  stores: Stores,
  caller: Caller,
  ids: readonly Id<"Workspace">[],
) => Promise<readonly Id<"Workspace">[]>;

/** Which of some mandataires exist; they stay until the transaction ends. Whoever knows mandataires says so. */
export type ExistingMandataires<Stores> = (
  stores: Stores,
  caller: Caller,
  ids: readonly Id<"Mandataire">[],
) => Promise<readonly Id<"Mandataire">[]>;

/** Is told of connectors, in the transaction that changes them; what it throws undoes that. */
export interface ConnectorListener<Stores> {
  /** Called while the connector is locked and still stands, so that what belongs to it can go first. */
  removed(stores: Stores, caller: Caller, connectorId: ConnectorId): Promise<void>;
}

interface Dependencies<Stores> extends TokenIssuing {
  readonly connectorListeners: readonly ConnectorListener<Stores>[];
  readonly existingWorkspaces: ExistingWorkspaces<Stores>;
  readonly existingMandataires: ExistingMandataires<Stores>;
}

type ConnectorStores = Pick<AuthStores, "connectors" | "audit"> & ReplayStores;

/** Connectors over a database. */
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
      return existing(await connectors.find(id));
    }),

    create: create(
      async (stores, caller, { name, area, mandataireId = null, workspaceIds: named = [] }) => {
        requireAdministrator(caller);
        const workspaceIds = [...new Set(named)];
        requireSound([nameError(name), tooManyError(workspaceIds)]);
        const known = await existingWorkspaces(stores, caller, workspaceIds);
        const mandataireIds = mandataireId === null ? [] : [mandataireId];
        const [unknownMandataire] = without(mandataireIds, await existingMandataires(stores, caller, mandataireIds));
        requireSound([
          unknownMandataire === undefined ? null : UNKNOWN_MANDATAIRE,
          unknownError(without(workspaceIds, known)),
        ]);
        const connector: Connector = {
          id: newId<"Connector">(),
          name: line(name),
          area,
          mandataireId,
          workspaceIds,
          disabledAt: null,
          createdAt: clock.now(),
        };
        await stores.connectors.insert(connector);
        await stores.audit.record(auditEvent(issuing, caller, deedOn("connector.created", connector)));
        const { key } = await giveKey(stores, issuing, connector.id, connector.createdAt);
        return { ...connector, key };
      },
      { ...whileFound(async ({ connectors }, _caller, { id }) => existing(await connectors.find(id))), secret: true },
    ),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      const connector = existing(await stores.connectors.lock(id));
      for (const { removed } of connectorListeners) await removed(stores, caller, id);
      await stores.connectors.remove(id);
      await stores.audit.record(auditEvent(issuing, caller, deedOn("connector.deleted", connector)));
    }),

    addKey: create(
      async (stores, caller, id) => {
        requireAdministrator(caller);
        // Locked, so that two keys that are made at once count each other.
        const connector = existing(await stores.connectors.lock(id));
        const living = await stores.connectors.keys(id);
        const retired = living.slice(0, Math.max(0, living.length + 1 - CONNECTOR_KEYS_MAX));
        for (const key of retired) await stores.connectors.removeKey(key.id);
        const made = await giveKey(stores, issuing, id, clock.now());
        const detail = { added: made.id, retired: retired.map((key) => key.id) };
        await stores.audit.record(auditEvent(issuing, caller, deedOn("connector.keys_rotated", connector, detail)));
        return made;
      },
      {
        ...whileFound(async ({ connectors }, _caller, made, id) => {
          if (!(await connectors.keys(id)).some((key) => key.id === made.id)) throw notFound();
        }),
        secret: true,
      },
    ),
  };
}

async function giveKey(
  { connectors }: ConnectorStores,
  { newId, secrets, digests }: TokenIssuing,
  connectorId: ConnectorId,
  createdAt: Instant,
): Promise<MadeConnectorKey> {
  const key = newToken("connectorKey", secrets);
  const id = newId<"ConnectorKey">();
  await connectors.insertKey({ id, connectorId, hash: digests.sha256(key), createdAt });
  return { id, key, createdAt };
}

/** Those of `ids` that are not among `known`. */
function without<Value>(ids: readonly Value[], known: readonly Value[]): readonly Value[] {
  return ids.filter((id) => !known.includes(id));
}

const UNKNOWN_MANDATAIRE: FieldError = {
  field: "mandataireId",
  code: "not_found",
  message: "names no mandataire that there is",
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
    message: `names no workspace that there is: ${missing.join(", ")}`,
  };
}

function deedOn(action: string, { id, name, area }: Connector, more: Deed["detail"] = {}): Deed {
  return { action, resourceType: "connector", resourceId: id, detail: { name, area, ...more } };
}
