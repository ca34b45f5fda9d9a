import { type Mutant, mutantsOf } from "./mutant.ts";

const SOURCE = "core/composition/src/source";
const RECORDS = "core/composition/src/records";
const DOCUMENTS = "core/composition/src/documents";
const PURE = "core/composition/test/source";
const HTTP = "http/composition";
const COMPILED = "http/compilation";
const STORES = "adapters/sqlite/test/composition";

/** Bugs of templates, parts, their sources and their documents. */
export const compositionMutants: readonly Mutant[] = mutantsOf({
  [`${SOURCE}/typst-text.ts`]: [
    ["a quote ends a literal", `'"': '\\\\"', `, "", PURE],
    ["a value speaks Typst", "PLAIN.test(character) ? character : unicodeEscape(character)", "character", PURE],
    ["a value begins a list", "PLAIN = /^[A-Za-z0-9]$/", "PLAIN = /^[A-Za-z0-9+ -]$/", "http/markdown"],
    [
      "control characters reach the compiler",
      `return text.toWellFormed().replace(CONTROLS, "");`,
      "return text.toWellFormed();",
      PURE,
    ],
  ],
  [`${SOURCE}/placeholders.ts`]: [
    [
      "what is inherited is a variable",
      "value = ownProperty(value as JsonObject, key);",
      "value = (value as JsonObject)[key];",
      PURE,
    ],
    [
      "defaults of variables are not applied",
      "variables: effectiveVariables(variables, variablesSchema),",
      "variables,",
      PURE,
    ],
    ["unknown variables are not reported", "unknown.add(name);", "unknown.has(name);", PURE, COMPILED],
  ],
  [`${SOURCE}/placeholder-blanks.ts`]: [
    ["a blank ends a link's target", '.replaceAll(" ", CLOSED_SPACE)', "", PURE],
    ["code is printed without the blanks of its placeholders", 'CLOSED_SPACE, " "', 'CLOSED_SPACE, ""', PURE],
  ],
  [`${SOURCE}/filled-source.ts`]: [
    [
      "columns are those of the filled source",
      "return { line, column: Math.min(passed + remaining, length(author)) + 1 };",
      "return { line, column };",
      PURE,
    ],
    [
      "a place in a value is a place after it",
      "if (remaining < length(by)) return { line, column: passed + 1 };",
      "",
      PURE,
    ],
  ],
  [`${SOURCE}/markdown.ts`]: [
    [
      "a heading between two lines is settings",
      "FRONT_MATTER.test(text) ? settingParser : parser",
      "text ? settingParser : parser",
      "http/markdown",
    ],
    [
      "words of a list's first line are lost",
      "const content = blocks(item.children, context);",
      "const content = blocks(item.children.slice(1), context);",
      "http/markdown",
    ],
    [
      "cells beyond the head are cut",
      "rows.reduce((most, { children }) => Math.max(most, children.length), 1)",
      "(rows[0]?.children.length ?? 1)",
      "http/markdown",
    ],
    ["emphasis in emphasis is upright", "emphasised: true", "emphasised: false", PURE],
    [
      "code is filled",
      "return `#raw(${typstString(openBlanks(node.value))});`;",
      "return `#raw(${typstString(context.fill(node.value))});`;",
      PURE,
    ],
    ["a table's head looks like its rows", "`strong${cell}`", "cell", PURE],
    ["a break in a cell is two words", 'lines.join("#linebreak();")', 'lines.join("")', PURE],
    ["links run scripts", "return LINKS.test(target) &&", "return target !== '' &&", PURE],
    ["footnotes of all parts have one name", "`<${context.labels}-fn-${note.number}>`", "`<fn-${note.number}>`", PURE],
    ["a footnote that names itself has no end", "if (!note || context.open.has(identifier)) {", "if (!note) {", PURE],
    ["nesting has no bound", "const DEPTH_MAX = 12;", "const DEPTH_MAX = 1_200;", PURE],
    [
      "short rows of a table shift those below",
      "Array.from({ length: columns }, (_, index) => `[${inlines(",
      "Array.from({ length: row.children.length }, (_, index) => `[${inlines(",
      PURE,
    ],
    ["hostile Markdown holds the host", "if (isTooComplex(written)) return unparsed(written, filling);", "", PURE],
  ],
  [`${SOURCE}/sources.ts`]: [
    [
      "only names of sources are missed",
      "[...new Set([...missing, ...filling.unknown])]",
      "[...filling.unknown]",
      PURE,
      COMPILED,
    ],
    ["names of sources are never missed", "[...new Set([...missing, ...filling.unknown])]", "[...missing]", PURE],
    [
      "what is too long is filled all the same",
      'if (filledBytes(composition, filling) > bytesMax) return { outcome: "too_long" };',
      "",
      PURE,
    ],
    ["Markdown is as long as it likes", 'if (bytes > bytesMax) return { outcome: "too_long" };', "", PURE],
  ],
  [`${SOURCE}/filled-length.ts`]: [
    ["titles cost nothing", 'return text + filledLiteralBytes(title ?? "", filling);', "return text;", PURE],
    [
      "heads of pages cost nothing",
      "(sum, part) => sum + partBytes(part, filling), own + pageTexts)",
      "(sum, part) => sum + partBytes(part, filling), own)",
      PURE,
    ],
    [
      "the length of a value is that before escaping",
      'utf8Length(removeControlCharacters(piece)), "escaped"',
      'utf8Length(removeControlCharacters(piece)), "literal"',
      PURE,
    ],
  ],
  "core/composition/src/compile/printable.ts": [
    ["drafts are printed", `includeDraft || status !== "draft"`, "includeDraft || status", PURE],
    [
      "heads and feet are something to print",
      `partType !== "header" && partType !== "footer"`,
      `partType !== "footer"`,
      PURE,
    ],
    [
      "parts are read, however long they are",
      "if (printed.reduce((sum, { contentBytes }) => sum + contentBytes, 0) > SOURCE_BYTES_MAX) throw tooLong();",
      "",
      PURE,
    ],
  ],
  [`${SOURCE}/layout.ts`]: [
    [
      "signatures in one row are split",
      `part.partType === "signature" ? ", breakable: false" : ""`,
      `part.partType === "signature" ? "" : ""`,
      PURE,
    ],
    ["rows are wider than the page", "if (x + each.part.bsize > COLUMNS) [x, y] = [0, y + 1];", "", PURE],
    ["parts without a group share a row", "one.rowGroup !== null &&", "", PURE],
    [
      "heads of pages stand in the text",
      `part.partType !== "header" && part.partType !== "footer"`,
      `part.partType !== "footer"`,
      PURE,
    ],
    [
      "parts change their surroundings",
      'if (bsize === COLUMNS) return `#${block("100%")};`;',
      "if (bsize === COLUMNS) return content(each);",
      COMPILED,
    ],
  ],
  [`${SOURCE}/assembly.ts`]: [
    ["the preamble's lines are counted from the page's", "line === null ? null : line - before", "line", PURE],
  ],
  [`${SOURCE}/page-source.ts`]: [
    [
      "ligatures are those of the font for code",
      '(name: "New Computer Modern Math", covers: regex("[\\\\u{fb00}-\\\\u{fb06}]")), ',
      "",
      "adapters/typst/test/typesetter",
    ],
    [
      "a font of the settings has no fallback",
      "`(${typstString(settings.font)}, ${FAMILIES})`",
      "typstString(settings.font)",
      PURE,
    ],
  ],
  [`${RECORDS}/composed-document.ts`]: [
    [
      "exported sticks",
      `if (exportedRevision === revision) return "exported";`,
      `if (exportedRevision !== null) return "exported";`,
      COMPILED,
    ],
    ["no part at all is ready", "partStatuses.length > 0 && partStatuses", "partStatuses", HTTP],
    [
      "a pure source waits for its parts",
      `assemblyMode === "composed" && partStatuses.length`,
      "partStatuses.length",
      HTTP,
    ],
  ],
  [`${RECORDS}/part-status.ts`]: [
    ["every user unlocks", `if (from === "locked") requireRole(caller, "manager");`, "", HTTP],
    ["locked parts are edited", "if (isEdited) requireUnlocked(present);", "", HTTP],
    [
      "a validated part stays validated when its text changes",
      `isEdited && present.status === "validated" ? "editing" : present.status`,
      "present.status",
      HTTP,
    ],
    [
      "a value that is sent again is an edit",
      "&& patch[field] !== present[field]",
      "",
      "core/composition/test/part-status",
    ],
  ],
  [`${RECORDS}/variables.ts`]: [
    [
      "variables are of any type",
      "type !== undefined && !isOfType(value, type)",
      "type === undefined && value === undefined",
      HTTP,
    ],
    [
      "a required variable may be missing",
      "return required.filter((name) =>",
      "return required.slice(0, 0).filter((name) =>",
      COMPILED,
    ],
  ],
  [`${DOCUMENTS}/place.ts`]: [
    [
      "folders that are only read are written in",
      'if (!isLevelAtLeast(level, "write")) throw forbidden(',
      'if (!isLevelAtLeast(level, "read")) throw forbidden(',
      HTTP,
    ],
    [
      "a document without a location is open to all users",
      `creatorId === caller.userId ? "manage" : null`,
      `"manage"`,
      HTTP,
    ],
  ],
  [`${DOCUMENTS}/parts.ts`]: [
    [
      "a part after the largest number gets an unsafe one",
      "Math.min(Math.max(last, 0) + 1, Number.MAX_SAFE_INTEGER)",
      "last + 1",
      HTTP,
    ],
  ],
  [`${DOCUMENTS}/reorder.ts`]: [
    ["a part is put in two places", "if (ids.has(id)) errors", "if (ids.size < 0) errors", HTTP],
    ["two parts are put in one place", "if (positions.has(position)) errors", "if (positions.size < 0) errors", HTTP],
    [
      "parts without a position move to the beginning",
      "position === undefined || position === part.position ? [] : [{ id: part.id, position }]",
      "position === part.position ? [] : [{ id: part.id, position: position ?? 0 }]",
      "core/composition/test/reorder",
    ],
    [
      "a part that is moved is another one",
      "[{ id: part.id, position }]",
      '[{ id: part.id, position, key: "moved" }]',
      "core/composition/test/reorder",
    ],
  ],
  [`${DOCUMENTS}/tree-listener.ts`]: [
    [
      "documents stay in the workspace that their folder left",
      "await composedDocuments.assignWorkspace(node.record.id, node.record.workspaceId);",
      "",
      HTTP,
    ],
    ["a PDF that is gone is still named", `(node.type === "document" ? [node.id] : [])`, "[]", COMPILED],
  ],
  "core/composition/src/compile/compile.ts": [
    [
      "PDFs are written where one may not",
      'if (isLevelAtLeast(level, "write") || ',
      'if (level === null || isLevelAtLeast(level, "write") || ',
      COMPILED,
    ],
    [
      "a document that was compiled is being compiled for half a minute",
      "  await stores.composedDocuments.releaseCompile(id, claim.token);\n",
      "",
      COMPILED,
    ],
    [
      "a change while a document is compiled is forgotten",
      "exportedRevision: printed.revision,",
      "exportedRevision: present.revision,",
      COMPILED,
    ],
    ["each compilation makes another PDF", "(present.pdfFileId && (await", "(!present.pdfFileId && (await", COMPILED],
  ],
  "core/composition/src/compile/typeset-pdf.ts": [
    ["the PDF belongs to the user who compiles", "subjectId: createdBy,", "subjectId: caller.userId,", COMPILED],
    [
      "what is too long is no fault of its variables",
      'if (result.outcome === "too_long") throw tooLong();',
      "",
      COMPILED,
    ],
  ],
  "adapters/sql/src/records/bounded-rows.ts": [
    ["lists are as long as they like", "index > 0 && bytes > ROWS_BYTES_MAX", "false", STORES],
    ["a row that is too long is never listed", "index > 0 && bytes > ROWS_BYTES_MAX", "bytes > ROWS_BYTES_MAX", STORES],
  ],
  "hosts/http/src/requests/long-lists.ts": [
    ["answers are as long as their texts become", "index > 0 && bytes > bytesMax", "false", HTTP],
  ],
  "hosts/http/src/requests/listing.ts": [
    ["a list that ended early continues at its next page", "offsetOf(answered) + ended.count", "page * perPage", HTTP],
  ],
  "adapters/sql/src/composition/composed-document-store.ts": [
    [
      "an expired claim is valid",
      `.where("compile_claims.until", "<=", moment)`,
      `.where("compile_claims.until", "<", moment)`,
      STORES,
    ],
    [
      "every host renews a claim",
      `.set({ until: dialect.instant(until) })
        .where("composed_document_id", "=", id)
        .where("token", "=", token)`,
      `.set({ until: dialect.instant(until) })
        .where("composed_document_id", "=", id)`,
      STORES,
    ],
    [
      "the author of a document sees it in every place",
      "composed_documents.folder_id is null and composed_documents.workspace_id is null\n        and composed_documents.created_by",
      "composed_documents.created_by",
      STORES,
    ],
  ],
});
