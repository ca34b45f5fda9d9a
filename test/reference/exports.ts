import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseSync } from "vite";

/** An export of a module. */
export interface Declared {
  readonly name: string;
  /** Its doc comment as Markdown; empty if it has none. */
  readonly comment: string;
  /** Its declaration without its body. */
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: Node & { readonly name: string };
  readonly body?: Node;
  readonly init?: Node & { readonly returnType?: Node; readonly body?: Node };
  readonly declarations?: readonly Node[];
  readonly declaration?: Node | null;
  readonly source?: { readonly value: string } | null;
  readonly exported?: { readonly name: string } | null;
  readonly local?: { readonly name: string };
  readonly specifiers?: readonly Node[];
}

/** Reads the exports of a TypeScript module by name, with those of sibling modules and without other packages'. */
export function exportsOf(path: string): readonly Declared[] {
  return [...exportedBy(path).values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function exportedBy(path: string): ReadonlyMap<string, Declared> {
  const source = readFileSync(path, "utf8");
  const { program, comments } = parseSync(path, source);
  const found = new Map<string, Declared>();
  const add = (declared: Declared) => found.set(declared.name, declared);
  const commentBefore = (node: Node) => {
    const comment = comments.findLast(({ end }) => end <= node.start);
    const isDoc = comment?.type === "Block" && comment.value.startsWith("*");
    return isDoc && source.slice(comment.end, node.start).trim() === "" ? plain(comment.value) : "";
  };
  for (const node of program.body as unknown as readonly Node[]) {
    if (node.type === "ExportAllDeclaration") {
      for (const each of modulesAt(path, node.source?.value).flatMap(exportsOf)) add(each);
    } else if (node.type === "ExportNamedDeclaration" && node.source) {
      const [from] = modulesAt(path, node.source.value).map(exportedBy);
      for (const { local, exported } of node.specifiers ?? []) {
        const declared = from?.get(local?.name ?? "");
        if (declared) add({ ...declared, name: exported?.name ?? declared.name });
      }
    } else if (node.type === "ExportNamedDeclaration" && node.declaration) {
      for (const each of declarationsOf(node.declaration)) {
        add({
          name: each.id?.name ?? "",
          comment: commentBefore(node),
          text: signature(source, node.declaration, each),
        });
      }
    }
  }
  return found;
}

/** The sibling modules that a source names; none of another package. */
function modulesAt(path: string, specifier = ""): readonly string[] {
  const file = resolve(dirname(path), specifier);
  return specifier.startsWith(".") && existsSync(file) ? [file] : [];
}

const declarationsOf = (node: Node): readonly Node[] => node.declarations ?? [node];

/** Up to the body of a function; a class and a type as they are written; a constant with its type, or its value. */
function signature(source: string, node: Node, declared: Node): string {
  if (node.type === "FunctionDeclaration") return source.slice(node.start, node.body?.start).trim();
  const { init } = declared;
  if (!init) return source.slice(node.start, node.end);
  const end = init.type === "ArrowFunctionExpression" ? (init.body?.start ?? init.end) : init.end;
  return `const ${source.slice(declared.start, end).trim()}`.replace(/\s*=>\s*\(?$/, "");
}

/** A doc comment without its stars. */
const plain = (comment: string): string =>
  comment
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .trim();
