import type { Config } from "../configuration/config.ts";

/** The URLs of a host. */
export interface Address {
  /** Base of its absolute URLs. */
  readonly url: string;
  /** The URL on this machine, regardless of proxies. */
  readonly reachedAt: string;
}

/** Wildcard addresses, and the loopback address to reach them. */
const ANY: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns the URL for this machine of a host that listens at `port`. */
export function localUrl({ host }: Config, port: number): string {
  const name = ANY[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Prints the URL. Behind a PUBLIC_URL, only this shows the port that PORT=0 selected. */
export function announce({ log }: Config, { url, reachedAt }: Address, runtime: string): void {
  const localNote = reachedAt === url ? "" : `, on this machine at ${reachedAt}`;
  const line =
    log.format === "json"
      ? JSON.stringify({ event: "listening", url, reachedAt, pid: process.pid, runtime })
      : `Cartulary is listening at ${url}${localNote}\nAPI reference: ${url}/docs. Press Ctrl-C to stop.`;
  process.stdout.write(`${line}\n`);
}
