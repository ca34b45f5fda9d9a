import type { Fetcher } from "./runtime.ts";

/** Where requests wait that arrive while a host starts. */
export interface StartGate {
  /** Resolves with the application, once it is ready; with `null` if the request is to be refused. */
  passed(): Promise<Fetcher | null>;
  /** Refuses the requests that wait, and all further ones, until the application is ready. */
  refuse(): void;
  open(app: Fetcher): void;
}

/** Longer than a start takes on a busy machine, and shorter than proxies wait for a response. */
const PATIENCE_MS = 30_000;

/**
 * Creates a gate. A start without migrations takes a moment, in which a refusal would be a failed request: proxies try
 * another host where nothing listens, but not after a response. So requests wait for the application, at most
 * `patienceMs` after this call. A migration may take minutes: then the host refuses them.
 */
export function startGate(patienceMs = PATIENCE_MS): StartGate {
  const decision = Promise.withResolvers<Fetcher | null>();
  let ready: Fetcher | null = null;
  const refuse = () => decision.resolve(null);
  const timer = setTimeout(refuse, patienceMs).unref();
  return {
    passed: async () => ready ?? (await decision.promise),
    refuse,
    open(app) {
      ready = app;
      clearTimeout(timer);
      decision.resolve(app);
    },
  };
}
