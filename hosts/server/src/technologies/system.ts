import { createBankFileReader } from "@cartulary/bank-files";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests, createSecrets, newId, sealingUnder, systemClock, systemTimer } from "@cartulary/crypto";
import { createPasswordHash } from "@cartulary/passwords";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { createLog } from "../logging/log.ts";
import { migrationLog } from "../logging/migration-log.ts";
import { tokens } from "../tokens.ts";

/** Services of the machine: clock, ids, digests, randomness, password hashing, log, kinds of files. */
export function systemModule(config: Config): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.config).toConstantValue(config);
    bind(tokens.tracer).toConstantValue(null);
    bind(tokens.metrics).toConstantValue(null);
    bind(tokens.log).toResolvedValue(
      (tracer) => createLog(config.log, undefined, tracer ? () => tracer.traceId() : undefined),
      [tokens.tracer],
    );
    bind(tokens.migrationObserver).toResolvedValue((log) => migrationLog(log), [tokens.log]);
    bind(tokens.clock).toConstantValue(systemClock);
    bind(tokens.timer).toConstantValue(systemTimer);
    bind(tokens.newId).toConstantValue(newId);
    bind(tokens.digests).toConstantValue(createDigests());
    bind(tokens.secrets).toConstantValue(createSecrets());
    bind(tokens.sealingUnder).toConstantValue(sealingUnder);
    bind(tokens.passwordHash).toConstantValue(createPasswordHash());
    bind(tokens.contentTypes).toConstantValue(createContentTypes());
    bind(tokens.bankFileReader).toResolvedValue((digests) => createBankFileReader(digests), [tokens.digests]);
  });
}
