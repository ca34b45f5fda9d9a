import type { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import type { Address } from "./announcement.ts";
import { run } from "./run.ts";
import type { Runtime } from "./runtime.ts";

/** What an embedder changes of the reference host. */
export interface ServeOptions {
  /** Modules that are loaded last: whatever they `rebind` of {@link tokens} wins, also over the runtime's own. */
  readonly modules?: readonly ContainerModule[];
  /** Called when requests are answered; it runs beside them, and what it throws stops the host and comes out. */
  readonly onListening?: (address: Address) => Promise<void>;
}

/** The reference host on a runtime, from its start until a signal stops it. */
export function serve(
  config: Config,
  runtime: Runtime,
  { modules = [], onListening }: ServeOptions = {},
): Promise<void> {
  return run(config, runtime, onListening, modules);
}
