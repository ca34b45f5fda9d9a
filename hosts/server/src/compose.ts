import { Container, type ContainerModule } from "inversify";
import type { Config } from "./configuration/config.ts";
import { httpModule } from "./http/http.ts";
import { productsModule } from "./products/products.ts";
import { identityModule } from "./technologies/identity.ts";
import { pdfModule } from "./technologies/pdf.ts";
import { systemModule } from "./technologies/system.ts";
import { textsModule } from "./technologies/texts.ts";
import { typstModule } from "./technologies/typst.ts";
import { tokens } from "./tokens.ts";

/**
 * A container of everything a host serves with. Nothing is opened until it is asked for; `unbindAllAsync()` closes what
 * was, which is the graceful stop. `technologies` say where data lives; an embedder's modules come after and win by
 * `rebind`.
 */
export async function compose(config: Config, technologies: readonly ContainerModule[]): Promise<Container> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(
    systemModule(config),
    productsModule(config),
    httpModule(config),
    identityModule(config),
    pdfModule(config),
    textsModule(config),
    typstModule(config),
    ...technologies,
  );
  for (const { name, nearest } of config.unknownVariables) {
    const meant = nearest === null ? "" : `: did you mean ${nearest}?`;
    container.get(tokens.log).warn({ event: "unknown_variable", variable: name }, `Nothing reads ${name}${meant}`);
  }
  return container;
}

/**
 * The modules that the configuration names. Only those are loaded: a host on SQLite imports no Postgres driver. A command
 * that reads everything is `inspecting`: what it asks may take as long as it does.
 */
export async function technologyModules(
  { database, blobs }: Config,
  { inspecting = false }: { readonly inspecting?: boolean } = {},
): Promise<readonly ContainerModule[]> {
  return [
    database.kind === "sqlite"
      ? (await import("./technologies/sqlite.ts")).sqliteModule(database)
      : (await import("./technologies/postgres.ts")).postgresModule(database, inspecting),
    blobs.kind === "file"
      ? (await import("./technologies/blobs-fs.ts")).blobsFsModule(blobs)
      : (await import("./technologies/blobs-s3.ts")).blobsS3Module(blobs),
  ];
}
