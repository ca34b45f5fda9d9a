import type { ConnectorArea } from "@cartulary/auth";
import type { ListDialect, Listing, Role, Scope } from "@cartulary/kernel";
import type { z } from "zod";

/** The method that an operation is asked by. */
export type Method = "get" | "post" | "patch" | "delete";

/** What a request's body may be written in. */
export type Encoding = "json" | "multipart" | "form" | "bytes";

/** What a list answers to when it has pages but neither sort, direction nor filters. */
export const PAGES = "pages";

/** Bytes that the answer of a list has at most, where its rows may be long; one row is answered whatever it has. */
export const ANSWER_BYTES_MAX = 8_388_608;

/** A body that is bytes, not JSON. */
export const BYTES = "bytes";

/** A body that is a page for people. */
export const HTML = "html";

/** What a status answers: a record, bytes, a page, or nothing. */
export type ReplyBody = z.ZodType | typeof BYTES | typeof HTML | null;

/**
 * What an operation is, as data: router, scope check, OpenAPI, client and tests read this and nothing else.
 *
 * Besides what is written here, every GET answers HEAD, every PATCH answers PUT, and every operation may answer the
 * errors of documents.md 2.2.
 */
export interface OperationShape {
  readonly method: Method;
  /** From the root, parameters in braces as the wire names them: `/api/v1/documents/folders/{id}`. */
  readonly path: string;
  /** Under which heading the reference lists it. */
  readonly tag: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Set where it is served only for those who have not left it yet. */
  readonly deprecated?: true;
  /**
   * What the token must grant; `none`: no token is looked at. `session`: it asks for a session of the pages instead,
   * and for its CSRF token where it is a POST; no bearer token opens it. `connector`: likewise for a connector's key.
   */
  readonly scope: Scope | "session" | "connector" | "none";
  /**
   * Of the scope `connector`: whose keys open it. In the area `portal` it acts on the one mandataire that the connector is
   * bound to, in the area `knowledge_graph` on the connector's own graph.
   */
  readonly area?: ConnectorArea;
  /** The least role it asks of everyone, judged together with the scope. */
  readonly role?: Role;
  /**
   * Set where it acts on one mandataire: that of the header X-Mandataire-Id or of the query's `mandataire_id`, or the
   * only one that the caller is a member of.
   */
  readonly mandataire?:
    | true
    | { /** But not where the query says this. */ readonly unless: Readonly<Record<string, string>> };
  readonly params?: z.ZodType;
  /** Parameters of its own, beside those of lists. */
  readonly query?: z.ZodType;
  /** Set when it answers a list: what may be asked of it. */
  readonly list?: Listing | typeof PAGES;
  /** Elements of a page of {@link PAGES} where the request names no number; the product's usual when absent. */
  readonly perPage?: number;
  /** The conventions of its pages where it answers {@link PAGES}; those of the documents product when absent. */
  readonly paging?: ListDialect;
  /** A deprecated name of `per_page`, which wins where both are given. */
  readonly perPageAlias?: string;
  /** How many elements answer a request that asks for no page, order or filter; absent: one page as always. */
  readonly unasked?: number;
  readonly body?: z.ZodType;
  /** The one name under which its replies say everything: `{"templates": […]}`. */
  readonly envelope?: string;
  /** Set where it answers a whole list, that cannot be asked for by pages, and says so in the headers of lists. */
  readonly whole?: true;
  /**
   * Set where its rows may be long: an answer ends before it has more than {@link ANSWER_BYTES_MAX}, and names in its Link
   * where the list goes on, by the parameter `offset`.
   */
  readonly endsEarly?: true;
  /** Set where it searches: its answer says how exactly it is counted, and how its query was understood. */
  readonly searches?: true;
  /** The one name under which a JSON body says everything: `{"mandataire": {…}}`. */
  readonly wrapper?: string;
  /** The object within its body whose name stands before none of its fields in refusals: `start_date` of `lease`. */
  readonly unsaid?: string;
  /** The body's JSON form, where it asks for more than the others. */
  readonly jsonBody?: z.ZodType;
  /** `json` when absent; `bytes` alone where the body is nothing but the bytes themselves, and has no schema. */
  readonly encodings?: readonly Encoding[];
  /** The multipart field that carries the file. */
  readonly file?: string;
  /** Set where a multipart body may do without its file. */
  readonly fileOptional?: true;
  /** Media types that it answers in place of JSON to whoever prefers one. */
  readonly alternatives?: readonly string[];
  /** The field of the body, as the core names it, without which nothing is staged, and 202 never answered. */
  readonly stagedBy?: string;
  /** Set where it may wait for a contained child, which are given in turns by person: 503 where that takes too long. */
  readonly awaitsChild?: true;
  /** Request headers that change what it does. */
  readonly headers?: readonly string[];
  readonly replies: Readonly<Record<number, ReplyBody>>;
}

/** An operation under its name. */
export interface Operation extends OperationShape {
  /** Unique among all operations; the client's method and the `operationId` of the OpenAPI. */
  readonly id: string;
}

/** A table of operations, each knowing its own name. */
export type Operations<Table> = {
  readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id };
};

/** Names each operation of a table after its key. */
export function operations<const Table extends Readonly<Record<string, OperationShape>>>(
  table: Table,
): Operations<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([id, operation]) => [id, { ...operation, id }]),
  ) as unknown as Operations<Table>;
}

/** Where the documents product is served. */
export const DOCUMENTS_BASE = "/api/v1/documents";
/** Where people are served; one constant, since another reading puts them elsewhere (documents.md 8). */
export const DIRECTORY_BASE = "/api/v1/directory";
/** Where administrators keep what is no product's: applications, connectors, the trail. */
export const ADMINISTRATION_BASE = "/api/v1";
/** Where anybody reads what is public. */
export const PUBLIC_BASE = "/public/v1";
/** Where the rental product is served. */
export const RENTAL_BASE = "/rental/api/v1";
/** Where programs bring what belongs to one mandataire. */
export const PORTAL_BASE = "/portal/v1";
/** Where programs bring nodes and edges of their own. */
export const KNOWLEDGE_GRAPH_BASE = "/api/v1/knowledge_graph";
/** Where tokens are served. */
export const OAUTH_BASE = "/oauth";
