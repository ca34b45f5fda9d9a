import type { Config } from "../configuration/config.ts";

/** Where a host is. */
export interface Address {
  /** Base of its absolute URLs. */
  readonly url: string;
  /** Where this machine reaches it, whatever stands in front of it for others. */
  readonly reachedAt: string;
}

/** Addresses that stand for every one of the machine; the machine itself asks at one of them. */
const ANY: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Where this machine reaches a host that listens at `port`. */
export function reachedAt({ host }: Config, port: number): string {
  const name = ANY[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Prints where the host is. Behind a PUBLIC_URL nothing else would say which port PORT=0 picked. */
export function announce({ log }: Config, { url, reachedAt }: Address, runtime: string): void {
  const here = reachedAt === url ? "" : `, on this machine at ${reachedAt}`;
  const line =
    log.format === "json"
      ? JSON.stringify({ event: "listening", url, reachedAt, pid: process.pid, runtime })
      : `Cartulary is listening at ${url}${here}\nIts operations are described at ${url}/docs; Ctrl-C stops it`;
  process.stdout.write(`${line}\n`);
}
