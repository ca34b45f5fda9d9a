import type { Answer, BodyReader, Html, PageContent } from "@cartulary/http/pages";
import type { Operation } from "@cartulary/wire";
import type { Typed } from "./form-input.ts";
import type { IncomingForm } from "./incoming-files.ts";
import type { Visit } from "./visit.ts";

/** The people that a page is for; others get 403, and who is not signed in goes to /login. */
export type Audience = "person" | "administrator" | "anyone";

/** A page with its status and headers. */
export interface PageView extends PageContent {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A 303 to a path of ours. */
interface Redirected {
  readonly to: string;
  /** What was done, which the next page says; after a form "Done." by default, and nothing for `null`. */
  readonly done?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The reply of a page: content, a redirect, or bytes. */
export type PageResult = PageView | Redirected | { readonly answer: Answer };

/** A page, declared once. */
export interface PageDefinition {
  /** The path with parameters in braces, by the names of the operations: `/folders/{id}`. */
  readonly path: string;
  /** `person` by default. */
  readonly audience?: Audience;
  /** All operations that it shows data of; a test compares them with the operations of the API. */
  readonly operations: readonly Operation[];
  /** Returns the content. What it throws becomes an error page with the status of the operation. */
  readonly show: (visit: Visit) => Promise<PageResult>;
}

/**
 * An action: a page with a form, whose POST to the same path calls one operation and redirects with 303. A refusal that
 * the person can mend (409, 422) shows the form again, with what was typed and the errors.
 */
export interface ActionDefinition {
  /** The path of the page it belongs to and the verb: `/folders/{id}/rename`. */
  readonly path: string;
  readonly audience?: Audience;
  /** All operations that it calls or shows data of. */
  readonly operations: readonly Operation[];
  /** Returns the page with the form; `typed` is empty at first. */
  readonly form: (visit: Visit, typed: Typed) => Promise<PageResult>;
  /** Calls the operation and returns the path to go to, or a page to show once. */
  readonly perform: (visit: Visit, typed: Typed) => Promise<PageResult>;
  /** Texts for refusals of this action by code, in the reader's language; before those of the frame. */
  readonly refusals?: (visit: Visit) => Readonly<Record<string, string>>;
}

/** A page whose POST has a file that is read while it arrives; see `documents/upload.ts`. */
export interface StreamDefinition extends Omit<ActionDefinition, "perform"> {
  /** Reads the body of the request on its own, its CSRF token first. */
  readonly receive: (visit: Visit, incoming: IncomingForm) => Promise<PageResult>;
}

/** The body of a request of our script, which is read in one of two ways. */
interface ScriptBody {
  /** Reads it as a form. */
  readonly typed: () => Promise<Typed>;
  /** Opens it as bytes, to be read while they arrive. */
  readonly open: () => BodyReader;
}

/** A POST of our script, answered in JSON. It has no page and no form; its CSRF token is in the header `X-CSRF-Token`. */
export interface ScriptDefinition {
  readonly path: string;
  /** All operations that it calls. */
  readonly operations: readonly Operation[];
  /** Returns the reply. A refusal is answered with its status, its code and a text in the reader's language. */
  readonly run: (visit: Visit, sent: ScriptBody) => Promise<object>;
}

/** Pages and actions of one area. */
export interface Area {
  readonly pages: readonly PageDefinition[];
  readonly actions: readonly ActionDefinition[];
  readonly streams?: readonly StreamDefinition[];
  readonly scripts?: readonly ScriptDefinition[];
}

/** The parts of a page as fragments. */
export type { Html };
