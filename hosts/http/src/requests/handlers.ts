import type { ConnectorId, RequestSource, Session } from "@cartulary/auth";
import type { StreamedRequest } from "@cartulary/documents";
import type { Caller, Id, Page } from "@cartulary/kernel";
import type {
  BringsBytes,
  ElementOf,
  IsList,
  ListRequestOf,
  Operation,
  OperationShape,
  OutputOf,
  ReplyValue,
  StatusOf,
} from "@cartulary/wire";
import type { Answer } from "../transport/answer.ts";
import type { IncomingBytes } from "../transport/bytes-body.ts";
import type { Download } from "../transport/download.ts";
import type { Text } from "../transport/negotiation.ts";

/** A parsed and authenticated request of a handler. */
interface HandlerRequest<Op extends OperationShape> {
  /** Set if the operation authenticates. */
  readonly caller: Op["scope"] extends "none" ? null : Caller;
  /** Set for the scope `session`. */
  readonly session: Op["scope"] extends "session" ? Session : null;
  /** Set if the operation acts on a mandataire: the caller is a member of it, or a connector bound to it. */
  readonly mandataireId: Op extends { readonly mandataire: true } | { readonly area: "portal" }
    ? Id<"Mandataire">
    : Op extends { readonly mandataire: object }
      ? Id<"Mandataire"> | undefined
      : undefined;
  /** Set for the scope `connector`. */
  readonly connectorId: Op["scope"] extends "connector" ? ConnectorId : undefined;
  readonly params: OutputOf<Op, "params">;
  readonly query: OutputOf<Op, "query">;
  readonly list: ListRequestOf<Op>;
  /** Set unless the operation takes a file. */
  readonly body: Op extends { readonly file: string } ? undefined : OutputOf<Op, "body">;
  /** Set if the operation takes a file or raw bytes, which arrive while the handler runs. */
  readonly incoming: Op extends { readonly file: string }
    ? StreamedRequest<OutputOf<Op, "body">>
    : BringsBytes<Op> extends true
      ? IncomingBytes
      : undefined;
  readonly request: Request;
  /** The origin of the request. */
  readonly requestSource: RequestSource;
}

/** The reply of a handler. */
export interface HandlerReply<Status extends number, Value> {
  readonly status: Status;
  readonly value: Value;
  readonly page?: Omit<Page<unknown>, "items"> & Searched;
  readonly headers?: Readonly<Record<string, string>>;
  /** The operation's alternative media types, created only on demand. */
  readonly alternatives?: Readonly<Record<string, () => Text | Promise<Download>>>;
  /** An array of the value that is empty there and read page by page while the reply is sent. */
  readonly streamed?: { readonly field: string; readonly pages: AsyncIterable<readonly unknown[]> };
  /** The whole answer, made in advance and sent as it is in place of the value. */
  readonly prepared?: Answer;
  /** The cause of a 5xx, for the log only. */
  readonly cause?: unknown;
}

type ValueOf<Op extends OperationShape, Status extends StatusOf<Op>> =
  IsList<Op> extends true ? readonly ElementOf<Op["replies"][Status]>[] : ReplyValue<Op["replies"][Status], Download>;

/** The reply of an operation: one of its statuses with its record. */
export type ReplyOf<Op extends OperationShape> = {
  readonly [Status in StatusOf<Op>]: HandlerReply<Status, ValueOf<Op, Status>>;
}[StatusOf<Op>];

/** The handler of one operation. */
type Handler<Op extends OperationShape, Services> = (
  request: HandlerRequest<Op>,
  services: Services,
) => Promise<ReplyOf<Op>>;

/**
 * A handler for each operation of a table, which receives the services of its API with each request. A missing handler
 * and an undeclared status or record do not compile.
 */
export type Handlers<Table extends Readonly<Record<string, Operation>>, Services = unknown> = {
  readonly [Id in keyof Table]: Handler<Table[Id], Services>;
};

/** Returns a service for one mandataire, whose members or connectors the caller is among. */
export type OfMandataire<Service> = (mandataireId: Id<"Mandataire">) => Service;

/** 200 with a record, or with bytes to download. */
export function ok<Value>(value: Value): HandlerReply<200, Value> {
  return { status: 200, value };
}

/** 201 with the created record. */
export function created<Value>(value: Value, headers: Readonly<Record<string, string>> = {}): HandlerReply<201, Value> {
  return { status: 201, value, headers };
}

/** 202 with the accepted record. */
export function accepted<Value>(value: Value): HandlerReply<202, Value> {
  return { status: 202, value };
}

/** 204 after an action without a result. */
export function noContent(_done?: unknown): HandlerReply<204, undefined> {
  return { status: 204, value: undefined };
}

/** Properties of a search page besides its items. */
export interface Searched {
  /** False if there are more results than counted. */
  readonly isTotalExact?: boolean;
  /** True if a later page has results, in case the total does not tell. */
  readonly hasMore?: boolean;
  /** The corrected query, if the original had no results. */
  readonly corrected?: string | null;
}
