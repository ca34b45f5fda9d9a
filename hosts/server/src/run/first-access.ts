import { DomainError } from "@cartulary/kernel";
import type { Container } from "inversify";
import { ConfigError } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/** Makes the first administrator and application on an empty database; a generated secret is printed, this one time. */
export async function makeFirstAccess(host: Container): Promise<void> {
  const { administrator, application } = host.get(tokens.config);
  const { bootstrap } = await host.getAsync(tokens.identity);
  const made = await bootstrap.ensureFirstAccess({ ...administrator, ...application }).catch(firstAccessError);
  if (made?.generatedPassword) print(`First administrator: ${made.emailAddress}, password ${made.generatedPassword}`);
  if (made?.generatedClientSecret) print(`First application: ${made.clientId}, secret ${made.generatedClientSecret}`);
}

const VARIABLES: Readonly<Record<string, string>> = {
  emailAddress: "CARTULARY_ADMIN_EMAIL",
  password: "CARTULARY_ADMIN_PASSWORD",
  clientId: "CARTULARY_CLIENT_ID",
  clientSecret: "CARTULARY_CLIENT_SECRET",
};

function firstAccessError(error: unknown): never {
  const [first] = error instanceof DomainError && Array.isArray(error.details) ? error.details : [];
  const variable = first && VARIABLES[first.field];
  throw variable ? new ConfigError(variable, first.message, error) : error;
}

/** Plain words for whoever sits at the machine, whatever the log's format; never a log line. */
const print = (line: string) => process.stderr.write(`${line} (told only this once)\n`);
