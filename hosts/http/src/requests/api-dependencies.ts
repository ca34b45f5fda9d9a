import type { Authentication, ConnectorAuthentication, Sessions } from "@cartulary/auth";
import type { KnownPeople } from "@cartulary/directory";
import type { Clock, Instant } from "@cartulary/kernel";
import type { Authenticate } from "../guards/authenticate.ts";
import type { MandataireResolver } from "../guards/mandataire.ts";
import type { OpenBody } from "../transport/bytes-body.ts";
import type { RequestDependencies } from "./respond.ts";

/** Dependencies of every API besides its services. */
export interface ApiDependencies extends RequestDependencies, RecentReading {
  /** Authenticates our tokens, unless `authenticate` is set. */
  readonly authentication?: Authentication;
  /** Authenticates an embedder's users; by default bearer tokens of `authentication`. */
  readonly authenticate?: Authenticate;
  /** Checks the users that `authenticate` returns, and is required with it. Every product of core/products has it. */
  readonly knownPeople?: KnownPeople;
  /** Authenticates connectors, for operations with their scope. */
  readonly connectorAuthentication?: ConnectorAuthentication;
  /** Finds browser sessions, for operations with that scope. */
  readonly sessions?: Sessions;
  /** Maximum size of a file in one request, in bytes. */
  readonly maxDirectUploadBytes: number;
  /** Finds the mandataire that a caller acts on. */
  readonly chooseMandataire?: MandataireResolver;
  /** Reads raw bodies in the runtime's own way. */
  readonly openBody?: OpenBody;
  /** The time of a request, for idempotent creations. */
  readonly clock?: Clock;
  /** Returns the watermark of a change feed, for lists read after it. */
  readonly watermark?: () => Promise<Instant>;
  /** Runs a job of a user, connector or address, if the database lets owners take turns. */
  readonly workingFor?: <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Reads that may be {@link RECENT_SECONDS} old. */
export interface RecentReading {
  /** Runs the reads of a list, a search or a public reading on a replica, where there is one. */
  readonly readingRecent?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}
