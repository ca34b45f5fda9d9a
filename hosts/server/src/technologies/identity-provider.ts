import { readFile } from "node:fs/promises";
import type { AssertionVerifier } from "@cartulary/auth";
import { createAssertionVerifier, type KeySource, readKeySet, sharedSecret } from "@cartulary/jwt";
import { ContainerModule } from "inversify";
import { type Config, configErrorFor, type IdentityProviderConfig } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";
import type { LazyVerifier } from "./lazy-verifier.ts";

/** Verifies assertions of the configured identity provider, if any. */
export function identityProviderModule({ identityProvider }: Config): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.assertionVerifier).toConstantValue(identityProvider && verifierOf(identityProvider));
  });
}

function verifierOf(provider: IdentityProviderConfig): LazyVerifier {
  const { issuer, audience } = provider;
  let loading: Promise<AssertionVerifier> | undefined;
  const load = () => {
    loading ??= keysIn(provider).then((keys) => createAssertionVerifier({ issuer, audience, keys }));
    return loading;
  };
  return {
    verify: async (assertion, now) => (await load()).verify(assertion, now),
    ready: async () => void (await load()),
  };
}

/** Throws for an unreadable key set; keys at a URL may become available after the start. */
async function keysIn({ keys }: IdentityProviderConfig): Promise<KeySource> {
  if (keys.kind === "url") return { kind: "url", url: new URL(keys.url) };
  if (keys.kind === "secret") return sharedSecret(keys.secret);
  try {
    return readKeySet(keys.kind === "json" ? keys.text : await readFile(keys.path, "utf8"));
  } catch (error) {
    throw configErrorFor("IDENTITY_JWKS", error);
  }
}
