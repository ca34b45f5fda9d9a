import { fecDownloadPath } from "@cartulary/http";
import { createJobRunner } from "@cartulary/kernel/jobs";
import { createAgency } from "@cartulary/products/agency";
import { createArchive } from "@cartulary/products/archive";
import { compositionTreeListener, createComposition } from "@cartulary/products/composition";
import { createIdentity } from "@cartulary/products/identity";
import { createKnowledge } from "@cartulary/products/knowledge";
import { createUpkeep } from "@cartulary/products/upkeep";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { type HostStores, type MandataireHostStores, tokens } from "../tokens.ts";
import { jobLog, jobQueues } from "./jobs.ts";

/** The products that a host serves, over whatever database, blob store and machine the other modules bring. */
export function productsModule(config: Config): ContainerModule {
  const { blobGraceSeconds, shutdownGraceSeconds, pkce, identityProvider } = config;
  return new ContainerModule(({ bind }) => {
    bind(tokens.treeListeners).toConstantValue([]);
    bind(tokens.otherReaders).toConstantValue([]);
    bind(tokens.grantListeners).toConstantValue([]);
    bind(tokens.publicAccessListeners).toConstantValue([]);
    bind(tokens.mandataireListeners).toConstantValue([]);
    bind(tokens.machine).toResolvedValue(
      (clock, newId, digests, secrets) => ({ clock, newId, digests, secrets }),
      [tokens.clock, tokens.newId, tokens.digests, tokens.secrets],
    );
    bind(tokens.stores).toResolvedValue(
      ({ transact, transactFor, ...finders }, blobStore, machine) => ({
        ...{ transact, transactFor, blobStore },
        ...finders,
        ...machine,
      }),
      [tokens.database, tokens.blobStore, tokens.machine],
    );

    bind(tokens.archive).toResolvedValue(
      (
        stores,
        contentTypes,
        timer,
        pdfText,
        pdfMerger,
        treeListeners,
        otherReaders,
        grantListeners,
        publicAccessListeners,
      ) =>
        createArchive<HostStores>({
          ...stores,
          ...{ contentTypes, timer, pdfText, pdfMerger, blobGraceSeconds },
          treeListeners: [compositionTreeListener<HostStores>(), ...treeListeners],
          ...{ otherReaders, grantListeners, publicAccessListeners },
        }),
      [
        tokens.stores,
        tokens.contentTypes,
        tokens.timer,
        tokens.pdfText,
        tokens.pdfMerger,
        tokens.treeListeners,
        tokens.otherReaders,
        tokens.grantListeners,
        tokens.publicAccessListeners,
      ],
    );
    bind(tokens.composition).toResolvedValue(
      (stores, typesetter, timer, { treeListeners }) =>
        createComposition<HostStores>({ ...stores, typesetter, timer, treeListeners }),
      [tokens.stores, tokens.typesetter, tokens.timer, tokens.archive],
    );
    bind(tokens.agency).toResolvedValue(
      (stores, contentTypes, typesetter, mandataireListeners) =>
        createAgency<HostStores, MandataireHostStores>({
          ...stores,
          ...{ contentTypes, typesetter, fecDownloadPath, mandataireListeners },
        }),
      [tokens.stores, tokens.contentTypes, tokens.typesetter, tokens.mandataireListeners],
    );
    bind(tokens.knowledge).toResolvedValue((stores) => createKnowledge<HostStores>(stores), [tokens.stores]);
    bind(tokens.identity)
      .toResolvedValue(
        (stores, passwordHash, sealingUnder, publicAddress, assertionVerifier, log, archive, agency, knowledge) =>
          createIdentity<HostStores>({
            ...stores,
            ...{ passwordHash, sealingUnder, pkce, assertionVerifier },
            baseUrl: publicAddress.url,
            autoProvision: identityProvider?.autoProvision ?? false,
            tokenUseFailed: (error) => log.error({ event: "token use", err: error }, "was not written down"),
            products: [archive, agency, knowledge],
          }),
        [
          tokens.stores,
          tokens.passwordHash,
          tokens.sealingUnder,
          tokens.publicAddress,
          tokens.assertionVerifier,
          tokens.log,
          tokens.archive,
          tokens.agency,
          tokens.knowledge,
        ],
      )
      .inSingletonScope()
      .onDeactivation((identity) => identity.settled());
    bind(tokens.upkeep).toResolvedValue(
      (stores, ...parts) => createUpkeep<HostStores>({ ...stores, parts }),
      [tokens.stores, tokens.archive, tokens.composition, tokens.agency, tokens.knowledge, tokens.identity],
    );

    bind(tokens.jobQueues).toConstantValue(jobQueues);
    bind(tokens.jobRunner)
      .toResolvedValue(
        ({ jobs }, { transact }, timer, log) =>
          createJobRunner({ definitions: jobs, transact, timer, observer: jobLog(log) }),
        [tokens.upkeep, tokens.database, tokens.timer, tokens.log],
      )
      .inSingletonScope()
      .onDeactivation((runner) => runner.stop(shutdownGraceSeconds));
  });
}
