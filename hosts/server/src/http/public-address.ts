/** The base of every absolute URL that a host tells: `PUBLIC_URL`, else where it listens. Never the Host header. */
export interface PublicAddress {
  /** Without a slash at its end. */
  url(): string;
  /** Called once the host listens: `PORT=0` picked this port. */
  listening(port: number): void;
}

interface Warnings {
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}

/** The address that the configuration says, as far as it does. */
export function createPublicAddress({ publicUrl, host, port }: Warnings): PublicAddress {
  const at = (found: number) => publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${found}`;
  let url = at(port);
  return {
    url: () => url,
    listening(found) {
      url = at(found);
    },
  };
}
