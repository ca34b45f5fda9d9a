import { createPdfMerger, createPdfText } from "@cartulary/pdf";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/** PDF files, read and merged in children. Nobody is started, and no library loaded, before there is work. */
export function pdfModule({ pdf }: Config): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.pdfMerger)
      .toResolvedValue((childRuntime) => createPdfMerger({ ...pdf, childRuntime }), [tokens.childRuntime])
      .onDeactivation((merger) => merger.close());
    bind(tokens.pdfText)
      .toResolvedValue(
        (childRuntime) => {
          const memoryBytes = Math.min(pdf.memoryBytes, TEXT_MEMORY_BYTES_MAX);
          return createPdfText({ memoryBytes, children: pdf.children, childRuntime });
        },
        [tokens.childRuntime],
      )
      .onDeactivation((text) => text.close());
  });
}

/** What is only read takes less than what is merged. */
const TEXT_MEMORY_BYTES_MAX = 536_870_912;
