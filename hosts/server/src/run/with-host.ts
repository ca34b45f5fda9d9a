import type { Container, ContainerModule } from "inversify";
import { compose, technologyModules } from "../compose.ts";
import type { Config } from "../configuration/config.ts";

/** Modules loaded last, whose `rebind` overrides everything. */
export type HostModules = readonly ContainerModule[];

/** The container of a host, by {@link tokens}; services are created on first use. */
export type Host = Container;

/**
 * Runs `work` with a host of this configuration; closes everything it opened afterwards. `inspecting` lifts the time
 * limits of reads, for commands that read everything.
 */
export async function withHost<Result>(
  config: Config,
  work: (host: Host) => Promise<Result>,
  { modules = [], ...options }: { readonly inspecting?: boolean; readonly modules?: HostModules } = {},
): Promise<Result> {
  const host = await compose(config, [...(await technologyModules(config, options)), ...modules]);
  try {
    return await work(host);
  } finally {
    await host.unbindAllAsync();
  }
}
