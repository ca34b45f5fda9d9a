import { createRequire } from "node:module";
import type * as Compiler from "@myriaddreamin/typst-ts-node-compiler";
import { diagnosticsOf, type EngineDiagnostic } from "./diagnostics.ts";
import { exportErrors, isArchivalOnly } from "./export-errors.ts";
import type { EngineRequest } from "./request.ts";

export type EngineResult =
  | {
      readonly outcome: "typeset";
      readonly pdf: Uint8Array;
      readonly pageCount: number;
      /** Whether the PDF claims to be PDF/A-2b. */
      readonly archival: boolean;
      readonly warnings: readonly EngineDiagnostic[];
    }
  | { readonly outcome: "failed"; readonly diagnostics: readonly EngineDiagnostic[] };

/** A Typst compiler. It blocks, and hostile sources end or exhaust its process: for contained children only. */
export interface Engine {
  typeset(request: EngineRequest): EngineResult;
}

/**
 * Lies below a file, so that it can never exist: everything that Typst reads is a shadow, and nothing on the disk is
 * reached. A workspace that is not named would be the working directory.
 */
const WORKSPACE = process.platform === "win32" ? `${process.execPath}\\typst` : "/dev/null/typst";

/** Results that were of no use for so many compilations are forgotten: memory would grow by 4 MB with each otherwise. */
const CACHE_AGE_MAX = 10;

/** A compiler with the fonts that it brings, those of the system, and those of these directories. */
export function createEngine({ fontPaths }: { readonly fontPaths: readonly string[] }): Engine {
  // CommonJS: its names are not seen by an import.
  const { NodeCompiler } = createRequire(import.meta.url)("@myriaddreamin/typst-ts-node-compiler") as typeof Compiler;
  const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: [...fontPaths] }] });

  function compiled({ main, files }: EngineRequest) {
    for (const { path, content } of files) compiler.mapShadow(WORKSPACE + path, Buffer.from(content));
    const result = compiler.compile({ mainFilePath: WORKSPACE + main });
    const read = (error: Compiler.NodeError | null) =>
      error ? diagnosticsOf(compiler.fetchDiagnostics(error), WORKSPACE, files) : [];
    // `hasError()` is false of most errors.
    if (result.result === null) return { document: null, diagnostics: read(result.takeError()) };
    return { document: result.result, diagnostics: read(result.takeWarnings()) };
  }

  function exported(document: Compiler.NodeTypstDocument, request: EngineRequest, archival: boolean): Uint8Array {
    const standard = archival ? { pdfStandard: "a-2b" } : {};
    return compiler.pdf(document, { ...standard, creationTimestamp: request.createdAtSeconds });
  }

  function typeset(request: EngineRequest): EngineResult {
    const { document, diagnostics } = compiled(request);
    if (!document) return { outcome: "failed", diagnostics };
    const pageCount = document.numOfPages;
    const done = (pdf: Uint8Array, archival: boolean, warnings: readonly EngineDiagnostic[]): EngineResult => ({
      outcome: "typeset",
      ...{ pdf, pageCount, archival, warnings },
    });
    try {
      return done(exported(document, request, request.archival), request.archival, diagnostics);
    } catch (error) {
      const errors = exportErrors(error, request.files);
      if (!request.archival || !isArchivalOnly(error)) return { outcome: "failed", diagnostics: errors };
      const warnings = errors.map((each) => ({ ...each, severity: "warning" as const }));
      return done(exported(document, request, false), false, [...diagnostics, ...warnings]);
    }
  }

  return {
    typeset(request) {
      try {
        return typeset(request);
      } finally {
        compiler.resetShadow();
        compiler.evictCache(CACHE_AGE_MAX);
      }
    },
  };
}
