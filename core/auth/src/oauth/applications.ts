import { auditEvent, type Deed } from "@cartulary/audit";
import {
  type Caller,
  create,
  existing,
  type FieldError,
  type ListQuery,
  line,
  type Page,
  type ReplayStores,
  requireAdministrator,
  requireSound,
  type Scope,
  scopesGrant,
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
import { type Application, type ApplicationField, type ApplicationId, newClientId } from "./application.ts";
import { redirectUriError } from "./redirect-uri.ts";

/** What is said of an application that is being registered (host.md). What is absent gets its default. */
export interface NewApplication {
  readonly name: string;
  /** May be empty: whoever signs in by other grants is never sent back. */
  readonly redirectUris: readonly string[];
  /** `read write` unless it is said. */
  readonly scopes?: readonly Scope[];
  /** Among `scopes`; `read` unless it is said. */
  readonly defaultScopes?: readonly Scope[];
  /** True unless it is said. */
  readonly confidential?: boolean;
  /** False unless it is said. */
  readonly trusted?: boolean;
}

/** An application as administrators see it. */
export type ApplicationView = Omit<Application, "secretHash">;

/** What a registration answers. */
export interface RegisteredApplication extends ApplicationView {
  /** Told this once; `null` for a public client, which has none. */
  readonly clientSecret: string | null;
}

/**
 * The programs that may ask for tokens. Administrators only (403); what there is not is `not_found`, refused fields are
 * `unprocessable_entity`, all of them at once.
 */
export interface Applications {
  list(caller: Caller, query: ListQuery<ApplicationField>): Promise<Page<ApplicationView>>;
  get(caller: Caller, id: ApplicationId): Promise<ApplicationView>;
  register(caller: Caller, input: NewApplication): Promise<RegisteredApplication>;
  /** With every token and code that it has, at once. */
  remove(caller: Caller, id: ApplicationId): Promise<void>;
}

type Stores = Pick<AuthStores, "applications" | "tokens" | "authorizationCodes" | "audit"> & ReplayStores;

/** Applications over a database. */
export function createApplications({
  transact,
  ...issuing
}: TokenIssuing & { readonly transact: Transact<Stores> }): Applications {
  return service<Applications, Stores>(transact, applicationUseCases(issuing));
}

function applicationUseCases(issuing: TokenIssuing): UseCases<Applications, Stores> {
  return {
    list: single(async ({ applications }, caller, query) => {
      requireAdministrator(caller);
      const page = await applications.list(query);
      return { ...page, items: page.items.map(viewOf) };
    }),

    get: single(async ({ applications }, caller, id) => {
      requireAdministrator(caller);
      return viewOf(existing(await applications.find(id)));
    }),

    register: create(
      async ({ applications, audit }, caller, input) => {
        requireAdministrator(caller);
        requireSound(applicationErrors(input));
        const { clientSecret, application } = newApplication(issuing, input);
        await applications.insert(application);
        await audit.record(auditEvent(issuing, caller, deedOn("created", application)));
        return { ...viewOf(application), clientSecret };
      },
      {
        ...whileFound(async ({ applications }, _caller, { id }) => existing(await applications.find(id))),
        secret: true,
      },
    ),

    // Whoever makes a token or a code holds the application first, so that nothing is made behind the back of this.
    remove: write(async ({ applications, tokens, authorizationCodes, audit }, caller, id) => {
      requireAdministrator(caller);
      const application = existing(await applications.lock(id));
      await tokens.revoke({ applicationId: id }, issuing.clock.now());
      await authorizationCodes.removeIssuedTo(id);
      await applications.remove(id);
      await audit.record(auditEvent(issuing, caller, deedOn("deleted", application)));
    }),
  };
}

function newApplication(
  { clock, newId, secrets, digests }: TokenIssuing,
  { name, redirectUris, scopes, defaultScopes, confidential = true, trusted = false }: NewApplication,
): { readonly clientSecret: string | null; readonly application: Application } {
  const clientSecret = confidential ? newToken("clientSecret", secrets) : null;
  const application: Application = {
    id: newId<"Application">(),
    clientId: newClientId(secrets),
    secretHash: clientSecret === null ? null : digests.sha256(clientSecret),
    name: line(name),
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

/** Redirect URIs of one application. */
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
  message: "has more than the scopes of the application",
};

function deedOn(what: "created" | "deleted", { id, clientId, name }: Application): Deed {
  return {
    action: `oauth_application.${what}`,
    resourceType: "oauth_application",
    resourceId: id,
    detail: { client_id: clientId, name },
  };
}

function viewOf({ secretHash, ...view }: Application): ApplicationView {
  return view;
}

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];
