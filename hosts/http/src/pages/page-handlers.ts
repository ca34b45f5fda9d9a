import type { Session, Visitor } from "@cartulary/auth";
import type { Operation, OperationShape, OutputOf } from "@cartulary/wire";
import type { Language } from "../transport/language.ts";
import type { Html, PageContent } from "./layout.ts";

/** A request for a page as its handler sees it. */
export interface PageRequest<Op extends OperationShape = OperationShape> {
  /** Where the operation asks for one. */
  readonly session: Op["scope"] extends "session" ? Session : null;
  readonly params: OutputOf<Op, "params">;
  readonly query: OutputOf<Op, "query">;
  readonly body: OutputOf<Op, "body">;
  readonly request: Request;
  readonly visitor: Visitor;
  readonly language: Language;
  /** The browser's own secret, which seals its way back. */
  readonly visit: string;
  /** A form that posts these fields to the page's own path, or to another one of ours. */
  form(fields: Html, path?: string): Html;
}

interface Shown {
  readonly status: number;
  readonly page: PageContent;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where to go on. */
export interface Redirect {
  readonly status: 302 | 303;
  /** A path of ours, or a whole URL. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler answers: a page, or where to go on. */
export type PageReply = Shown | Redirect;

/** Answers one page. */
export type PageHandler<Op extends OperationShape> = ((request: PageRequest<Op>) => Promise<PageReply>) & {
  /** What is judged before anybody is asked to sign in; what it answers or throws is answered. See {@link judgedFirst}. */
  readonly first?: (request: Pick<PageRequest<Op>, "query" | "request">) => Promise<Redirect | undefined>;
};

/** A handler for each page of a table. */
export type PageHandlers<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Id in keyof Table]: PageHandler<Table[Id]>;
};

/** A page. */
export function shown(page: PageContent, status = 200, headers: Readonly<Record<string, string>> = {}): PageReply {
  return { status, page, headers };
}

/** On to a path of ours, or, where it is a whole URL, to somebody else. */
export function redirected(to: string, headers: Readonly<Record<string, string>> = {}): Redirect {
  return { status: 303, to, headers };
}

/** A handler whose request is judged before its session: an address that nobody should sign in for. */
export function judgedFirst<Op extends OperationShape>(
  first: NonNullable<PageHandler<Op>["first"]>,
  handler: (request: PageRequest<Op>) => Promise<PageReply>,
): PageHandler<Op> {
  return Object.assign((request: PageRequest<Op>) => handler(request), { first });
}
