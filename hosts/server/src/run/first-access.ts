import { referenceRedirectUri } from "@cartulary/http";
import { DomainError } from "@cartulary/kernel";
import type { Container } from "inversify";
import { ConfigError } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/**
 * Creates the first administrator and application in an empty database; prints generated secrets, only now. Creates the
 * application of the API reference, if it is missing. The host must know its address.
 */
export async function createFirstAccess(host: Container): Promise<void> {
  const { administrator, application } = host.get(tokens.config);
  const { bootstrap } = await host.getAsync(tokens.identity);
  await bootstrap.ensureReferenceApplication(referenceRedirectUri(host.get(tokens.publicAddress).url()));
  const created = await bootstrap.ensureFirstAccess({ ...administrator, ...application }).catch(firstAccessError);
  if (created?.generatedPassword)
    print(`First administrator: ${created.emailAddress}, password ${created.generatedPassword}`);
  if (created?.generatedClientSecret)
    print(`First application: ${created.clientId}, secret ${created.generatedClientSecret}`);
}

const VARIABLES: Readonly<Record<string, string>> = {
  emailAddress: "CARTULARY_ADMIN_EMAIL",
  password: "CARTULARY_ADMIN_PASSWORD",
  clientId: "CARTULARY_CLIENT_ID",
  clientSecret: "CARTULARY_CLIENT_SECRET",
};

function firstAccessError(error: unknown): never {
  const [detail] = error instanceof DomainError && Array.isArray(error.details) ? error.details : [];
  const variable = detail && VARIABLES[detail.field];
  throw variable ? new ConfigError(variable, detail.message, error) : error;
}

/** Prints text to stderr, without the format of the log. */
const print = (line: string) => process.stderr.write(`${line} (shown once)\n`);
