import { fecDownloadPath } from "@cartulary/http";
import { createJobRunner } from "@cartulary/kernel/jobs";
import { archivedLogos, createAgency } from "@cartulary/products/agency";
import { createArchive } from "@cartulary/products/archive";
import { compositionTreeListener, createComposition } from "@cartulary/products/composition";
import { createIdentity } from "@cartulary/products/identity";
import { createKnowledge } from "@cartulary/products/knowledge";
import { createMaintenance } from "@cartulary/products/maintenance";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import type { HostStores, MandataireHostStores } from "../database.ts";
import { observedBlobStore } from "../telemetry/observed-blobs.ts";
import { observedJobs } from "../telemetry/observed-jobs.ts";
import { tokens } from "../tokens.ts";
import { exportRecords } from "./export-records.ts";
import { jobLog, jobQueues } from "./jobs.ts";

/** The products of a host, over the database, blob store and machine services of other modules. */
export function productsModule(config: Config): ContainerModule {
  const { blobGraceSeconds, trashSeconds, shutdownGraceSeconds, pkce, identityProvider, organization } = config;
  return new ContainerModule(({ bind }) => {
    bind(tokens.treeListeners).toConstantValue([]);
    bind(tokens.extraReadRules).toConstantValue([]);
    bind(tokens.grantListeners).toConstantValue([]);
    bind(tokens.publicAccessListeners).toConstantValue([]);
    bind(tokens.mandataireListeners).toConstantValue([]);
    bind(tokens.machine).toResolvedValue(
      (clock, newId, digests, secrets) => ({ clock, newId, digests, secrets }),
      [tokens.clock, tokens.newId, tokens.digests, tokens.secrets],
    );
    bind(tokens.stores).toResolvedValue(
      ({ transact, transactFor, ...finders }, blobStore, machine, tracer, metrics) => ({
        ...{ transact, transactFor },
        blobStore: tracer || metrics ? observedBlobStore(blobStore, { tracer, count: metrics?.blobBytes }) : blobStore,
        ...finders,
        ...machine,
      }),
      [tokens.database, tokens.blobStore, tokens.machine, tokens.tracer, tokens.metrics],
    );

    bind(tokens.texts).toResolvedValue(
      (pdfText, pdfReader, fileReader, textRecognizer, log) => ({
        ...{ pdfText, pdfReader },
        fileReader,
        ...(textRecognizer && { textRecognizer }),
        onUnreadText: ({ documentId, textStatus }) =>
          log.warn(
            { event: "text", document: documentId, text_status: textStatus },
            "text could not be read completely",
          ),
      }),
      [tokens.pdfText, tokens.pdfReader, tokens.fileReader, tokens.textRecognizer, tokens.log],
    );
    bind(tokens.archive).toResolvedValue(
      (
        stores,
        contentTypes,
        timer,
        texts,
        pdfMerger,
        treeListeners,
        extraReadRules,
        grantListeners,
        publicAccessListeners,
        publicAddress,
      ) =>
        createArchive<HostStores>({
          ...{ ...stores, ...texts },
          ...{ contentTypes, timer, pdfMerger, blobGraceSeconds, trashSeconds },
          treeListeners: [compositionTreeListener<HostStores>(), ...treeListeners],
          ...{ extraReadRules, grantListeners, publicAccessListeners, exportRecords },
          organization: () => organization ?? new URL(publicAddress.url()).hostname,
        }),
      [
        tokens.stores,
        tokens.contentTypes,
        tokens.timer,
        tokens.texts,
        tokens.pdfMerger,
        tokens.treeListeners,
        tokens.extraReadRules,
        tokens.grantListeners,
        tokens.publicAccessListeners,
        tokens.publicAddress,
      ],
    );
    bind(tokens.composition).toResolvedValue(
      (stores, typesetter, timer, { treeListeners }) =>
        createComposition<HostStores>({ ...stores, typesetter, timer, treeListeners }),
      [tokens.stores, tokens.typesetter, tokens.timer, tokens.archive],
    );
    bind(tokens.agency).toResolvedValue(
      (stores, contentTypes, typesetter, pdfMerger, bankFileReader, mandataireListeners, { documents }) =>
        createAgency<HostStores, MandataireHostStores>({
          ...stores,
          ...{ contentTypes, typesetter, pdfMerger, bankFileReader, fecDownloadPath, mandataireListeners },
          logos: archivedLogos({ transact: stores.transact, documents }),
          letterTemplate: (key) => stores.transact.read(({ templates }) => templates.findByKey(key)),
        }),
      [
        tokens.stores,
        tokens.contentTypes,
        tokens.typesetter,
        tokens.pdfMerger,
        tokens.bankFileReader,
        tokens.mandataireListeners,
        tokens.archive,
      ],
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
            tokenUseFailed: (error) =>
              log.error({ event: "token use", err: error }, "last use of a token was not recorded"),
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
    bind(tokens.maintenance).toResolvedValue(
      (stores, ...parts) => createMaintenance<HostStores>({ ...stores, parts }),
      [tokens.stores, tokens.archive, tokens.composition, tokens.agency, tokens.knowledge, tokens.identity],
    );

    bind(tokens.jobQueues).toConstantValue(jobQueues);
    bind(tokens.jobRunner)
      .toResolvedValue(
        ({ jobs }, { transact }, timer, log, tracer, metrics) =>
          createJobRunner({
            definitions: observedJobs(jobs, { tracer, ended: metrics?.jobEnded }),
            ...{ transact, timer, observer: jobLog(log) },
          }),
        [tokens.maintenance, tokens.database, tokens.timer, tokens.log, tokens.tracer, tokens.metrics],
      )
      .inSingletonScope()
      .onDeactivation((runner) => runner.stop(shutdownGraceSeconds));
  });
}
