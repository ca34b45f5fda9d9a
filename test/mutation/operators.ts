import { parseSync } from "vite";

/** A change of one place in a source. */
export interface Mutation {
  /** The line of the place, from 1. */
  readonly line: number;
  readonly operator: Operator;
  readonly original: string;
  /** Of an expression. A block is emptied. */
  readonly replacement: string;
}

/** The usual operators of mutation testing, but for those on texts: what a message says is no rule of a package. */
type Operator =
  | "arithmetic"
  | "array"
  | "assignment"
  | "block"
  | "boolean"
  | "comparison"
  | "condition"
  | "logic"
  | "method"
  | "optional chaining"
  | "sign";

/** A place of a source, with every change of it; places are nested as their expressions are. */
interface Site {
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
  readonly mutations: readonly Mutation[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const BINARY: Readonly<Record<string, readonly [Operator, ...string[]]>> = {
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
  "*": ["arithmetic", "/"],
  "/": ["arithmetic", "*"],
  "%": ["arithmetic", "*"],
  "<": ["comparison", "<=", ">="],
  "<=": ["comparison", "<", ">"],
  ">": ["comparison", ">=", "<="],
  ">=": ["comparison", ">", "<"],
  "===": ["comparison", "!=="],
  "!==": ["comparison", "==="],
};
const LOGICAL: Readonly<Record<string, string>> = { "&&": "||", "||": "&&", "??": "&&" };
const ASSIGNMENT: Readonly<Record<string, string>> = { "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=" };
/** Another method, or `null` where the call goes and its object stays. */
const METHODS: Readonly<Record<string, string | null>> = {
  ...{ some: "every", every: "some", min: "max", max: "min", startsWith: "endsWith", endsWith: "startsWith" },
  ...{ filter: null, slice: null, toSorted: null, toReversed: null, trim: null },
};

/** Parses a TypeScript source and lists its mutations, in the order of their places. */
export function mutationsOf(source: string): readonly Mutation[] {
  return sitesOf(source).flatMap(({ mutations }) => mutations);
}

/**
 * Returns the source with all of its mutations, of which `cartularyMutant(id)` selects one at run time. The first has the
 * id `first`, the others follow in the order of {@link mutationsOf}.
 */
export function instrumented(source: string, first: number): string {
  const sites = sitesOf(source);
  const ids = new Map<Mutation, number>();
  for (const mutation of sites.flatMap(({ mutations }) => mutations)) ids.set(mutation, first + ids.size);

  /** Renders a range with the sites within it, of which the outermost come first. */
  const render = (start: number, end: number, inner: readonly Site[]): string => {
    let text = "";
    let at = start;
    for (let index = 0; index < inner.length; ) {
      const site = inner[index] as Site;
      const below = inner.slice(index + 1).filter((each) => each.start < site.end);
      text += source.slice(at, site.start) + renderSite(site, below);
      at = site.end;
      index += 1 + below.length;
    }
    return text + source.slice(at, end);
  };
  const renderSite = ({ start, end, isBlock, mutations }: Site, below: readonly Site[]): string => {
    const select = (mutation: Mutation) => `globalThis.cartularyMutant?.(${ids.get(mutation)})`;
    if (isBlock) {
      const conditions = mutations.map(select).join(" || ");
      return `{ if (!(${conditions})) {${render(start + 1, end - 1, below)}} }`;
    }
    const choices = mutations.map((mutation) => `${select(mutation)} ? (${mutation.replacement}) : `).join("");
    return `(${choices}(${render(start, end, below)}))`;
  };
  return render(0, source.length, sites);
}

/** Outer sites come before those within them; two of the same range are one. */
function sitesOf(source: string): readonly Site[] {
  const { program } = parseSync("source.ts", source, { lang: "ts" });
  const sites = new Map<string, Site>();
  walk(program as unknown as Node, null, (node, parent) => {
    for (const found of changesOf(node, parent, source)) {
      const { start, end } = found;
      const key = `${start} ${end}`;
      const line = source.slice(0, start).split("\n").length;
      const mutation = { line, operator: found.operator, original: source.slice(start, end), replacement: found.text };
      const { mutations = [] } = sites.get(key) ?? {};
      if (mutations.some(({ replacement }) => replacement === mutation.replacement)) continue;
      sites.set(key, { start, end, isBlock: found.operator === "block", mutations: [...mutations, mutation] });
    }
  });
  return [...sites.values()].toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** Visits evaluated expressions, outer nodes first: no types, no imports, no targets of assignments, no keys. */
function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  const isTransparent = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(node.type);
  if (node.type.startsWith("TS") && !isTransparent) return;
  if (node.type === "ImportDeclaration") return;
  visit(node, parent);
  for (const [key, value] of Object.entries(node)) {
    if (isTransparent && key !== "expression") continue;
    if ((key === "key" && node.computed !== true) || (key === "left" && node.type === "AssignmentExpression")) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each?.type === "string" && typeof each.start === "number") walk(each, node, visit);
    }
  }
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly operator: Operator;
  readonly text: string;
}

