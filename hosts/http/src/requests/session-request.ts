import type { RequestSource } from "@cartulary/auth";
import type { RequestSession } from "../sessions/session.ts";
import type { BodyReader } from "../transport/body-timeouts.ts";
import type { HandlerReply } from "./handlers.ts";

/** Handles a request of a signed-in person and returns the reply of the handler. */
export type HandleForSession = (request: SessionRequest) => Promise<HandlerReply<number, unknown>>;

/** A request of a signed-in person to an operation. */
interface SessionRequest {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly signedIn: RequestSession;
  readonly requestSource: RequestSource;
  /** Reads the body; by default that of the request. */
  readonly openBody?: (() => BodyReader) | undefined;
}
