import { createPdfMerger, createPdfText } from "@cartulary/pdf";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/** Reads and merges PDF files in child processes, started on first use. */
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

/** Reading needs less memory than merging. */
const TEXT_MEMORY_BYTES_MAX = 536_870_912;
