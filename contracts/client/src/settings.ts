import type { AccessToken, TokenSource, Tokens } from "./tokens.ts";

/** How a client reaches a server, and as whom. */
export interface ClientOptions {
  /** URL of the server with its mount path, with or without a trailing slash. */
  readonly baseUrl: string;
  /** An access token or a personal access token, which is never refreshed. */
  readonly token?: string;
  /** Tokens that are refreshed when the server refuses the first, or a function that returns a valid one. */
  readonly tokens?: Tokens | TokenSource;
  /** Called with the new tokens after each refresh and before their first use. Store them: the old ones are revoked. */
  readonly onTokens?: (tokens: Tokens) => void | Promise<void>;
  /** The mandataire of rental operations; optional for members of a single one. */
  readonly mandataireId?: string;
  /** The key of a connector, for its operations. */
  readonly connectorKey?: string;
  /** Milliseconds for each attempt of a call, up to its whole answer, or the headers of a download; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Attempts after the first; 2 by default. */
  readonly retries?: number;
  /** The platform's by default. */
  readonly fetch?: typeof fetch;
}

/** The options of a client, complete. */
export interface Settings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly access: AccessToken;
  readonly mandataireId: string | null;
  readonly connectorKey: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
}
