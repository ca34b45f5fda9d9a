import { Container, type ContainerModule } from "inversify";
import type { Config } from "./configuration/config.ts";
import { httpModule } from "./http/http.ts";
import { backupModule } from "./products/backup.ts";
import { productsModule } from "./products/products.ts";
import { identityProviderModule } from "./technologies/identity-provider.ts";
import { pdfModule } from "./technologies/pdf.ts";
import { systemModule } from "./technologies/system.ts";
import { textsModule } from "./technologies/texts.ts";
import { typstModule } from "./technologies/typst.ts";
import { tokens } from "./tokens.ts";

/**
 * Builds the container of a host. Services are created on first use; `unbindAllAsync()` closes them, which is the
 * graceful stop. `technologies` select database and blob store; an embedder's modules follow and may `rebind`.
 */
export async function compose(config: Config, technologies: readonly ContainerModule[]): Promise<Container> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(
    systemModule(config),
    productsModule(config),
    backupModule,
    httpModule(config),
    identityProviderModule(config),
    pdfModule(config),
    textsModule(config),
    typstModule(config),
    ...technologies,
  );
  for (const { name, nearest } of config.unknownVariables) {
    const suggestion = nearest === null ? "" : `: did you mean ${nearest}?`;
    container
      .get(tokens.log)
      .warn({ event: "unknown_variable", variable: name }, `Unknown variable ${name}${suggestion}`);
  }
  return container;
}

/**
 * Loads only the modules that the configuration selects: a host on SQLite imports no Postgres driver. `inspecting`
 * lifts the time limits of reads, for commands that read everything.
 */
export async function technologyModules(
  { database, blobs, traceEndpoint }: Config,
  { inspecting = false }: { readonly inspecting?: boolean } = {},
): Promise<readonly ContainerModule[]> {
  return [
    ...(traceEndpoint === null ? [] : [await (await import("./technologies/traces.ts")).tracesModule(traceEndpoint)]),
    database.kind === "sqlite"
      ? (await import("./technologies/sqlite.ts")).sqliteModule(database)
      : (await import("./technologies/postgres.ts")).postgresModule(database, inspecting),
    blobs.kind === "file"
      ? (await import("./technologies/blobs-fs.ts")).blobsFsModule(blobs)
      : (await import("./technologies/blobs-s3.ts")).blobsS3Module(blobs),
  ];
}
