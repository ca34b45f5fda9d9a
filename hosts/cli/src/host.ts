import { type Config, type Host, readConfig, withHost as withHostOf } from "@cartulary/server";
import { surroundings } from "./machine.ts";

/** Does `work` with a host as the environment describes it, opened for this command and closed after it. */
export function withHost(
  work: (host: Host, config: Config) => Promise<number>,
  options?: { readonly inspecting?: boolean },
): Promise<number> {
  const config = readConfig(process.env, surroundings());
  return withHostOf(config, (host) => work(host, config), options);
}