function changesOf(node: Node, parent: Node | null, source: string): readonly Change[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const of = (key: string) => node[key] as Node;
  const change = (operator: Operator, text: string, { start, end } = node): Change => ({ start, end, operator, text });
  const sign = node.operator as string;
  switch (node.type) {
    case "BinaryExpression": {
      const [operator, ...others] = BINARY[sign] ?? ["arithmetic"];
      if (sign === "+" && [of("left"), of("right")].some(isText)) return [];
      return others.map((other) => change(operator, `${textOf(of("left"))} ${other} ${textOf(of("right"))}`));
    }
    case "LogicalExpression":
      return [change("logic", `(${textOf(of("left"))}) ${LOGICAL[sign]} (${textOf(of("right"))})`)];
    case "AssignmentExpression":
      if (!(sign in ASSIGNMENT) || isText(of("right"))) return [];
      return [change("assignment", `${textOf(of("left"))} ${ASSIGNMENT[sign]} ${textOf(of("right"))}`)];
    case "IfStatement":
    case "ConditionalExpression":
      return [change("condition", "true", of("test")), change("condition", "false", of("test"))];
    case "WhileStatement":
    case "ForStatement":
      return of("test") ? [change("condition", "false", of("test"))] : [];
    case "UnaryExpression":
      if (sign === "!") return [change("boolean", textOf(of("argument")))];
      return sign === "-" ? [change("sign", textOf(of("argument")))] : [];
    case "Literal":
      return typeof node.value === "boolean" ? [change("boolean", String(!node.value))] : [];
    case "ArrayExpression":
      return (node.elements as unknown[]).length > 0 ? [change("array", "[]")] : [];
    case "ChainExpression":
      return [
        change(
          "optional chaining",
          textOf(node).replace(/\?\.(?=([[(])?)/, (_, bracket) => (bracket ? "" : ".")),
        ),
      ];
    case "CallExpression":
      return methodChanges(node, parent, source).map((text) => change("method", text));
    case "BlockStatement":
      return (node.body as unknown[]).length > 0 && parent?.type !== "TryStatement" ? [change("block", "{}")] : [];
    default:
      return [];
  }
}

/** An `undefined` result of a link of a chain looks like one of the chain: such calls stay as they are. */
function methodChanges(node: Node, parent: Node | null, source: string): readonly string[] {
  const callee = node.callee as Node;
  const property = callee.property as Node | undefined;
  const isPlain = callee.type === "MemberExpression" && callee.computed === false && callee.optional !== true;
  const isChained = parent?.type === "ChainExpression" || node.optional === true;
  const name = property?.name;
  if (!isPlain || !property || isChained || typeof name !== "string" || !Object.hasOwn(METHODS, name)) return [];
  const other = METHODS[name];
  const object = callee.object as Node;
  if (other === null) return [source.slice(object.start, object.end)];
  return [source.slice(node.start, property.start) + other + source.slice(property.end, node.end)];
}

const isText = ({ type, value }: Node): boolean => type === "TemplateLiteral" || typeof value === "string";
