/** The base of all absolute URLs: `PUBLIC_URL`, else the listening address. Never from the Host header. */
export interface PublicAddress {
  /** Without a trailing slash. */
  url(): string;
  /** Sets the port once the host listens; needed for `PORT=0`. */
  listening(port: number): void;
}

interface Warnings {
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}

export function createPublicAddress({ publicUrl, host, port }: Warnings): PublicAddress {
  const at = (actualPort: number) => publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;
  let url = at(port);
  return {
    url: () => url,
    listening(actualPort) {
      url = at(actualPort);
    },
  };
}
