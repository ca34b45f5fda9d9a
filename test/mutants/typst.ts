import { type Mutant, mutantsOf } from "./mutant.ts";

const TYPESETTER = "adapters/typst/test/typesetter";

/** Bugs of what strangers' sources are compiled by: something leaks, errors lead nowhere, PDFs claim too much. */
export const typstMutants: readonly Mutant[] = mutantsOf({
  "adapters/typst/src/engine/engine.ts": [
    ["sources read the disk", '"/dev/null/typst"', '"/"', TYPESETTER],
    ["files of one document stay for the next", "        compiler.resetShadow();\n", "", TYPESETTER],
    ["the PDF has the date of the machine", ", creationTimestamp: request.createdAtSeconds", "", TYPESETTER],
    ["nothing is archivable", 'archival ? { pdfStandard: "a-2b" } : {}', "{}", TYPESETTER],
    [
      "any error of an archival export is retried without archiving",
      "if (!archival || !isArchivalOnly(error))",
      "if (!archival)",
      TYPESETTER,
    ],
    ["a glyph that no font has is the end", "if (!archival || !isArchivalOnly(error))", "if (archival)", TYPESETTER],
    [
      "a PDF has as many pages as it likes",
      "if (pageCount > PDF_PAGES_MAX)",
      "if (pageCount > 2 * PDF_PAGES_MAX)",
      TYPESETTER,
    ],
    ["warnings are lost", "diagnostics: read(result.takeWarnings())", "diagnostics: []", TYPESETTER],
    [
      "plain PDFs claim to be archivable",
      'outcome: "typeset", pdf, pageCount, archival, warnings',
      'outcome: "typeset", pdf, pageCount, archival: true, warnings',
      TYPESETTER,
    ],
  ],
  "adapters/typst/src/engine/diagnostics.ts": [
    ["lines begin at 0", "range.start.line + 1", "range.start.line", TYPESETTER],
    ["columns begin at 0", "range.start.character + 1", "range.start.character", TYPESETTER],
    ["where a call came from is an error", "severity === 1 || severity === 2", "severity !== 3", TYPESETTER],
    [
      "errors show paths of the machine",
      "path.startsWith(`${workspace}/`) ? path.slice(workspace.length) : null",
      "path",
      TYPESETTER,
    ],
  ],
  "core/composition/src/source/typst-messages.ts": [
    ["errors of the system are shown", '  [/^failed to load file \\(.*$/s, "file not found"],\n', "", TYPESETTER],
    [
      "errors show where packages come from",
      '  [/^failed to (?:down)?load package.*$/s, "packages cannot be used here"],\n',
      "",
      TYPESETTER,
    ],
    ["what may help is glued to the message", '.split(", hints: ")', '.split(", nothing: ")', TYPESETTER],
  ],
  "adapters/typst/src/engine/export-errors.ts": [
    ["a missing glyph names no file", "files.find((file) => mentions(file, source))?.path ?? null", "null", TYPESETTER],
    ["a CMYK colour is the end", "/^PDF\\/A-/", "/^PDF\\/A-2b error: the text/", TYPESETTER],
    [
      "files are attached behind glyphs that no font has",
      "if (error instanceof Error && ATTACHED.test(error.message)) return false;",
      "if (messagesOf(error).some((message) => /attached/.test(message))) return false;",
      TYPESETTER,
    ],
    ["the glyph is named in the words of a library", "unescapeRust(message)", "message", TYPESETTER],
  ],
  "adapters/typst/src/typesetter.ts": [
    [
      "a stopped host says that the document is broken",
      'if (reason !== "busy" && reason !== "closed") return reason;',
      'if (reason !== "busy") return reason as TypesetCause;',
      TYPESETTER,
    ],
    [
      "every death is a crash",
      "cause: causeOf(error), diagnostics",
      'cause: causeOf(error) && "crash", diagnostics',
      TYPESETTER,
    ],
    [
      "a long document is an error of its author",
      'cause: "memory", diagnostics: []',
      'cause: "error", diagnostics: []',
      TYPESETTER,
    ],
    [
      "a compilation has all the time it wants",
      "cpuMilliseconds: options.cpuMilliseconds ?? CPU_MS",
      "cpuMilliseconds: 600_000",
      TYPESETTER,
    ],
  ],
  "adapters/typst/src/typeset.child.ts": [
    [
      "lines are those of the filled source",
      "diagnostics: result.diagnostics.map(locate)",
      "diagnostics: result.diagnostics",
      TYPESETTER,
    ],
  ],
  "hosts/server/src/technologies/typst.ts": [
    ["children outlive their host", ".onDeactivation((typesetter) => typesetter.close())", "", "host/children"],
    [
      "the children have no limits",
      "createTypesetter({ ...typst, childRuntime })",
      "createTypesetter({ childRuntime })",
      "host/children",
    ],
  ],
});
