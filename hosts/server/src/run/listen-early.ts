import { type Config, configErrorFor } from "../configuration/config.ts";
import type { Fetcher, Listener, Runtime } from "./runtime.ts";

/** A listening host whose application is not ready. */
export interface EarlyListener {
  readonly listener: Listener;
  /** Answers all further requests by `app`. */
  serve(app: Fetcher): void;
}

/** Listens at the configured address at once; `starting` answers until the application is ready. */
export async function listenEarly(config: Config, { listen }: Runtime, starting: Fetcher): Promise<EarlyListener> {
  let app = starting;
  const current: Fetcher = { fetch: (request, bindings) => app.fetch(request, bindings) };
  const listener = await listen(current, config).catch((error: unknown) => {
    throw configErrorFor(addressVariable(error), error);
  });
  return {
    listener,
    serve(ready) {
      app = ready;
    },
  };
}

/** Returns PORT when only the port is unavailable, HOST otherwise. */
function addressVariable(error: unknown): "HOST" | "PORT" {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRINUSE" || code === "EACCES" ? "PORT" : "HOST";
}
