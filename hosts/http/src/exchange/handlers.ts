import type { ConnectorId, Session, Visitor } from "@cartulary/auth";
import type { Incoming } from "@cartulary/documents";
import type { Caller, Id, Page } from "@cartulary/kernel";
import type {
  BringsBytes,
  ElementOf,
  IsList,
  ListAskOf,
  Operation,
  OperationShape,
  OutputOf,
  ReplyValue,
  StatusOf,
} from "@cartulary/wire";
import type { IncomingBytes } from "../transport/bytes-body.ts";
import type { Download } from "../transport/content.ts";
import type { Text } from "../transport/negotiation.ts";

/** A request as a handler sees it: read, checked, and by whom. */
interface HandlerRequest<Op extends OperationShape> {
  /** Present where the operation looks at a token. */
  readonly caller: Op["scope"] extends "none" ? null : Caller;
  /** Where the operation asks for one. */
  readonly session: Op["scope"] extends "session" ? Session : null;
  /** Where the operation acts on one: the caller is a member of it, or a connector that is bound to it. */
  readonly mandataireId: Op extends { readonly mandataire: true } | { readonly area: "portal" }
    ? Id<"Mandataire">
    : Op extends { readonly mandataire: object }
      ? Id<"Mandataire"> | undefined
      : undefined;
  /** Where the operation asks for a connector's key. */
  readonly connectorId: Op["scope"] extends "connector" ? ConnectorId : undefined;
  readonly params: OutputOf<Op, "params">;
  readonly query: OutputOf<Op, "query">;
  readonly list: ListAskOf<Op>;
  /** Where the operation takes no file. */
  readonly body: Op extends { readonly file: string } ? undefined : OutputOf<Op, "body">;
  /** Where the operation takes a file, or nothing but bytes: they arrive while the handler runs. */
  readonly incoming: Op extends { readonly file: string }
    ? Incoming<OutputOf<Op, "body">>
    : BringsBytes<Op> extends true
      ? IncomingBytes
      : undefined;
  readonly request: Request;
  /** Where the request came from. */
  readonly visitor: Visitor;
}

/** What a handler answers. */
export interface Replied<Status extends number, Value> {
  readonly status: Status;
  readonly value: Value;
  readonly page?: Omit<Page<unknown>, "items"> & Searched;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same in the operation's alternatives, each made only for whoever prefers it. */
  readonly alternatives?: Readonly<Record<string, () => Text | Promise<Download>>>;
  /** What an array of the value holds, which stands empty in it: read page by page while the answer is sent. */
  readonly streamed?: { readonly field: string; readonly pages: AsyncIterable<readonly unknown[]> };
  /** Why it is a 5xx: for the log alone. */
  readonly cause?: unknown;
}

type ValueOf<Op extends OperationShape, Status extends StatusOf<Op>> =
  IsList<Op> extends true ? readonly ElementOf<Op["replies"][Status]>[] : ReplyValue<Op["replies"][Status], Download>;

type ReplyOf<Op extends OperationShape> = {
  readonly [Status in StatusOf<Op>]: Replied<Status, ValueOf<Op, Status>>;
}[StatusOf<Op>];

/** Does what one operation promises. */
type Handler<Op extends OperationShape> = (request: HandlerRequest<Op>) => Promise<ReplyOf<Op>>;

/** A handler for each operation of a table: a missing one, a status or a record that was not promised do not compile. */
export type Handlers<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Id in keyof Table]: Handler<Table[Id]>;
};

/** 200 with a record, or with bytes to be handed out. */
export function ok<Value>(value: Value): Replied<200, Value> {
  return { status: 200, value };
}

/** 201 with what was made. */
export function created<Value>(value: Value, headers: Readonly<Record<string, string>> = {}): Replied<201, Value> {
  return { status: 201, value, headers };
}

/** 202 with what was taken in, to be gone on with later. */
export function accepted<Value>(value: Value): Replied<202, Value> {
  return { status: 202, value };
}

/** 204. */
export function noContent(): Replied<204, undefined> {
  return { status: 204, value: undefined };
}

/** What a page of a search says beside its items. */
export interface Searched {
  /** False where more was found than is counted. */
  readonly isTotalExact?: boolean;
  /** Whether a later page has something, where the total does not tell. */
  readonly hasMore?: boolean;
  /** The query as it was understood, where nothing was found as it was written. */
  readonly corrected?: string | null;
}
