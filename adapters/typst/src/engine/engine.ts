import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { PDF_BYTES_MAX, PDF_PAGES_MAX } from "@cartulary/composition/source";
import type * as Compiler from "@myriaddreamin/typst-ts-node-compiler";
import { diagnosticsOf, type EngineDiagnostic, withCauses } from "./diagnostics.ts";
import { exportErrors, isArchivalOnly } from "./export-errors.ts";
import type { EngineRequest } from "./request.ts";

export type EngineResult =
  | {
      readonly outcome: "typeset";
      readonly pdf: Uint8Array;
      readonly pageCount: number;
      /** True if the PDF declares PDF/A-2b. */
      readonly archival: boolean;
      readonly warnings: readonly EngineDiagnostic[];
    }
  | { readonly outcome: "failed"; readonly diagnostics: readonly EngineDiagnostic[] }
  /** Too many pages or bytes. */
  | { readonly outcome: "too_large" };

/** A Typst compiler. It blocks, and hostile sources end or exhaust its process: for contained children only. */
export interface Engine {
  typeset(request: EngineRequest): EngineResult;
}

/**
 * A path below a file, so that it can never exist: Typst reads only shadow files and never the disk. The default
 * workspace would be the working directory.
 */
const WORKSPACE = process.platform === "win32" ? `${process.execPath}\\typst` : "/dev/null/typst";

/**
 * The environment of a child with a compiler. Otherwise Typst would download packages, search for packages in the
 * user's directories, and use system fonts, which differ between machines.
 */
export const ENGINE_ENVIRONMENT: Readonly<Record<string, string>> = {
  HTTPS_PROXY: "http://127.0.0.1:9",
  HTTP_PROXY: "http://127.0.0.1:9",
  ALL_PROXY: "http://127.0.0.1:9",
  XDG_DATA_HOME: "/dev/null/data",
  XDG_CACHE_HOME: "/dev/null/cache",
  FONTCONFIG_FILE: fileURLToPath(new URL("../../fonts.conf", import.meta.url)),
};

const COMPILER = "@myriaddreamin/typst-ts-node-compiler";

/** The native code of a child with a compiler. */
export const ENGINE_ADDONS: readonly { readonly name: string; readonly dependentUrl: string }[] = [
  { name: COMPILER, dependentUrl: import.meta.url },
];

/** Cached results that were unused for so many compilations are evicted; otherwise memory grows by 4 MB with each. */
const CACHE_AGE_MAX = 10;

/** Creates a compiler with its embedded fonts and those of these directories. */
export function createEngine({ fontPaths }: { readonly fontPaths: readonly string[] }): Engine {
  // The package is CommonJS, whose names an import does not detect.
  const { NodeCompiler } = createRequire(import.meta.url)(COMPILER) as typeof Compiler;
  const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: [...fontPaths] }] });

  function compile({ main, files }: EngineRequest) {
    for (const { path, content } of files) compiler.mapShadow(WORKSPACE + path, Buffer.from(content));
    const result = compiler.compile({ mainFilePath: WORKSPACE + main });
    const read = (error: Compiler.NodeError | null) =>
      error ? withCauses(diagnosticsOf(compiler.fetchDiagnostics(error), WORKSPACE), files) : [];
    // `hasError()` is false for most errors.
    if (result.result === null) return { document: null, diagnostics: read(result.takeError()) };
    return { document: result.result, diagnostics: read(result.takeWarnings()) };
  }

  function exportPdf(document: Compiler.NodeTypstDocument, request: EngineRequest, archival: boolean): Uint8Array {
    const standard = archival ? { pdfStandard: "a-2b" } : {};
    return compiler.pdf(document, { ...standard, creationTimestamp: request.createdAtSeconds });
  }

  function typeset(request: EngineRequest): EngineResult {
    const { document, diagnostics } = compile(request);
    if (!document) return { outcome: "failed", diagnostics };
    const pageCount = document.numOfPages;
    if (pageCount > PDF_PAGES_MAX) return { outcome: "too_large" };
    const attempt = (archival: boolean, warnings: readonly EngineDiagnostic[]): EngineResult => {
      try {
        const pdf = exportPdf(document, request, archival);
        if (pdf.byteLength > PDF_BYTES_MAX) return { outcome: "too_large" };
        return { outcome: "typeset", pdf, pageCount, archival, warnings };
      } catch (error) {
        const errors = exportErrors(error, request.files);
        if (!archival || !isArchivalOnly(error)) return { outcome: "failed", diagnostics: errors };
        return attempt(false, [...warnings, ...errors.map((each) => ({ ...each, severity: "warning" as const }))]);
      }
    };
    return attempt(request.archival, diagnostics);
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
