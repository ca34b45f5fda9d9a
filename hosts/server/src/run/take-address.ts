import { type Config, configErrorFor } from "../configuration/config.ts";
import type { Fetcher, Listener, Runtime } from "./runtime.ts";

/** A host's address, before there is an application to answer at it. */
export interface TakenAddress {
  readonly listener: Listener;
  /** Answers the requests that wait, and all that come. */
  serve(app: Fetcher): void;
  /** Answers 503 to all of them: there will be no application. */
  refuse(): void;
}

/** Takes the address of the configuration at once; requests wait there. */
export async function takeAddress(config: Config, { listen }: Runtime): Promise<TakenAddress> {
  const coming = Promise.withResolvers<Fetcher>();
  let app: Fetcher = { fetch: async (request, bindings) => (await coming.promise).fetch(request, bindings) };
  const answerBy = (application: Fetcher) => {
    app = application;
    coming.resolve(application);
  };
  const current: Fetcher = { fetch: (request, bindings) => app.fetch(request, bindings) };
  const listener = await listen(current, config).catch((error: unknown) => {
    throw configErrorFor(addressVariable(error), error);
  });
  return { listener, serve: answerBy, refuse: () => answerBy(UNAVAILABLE) };
}

const UNAVAILABLE: Fetcher = {
  fetch: () => new Response(null, { status: 503, headers: { "Retry-After": "5" } }),
};

/** HOST, unless the address is sound and only its port cannot be had. */
function addressVariable(error: unknown): "HOST" | "PORT" {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRINUSE" || code === "EACCES" ? "PORT" : "HOST";
}
