import {
  type CallingPerson,
  type CallOperation,
  cookieName,
  type Language,
  type OperationInput,
  type ReplyOf,
  type Site,
} from "@cartulary/http/pages";
import { type Caller, isAdministratorRole } from "@cartulary/kernel";
import type { Operation, Parameters } from "@cartulary/wire";
import { FRAME_TEXTS, type FrameTexts } from "./texts.ts";

/** A request for a page of our site, by a signed-in person or an anonymous visitor. `base` is the prefix of every link. */
export interface Visit extends Site {
  /** `null` on pages for anyone, without a session. */
  readonly caller: Caller | null;
  readonly isAdministrator: boolean;
  /** The path of the page below the base, without its query. */
  readonly path: string;
  /** The parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** The query, in order. */
  readonly query: Parameters;
  /** The query as it was sent, without the question mark. */
  readonly search: string;
  readonly language: Language;
  /** True if the query has a filter, so that an empty list need not be empty without it. */
  readonly isFiltered: boolean;
  /** The texts of the frame in that language. */
  readonly texts: FrameTexts;
  /** The path of the sign-in, which leads back to this page. */
  readonly signInPath: string;
  /** The token of every form. */
  readonly csrf: string;
  readonly request: Request;
  /** Returns the value of a parameter of the path; throws for an unknown name. */
  param(name: string): string;
  /** Returns the first value of a query parameter. */
  queried(name: string): string | undefined;
  /** Returns the value of one of our cookies, by its name without a prefix. */
  cookie(name: string): string | undefined;
  /** Calls an operation of the API as this person; throws what the API would refuse with. */
  call<Op extends Operation>(operation: Op, input?: OperationInput): Promise<ReplyOf<Op>>;
}

interface VisitParts
  extends Pick<Visit, "path" | "params" | "query" | "search" | "language" | "base" | "secure" | "csrf" | "request"> {
  readonly signInPath: string;
  readonly person: CallingPerson | null;
  readonly cookies: Readonly<Record<string, string>>;
  readonly call: CallOperation;
}

/** Creates a visit. Calling an operation without a session is a bug of the page. */
export function visitOf({ person, cookies, call, ...parts }: VisitParts): Visit {
  const caller = person?.signedIn.session.caller ?? null;
  const isFiltered = parts.query.some(([name, value]) => name.startsWith("q[") && value !== "");
  return {
    ...parts,
    caller,
    isAdministrator: caller !== null && isAdministratorRole(caller.role),
    isFiltered,
    texts: textsFor(parts.language, isFiltered),
    param(name) {
      const value = parts.params[name];
      if (value === undefined) throw new TypeError(`${parts.path} has no parameter ${name}`);
      return value;
    },
    queried: (name) => parts.query.find(([key]) => key === name)?.[1],
    cookie: (name) => cookies[cookieName(name, parts)],
    call(operation, input) {
      if (!person) throw new TypeError(`${operation.id} is called without a session`);
      return call(operation, person, input);
    },
  };
}

/** A list without rows says that its filters may be the cause, where some are set. */
function textsFor(language: Language, isFiltered: boolean): FrameTexts {
  const texts = FRAME_TEXTS[language];
  return isFiltered ? { ...texts, nothing: texts.nothingFound } : texts;
}
