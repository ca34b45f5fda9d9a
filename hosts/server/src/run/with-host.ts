import type { Container, ContainerModule } from "inversify";
import { compose, technologyModules } from "../compose.ts";
import type { Config } from "../configuration/config.ts";

/** What a host is made of, by {@link tokens}. Nothing is opened before it is asked for. */
export type Host = Container;

/**
 * Does `work` with a host as the configuration describes it. All that was opened is closed when `work` has
 * ended, however it did. A command that reads everything is `inspecting`: what it asks may take as long as it does.
 */
export async function withHost<Result>(
  config: Config,
  work: (host: Host) => Promise<Result>,
  { modules = [], ...options }: { readonly inspecting?: boolean; readonly modules?: readonly ContainerModule[] } = {},
): Promise<Result> {
  const host = await compose(config, [...(await technologyModules(config, options)), ...modules]);
  try {
    return await work(host);
  } finally {
    await host.unbindAllAsync();
  }
}
