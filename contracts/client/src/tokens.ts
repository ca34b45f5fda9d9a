/** A pair of tokens, and the application that refreshes them. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly clientId: string;
  /** Absent for a public application. */
  readonly clientSecret?: string;
}

/** Returns a valid access token: called before the first request and whenever the server refuses the last one. */
export type TokenSource = () => { readonly accessToken: string } | Promise<{ readonly accessToken: string }>;

/** The access token of a client, which all its calls share. */
export interface AccessToken {
  /** Resolves to the token to send; null where the client has none. */
  current(): Promise<string | null>;
  /** Resolves to a token other than the refused one; null where there is no other. One refresh runs at a time. */
  replace(refused: string): Promise<string | null>;
}

/** Requests new tokens for a refresh token; rejects with an ApiError if the server refuses. */
export type Refresh = (tokens: Tokens) => Promise<{ readonly access_token: string; readonly refresh_token: string }>;

/** A token that is never refreshed. */
export function fixedToken(token: string | null): AccessToken {
  return { current: async () => token, replace: async () => null };
}

/** Tokens that are refreshed, once for all calls that wait; `onTokens` gets the new ones before they are used. */
export function refreshedTokens(
  initial: Tokens,
  refresh: Refresh,
  onTokens?: (tokens: Tokens) => void | Promise<void>,
): AccessToken {
  let tokens = initial;
  return sharedToken(initial.accessToken, async () => {
    const { access_token: accessToken, refresh_token: refreshToken } = await refresh(tokens);
    tokens = { ...tokens, accessToken, refreshToken };
    await onTokens?.(tokens);
    return accessToken;
  });
}

/** A token from a function of the caller. */
export function suppliedToken(source: TokenSource): AccessToken {
  return sharedToken(null, async () => (await source()).accessToken);
}

function sharedToken(initial: string | null, fetchToken: () => Promise<string>): AccessToken {
  let token = initial;
  let pending: Promise<string> | null = null;
  const renew = async () => {
    pending ??= fetchToken().finally(() => {
      pending = null;
    });
    token = await pending;
    return token;
  };
  return {
    current: async () => (pending || token === null ? renew() : token),
    async replace(refused) {
      if (!pending && token !== refused) return token;
      const renewed = await renew();
      return renewed === refused ? null : renewed;
    },
  };
}
