import { type AuditEntry, auditEvent } from "@cartulary/audit";
import {
  type Caller,
  create,
  type FieldError,
  type ListQuery,
  normalizeLine,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  requireAdministrator,
  type Scope,
  scopesGrant,
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
import { type Application, type ApplicationField, type ApplicationId, newClientId } from "./application.ts";
import { redirectUriError } from "./redirect-uri.ts";

/** Input of a new application (host.md). */
export interface NewApplication {
  readonly name: string;
  /** May be empty: other grants need no redirect. */
  readonly redirectUris: readonly string[];
  /** `read write` when absent. */
  readonly scopes?: readonly Scope[];
  /** A subset of `scopes`; `read` when absent. */
  readonly defaultScopes?: readonly Scope[];
  /** True when absent. */
  readonly confidential?: boolean;
  /** False when absent. */
  readonly trusted?: boolean;
}

/** An application without its secret's hash. */
export type ApplicationView = Omit<Application, "secretHash">;

/** A new application with its secret. */
export interface RegisteredApplication extends ApplicationView {
  /** Shown once; `null` for public clients. */
  readonly clientSecret: string | null;
}

/**
 * Management of OAuth clients, for administrators only (403). Unknown ids are `not_found`; invalid fields are
 * `unprocessable_entity`, all reported together.
 */
export interface Applications {
  list(caller: Caller, query: ListQuery<ApplicationField>): Promise<Page<ApplicationView>>;
  get(caller: Caller, id: ApplicationId): Promise<ApplicationView>;
  register(caller: Caller, input: NewApplication): Promise<RegisteredApplication>;
  /** Removes the application and ends its tokens and codes. */
  remove(caller: Caller, id: ApplicationId): Promise<void>;
}

type Stores = Pick<AuthStores, "applications" | "tokens" | "authorizationCodes" | "audit"> & ReplayStores;

export function createApplications({
  transact,
  ...issuing
}: TokenIssuer & { readonly transact: Transact<Stores> }): Applications {
  return service<Applications, Stores>(transact, applicationUseCases(issuing));
}

function applicationUseCases(issuing: TokenIssuer): UseCases<Applications, Stores> {
  return {
    list: single(async ({ applications }, caller, query) => {
      requireAdministrator(caller);
      const page = await applications.list(query);
      return { ...page, items: page.items.map(viewOf) };
    }),

    get: single(async ({ applications }, caller, id) => {
      requireAdministrator(caller);
      return viewOf(orNotFound(await applications.find(id)));
    }),

    register: create(
      async ({ applications, audit }, caller, input) => {
        requireAdministrator(caller);
        throwIfInvalid(applicationErrors(input));
        const { clientSecret, application } = newApplication(issuing, input);
        await applications.insert(application);
        await audit.record(auditEvent(issuing, caller, auditEntry("created", application)));
        return { ...viewOf(application), clientSecret };
      },
      {
        ...replayWhileVisible(async ({ applications }, _caller, { id }) => orNotFound(await applications.find(id))),
        secret: true,
      },
    ),

    // Locks the application; code that creates tokens or codes holds a shared lock, so that none is created meanwhile.
    remove: write(async ({ applications, tokens, authorizationCodes, audit }, caller, id) => {
      requireAdministrator(caller);
      const application = orNotFound(await applications.lock(id));
      await tokens.revoke({ applicationId: id }, issuing.clock.now());
      await authorizationCodes.removeIssuedTo(id);
      await applications.remove(id);
      await audit.record(auditEvent(issuing, caller, auditEntry("deleted", application)));
    }),
  };
}

function newApplication(
  { clock, newId, secrets, digests }: TokenIssuer,
  { name, redirectUris, scopes, defaultScopes, confidential = true, trusted = false }: NewApplication,
): { readonly clientSecret: string | null; readonly application: Application } {
  const clientSecret = confidential ? newToken("clientSecret", secrets) : null;
  const application: Application = {
    id: newId<"Application">(),
    clientId: newClientId(secrets),
    secretHash: clientSecret === null ? null : digests.sha256(clientSecret),
    name: normalizeLine(name),
    redirectUris: distinct(redirectUris),
    scopes: distinct(scopes ?? SCOPES),
    defaultScopes: distinct(defaultScopes ?? DEFAULT_SCOPES),
    confidential,
    trusted,
    createdAt: clock.now(),
  };
  return { clientSecret, application };
}

const SCOPES: readonly Scope[] = ["read", "write"];
const DEFAULT_SCOPES: readonly Scope[] = ["read"];

function applicationErrors({
  name,
  redirectUris,
  scopes = SCOPES,
  defaultScopes = DEFAULT_SCOPES,
}: NewApplication): readonly (FieldError | null)[] {
  return [
    nameError(name),
    redirectUrisError(redirectUris),
    scopes.length > 0 ? null : { field: "scopes", code: "blank", message: "can't be blank" },
    defaultScopes.every((scope) => scopesGrant(scopes, scope)) ? null : BEYOND_SCOPES,
  ];
}

const REDIRECT_URIS_MAX = 100;

function redirectUrisError(uris: readonly string[]): FieldError | null {
  if (uris.length > REDIRECT_URIS_MAX) {
    return {
      field: "redirectUris",
      code: "too_long",
      message: `is too long (maximum is ${REDIRECT_URIS_MAX} addresses)`,
    };
  }
  for (const uri of uris) {
    const error = redirectUriError(uri);
    if (error) return error;
  }
  return null;
}

const BEYOND_SCOPES: FieldError = {
  field: "defaultScopes",
  code: "inclusion",
  message: "exceeds the scopes of the application",
};

function auditEntry(action: "created" | "deleted", { id, clientId, name }: Application): AuditEntry {
  return {
    action: `oauth_application.${action}`,
    resourceType: "oauth_application",
    resourceId: id,
    detail: { client_id: clientId, name },
  };
}

function viewOf({ secretHash, ...view }: Application): ApplicationView {
  return view;
}

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];
