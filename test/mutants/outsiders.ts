import type { Mutant } from "./mutant.ts";

const file = "core/documents/src/outsider-view.ts";
const tests = ["test/src/http/other-readers.test.ts", "test/src/http/document-keys.test.ts"];

/** Leaks of what outsiders are not shown, each of which a test over HTTP finds by itself. */
export const outsiderMutants: readonly Mutant[] = [
  {
    name: "outsiders are shown what people wrote beside a document",
    file,
    text: "metadataUser: {},",
    replacement: "metadataUser: SHOWN,",
    tests,
  },
];
