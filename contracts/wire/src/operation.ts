import type { ConnectorArea } from "@cartulary/auth";
import type { ListDialect, Listing, Role, Scope } from "@cartulary/kernel";
import type { z } from "zod";

export type Method = "get" | "post" | "patch" | "delete";

/** The encodings of a request body. */
export type Encoding = "json" | "multipart" | "form" | "bytes";

/** Marks a list that has pages but neither sort, direction nor filters. */
export const PAGES = "pages";

/** Maximum bytes of a list reply with long rows; one row is always returned. */
export const ANSWER_BYTES_MAX = 8_388_608;

/** Marks a body of raw bytes. */
export const BYTES = "bytes";

/** Marks a body that is an HTML page. */
export const HTML = "html";

/** Marks a body that is plain text. */
export const TEXT = "text";

/** The body of a reply: a record, bytes, a page, plain text, or none. */
export type ReplyBody = z.ZodType | typeof BYTES | typeof HTML | typeof TEXT | null;

/**
 * An operation as data: the only source of the router, scope check, OpenAPI, client and tests.
 *
 * In addition, every GET also serves HEAD, every PATCH also serves PUT, and every operation may return the errors of
 * documents.md 2.2.
 */
export interface OperationShape {
  readonly method: Method;
  /** The path from the root with wire parameter names in braces: `/api/v1/documents/folders/{id}`. */
  readonly path: string;
  /** Its section in the reference. */
  readonly tag: string;
  /** Its purpose, in one line. */
  readonly summary: string;
  /** Set for operations kept for existing clients only. */
  readonly deprecated?: true;
  /**
   * The scope that the token must have. `none`: no token is read. `session`: requires a browser session, and its CSRF
   * token for POST; bearer tokens are not accepted. `connector`: requires a connector's key.
   */
  readonly scope: Scope | "session" | "connector" | "none";
  /**
   * With the scope `connector`: the connectors that may call it. `portal` acts on the connector's mandataire,
   * `knowledge_graph` on its own graph.
   */
  readonly area?: ConnectorArea;
  /** The minimum role of every caller, checked together with the scope. */
  readonly role?: Role;
  /**
   * Set if it acts on one mandataire: that of the header X-Mandataire-Id or of the query's `mandataire_id`, or the only
   * one that the caller is a member of.
   */
  readonly mandataire?:
    | true
    | { /** But not where the query says this. */ readonly unless: Readonly<Record<string, string>> };
  readonly params?: z.ZodType;
  /** Its own parameters, in addition to those of lists. */
  readonly query?: z.ZodType;
  /** Set for a list: its filters and sorts. */
  readonly list?: Listing | typeof PAGES;
  /** Page size of a {@link PAGES} list without `per_page`; the product's by default. */
  readonly perPage?: number;
  /** The page conventions of a {@link PAGES} list; those of the documents product by default. */
  readonly paging?: ListDialect;
  /** A deprecated alias of `per_page`, which takes precedence. */
  readonly perPageAlias?: string;
  /** Page size of a request that asks for no page; the usual page by default. */
  readonly defaultPageSize?: number;
  readonly body?: z.ZodType;
  /** The key that wraps its replies: `{"templates": […]}`. */
  readonly envelope?: string;
  /** Set if it returns a whole list without pages, with the headers of lists. */
  readonly isUnpaged?: true;
  /**
   * Set if rows may be long: a reply stops before {@link ANSWER_BYTES_MAX}, and its Link header has the `offset` of the
   * rest.
   */
  readonly endsEarly?: true;
  /** Set for a search: replies state whether the count is exact and how the query was corrected. */
  readonly searches?: true;
  /** The key that wraps a JSON body: `{"mandataire": {…}}`. */
  readonly wrapper?: string;
  /** The object in its body whose name is omitted from field errors: `start_date` of `lease`. */
  readonly omitFieldPrefix?: string;
  /** The schema of the body's JSON form, if it requires more fields. */
  readonly jsonBody?: z.ZodType;
  /** `json` by default; only `bytes` for a raw body without schema. */
  readonly encodings?: readonly Encoding[];
  /** The multipart field of the file. */
  readonly file?: string;
  /** Set if a multipart body may omit its file. */
  readonly fileOptional?: true;
  /** Media types available instead of JSON by the Accept header. */
  readonly alternatives?: readonly string[];
  /** The body field, under its core name, that stages a file; without it the reply is never 202. */
  readonly stagingField?: string;
  /** Set if it may wait for a contained child, where owners take turns: 503 after too long. */
  readonly awaitsChild?: true;
  /** Request headers that affect it. */
  readonly headers?: readonly string[];
  readonly replies: Readonly<Record<number, ReplyBody>>;
}

/** An operation with its id. */
export interface Operation extends OperationShape {
  /** Unique; the client's method and the `operationId` of the OpenAPI. */
  readonly id: string;
}

/** A table of operations with their ids. */
export type Operations<Table> = {
  readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id };
};

/** Sets the id of each operation to its key. */
export function operations<const Table extends Readonly<Record<string, OperationShape>>>(
  table: Table,
): Operations<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([id, operation]) => [id, { ...operation, id }]),
  ) as unknown as Operations<Table>;
}

export const DOCUMENTS_BASE = "/api/v1/documents";
/** Base path of users; a single constant, because another reading of documents.md 8 places it elsewhere. */
export const DIRECTORY_BASE = "/api/v1/directory";
/** Base path of administration outside the products: applications, connectors, audit trail. */
export const ADMINISTRATION_BASE = "/api/v1";
/** Base path of public resources. */
export const PUBLIC_BASE = "/public/v1";
export const RENTAL_BASE = "/rental/api/v1";
/** Base path of connectors of a mandataire. */
export const PORTAL_BASE = "/portal/v1";
export const KNOWLEDGE_GRAPH_BASE = "/api/v1/knowledge_graph";
export const OAUTH_BASE = "/oauth";
