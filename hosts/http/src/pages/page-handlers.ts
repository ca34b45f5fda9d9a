import type { RequestSource, Session, Sessions } from "@cartulary/auth";
import type { Operation, OperationShape, OutputOf } from "@cartulary/wire";
import type { RequestDependencies } from "../requests/respond.ts";
import type { Language } from "../transport/language.ts";
import type { Html, NavigationFor, PageContent } from "./layout.ts";

/** What pages need to answer. */
export interface PageDependencies extends RequestDependencies {
  readonly sessions: Sessions;
  /** Returns the links of a signed-in person; without it, pages have none. */
  readonly navigationFor?: NavigationFor;
}

/** A page request for its handler. */
export interface PageRequest<Op extends OperationShape = OperationShape> {
  /** Set for the scope `session`. */
  readonly session: Op["scope"] extends "session" ? Session : null;
  readonly params: OutputOf<Op, "params">;
  readonly query: OutputOf<Op, "query">;
  readonly body: OutputOf<Op, "body">;
  readonly request: Request;
  readonly requestSource: RequestSource;
  readonly language: Language;
  /** The browser's secret, which signs its return path. */
  readonly visit: string;
  /** Creates a form that posts these fields to the page's own path, or to another one of ours. */
  form(fields: Html, path?: string): Html;
}

interface Shown {
  readonly status: number;
  readonly page: PageContent;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A redirect. */
export interface Redirect {
  readonly status: 302 | 303;
  /** A path of ours, or a whole URL. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The reply of a handler: a page or a redirect. */
export type PageReply = Shown | Redirect;

/** The handler of a page. */
export type PageHandler<Op extends OperationShape> = ((request: PageRequest<Op>) => Promise<PageReply>) & {
  /** Runs before the user has to sign in; its result or error is the reply. See {@link validateBeforeSession}. */
  readonly first?: (request: Pick<PageRequest<Op>, "query" | "request">) => Promise<Redirect | undefined>;
};

export type PageHandlers<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Id in keyof Table]: PageHandler<Table[Id]>;
};

export function pageReply(page: PageContent, status = 200, headers: Readonly<Record<string, string>> = {}): PageReply {
  return { status, page, headers };
}

/** Redirects to one of our paths or to an external URL. */
export function redirectReply(to: string, headers: Readonly<Record<string, string>> = {}): Redirect {
  return { status: 303, to, headers };
}

/** Creates a handler that validates the request before requiring a session. */
export function validateBeforeSession<Op extends OperationShape>(
  first: NonNullable<PageHandler<Op>["first"]>,
  handler: (request: PageRequest<Op>) => Promise<PageReply>,
): PageHandler<Op> {
  return Object.assign((request: PageRequest<Op>) => handler(request), { first });
}
