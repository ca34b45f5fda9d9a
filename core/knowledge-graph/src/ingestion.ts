import {
  type Digests,
  type FieldError,
  invalid,
  type JsonObject,
  jsonObjectError,
  type LineRule,
  line,
  lineError,
  requireSound,
} from "@cartulary/kernel";
import { type ConnectorId, type GraphEdge, type GraphNode, graphEdge, graphNode } from "./graph.ts";

/** Nodes, edges and deletions that one request may bring, together. */
export const INGESTION_ITEMS_MAX = 1000;

/** Code points of an external id, a type, a label, a source. */
export const GRAPH_LINE_MAX = 255;

/** What is sent of a node. */
export interface NodeInput {
  readonly externalId: string;
  readonly type: string;
  readonly label: string;
  /** None when absent. */
  readonly properties?: JsonObject | null;
}

/** What is sent of an edge, likewise. */
export interface EdgeInput {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly properties?: JsonObject | null;
}

/** What a connector brings at once. What is absent is empty. */
export interface IngestionInput {
  /** Where the connector has it from. It is judged, and stored nowhere: nothing answers it. */
  readonly source?: string | null;
  readonly nodes?: readonly NodeInput[];
  readonly edges?: readonly EdgeInput[];
  /** External ids of nodes. */
  readonly deletions?: readonly string[];
}

/** What a connector brings, judged, in the order of its keys. */
export interface Ingestion {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly SentEdge[];
  readonly deletions: readonly string[];
}

/** An edge and its place in the request, by which a refusal names it. */
export interface SentEdge {
  readonly edge: GraphEdge;
  readonly index: number;
}

/**
 * What is brought, ready to be stored. Refuses with `unprocessable_entity` what is too much, then all values that are wrong,
 * then (`taken`) whatever stands in the request twice.
 */
export function judgedIngestion(connectorId: ConnectorId, input: IngestionInput, digests: Digests): Ingestion {
  requireFewItems(input);
  requireSound(valueErrors(input));
  const nodes = (input.nodes ?? []).map((node) => graphNode(connectorId, withProperties(node), digests));
  const edges = (input.edges ?? []).map((edge, index) => ({
    edge: graphEdge(connectorId, withProperties(edge), digests),
    index,
  }));
  const deletions = (input.deletions ?? []).map(line);
  requireSound([
    ...repeatedErrors(
      nodes.map(({ externalId }) => externalId),
      (index) => `nodes[${index}].externalId`,
    ),
    ...repeatedErrors(
      edges.map(({ edge }) => edge.place),
      (index) => `edges[${index}]`,
    ),
    ...repeatedErrors(deletions, (index) => `deletions[${index}]`),
  ]);
  return {
    nodes: nodes.toSorted(by(({ externalId }) => externalId)),
    edges: edges.toSorted(by(({ edge }) => edge.place)),
    deletions: deletions.toSorted(by((externalId) => externalId)),
  };
}

/** Names the list that goes past the most, before anything of a list is looked at. */
function requireFewItems({ nodes = [], edges = [], deletions = [] }: IngestionInput): void {
  let count = 0;
  for (const [field, { length }] of Object.entries({ nodes, edges, deletions })) {
    count += length;
    if (count > INGESTION_ITEMS_MAX) throw invalid({ field, code: "too_long", message: TOO_MANY });
  }
}

const TOO_MANY = `bring more than ${INGESTION_ITEMS_MAX} nodes, edges and deletions together: send them in several requests`;

const REQUIRED: LineRule = { max: GRAPH_LINE_MAX, required: true };
const OPTIONAL: LineRule = { max: GRAPH_LINE_MAX, required: false };

function valueErrors({ source, nodes = [], edges = [], deletions = [] }: IngestionInput) {
  return [
    source ? lineError("source", source, OPTIONAL) : null,
    ...nodes.flatMap(({ externalId, type, label, properties }, index) => [
      ...linesErrors(`nodes[${index}]`, { externalId, type, label }),
      propertiesError(`nodes[${index}]`, properties),
    ]),
    ...edges.flatMap(({ from, to, type, properties }, index) => [
      ...linesErrors(`edges[${index}]`, { from, to, type }),
      propertiesError(`edges[${index}]`, properties),
    ]),
    ...deletions.map((externalId, index) => lineError(`deletions[${index}]`, externalId, REQUIRED)),
  ];
}

function linesErrors(item: string, lines: Readonly<Record<string, string>>): readonly (FieldError | null)[] {
  return Object.entries(lines).map(([name, text]) => lineError(`${item}.${name}`, text, REQUIRED));
}

function propertiesError(item: string, properties: JsonObject | null | undefined): FieldError | null {
  return properties ? jsonObjectError(`${item}.properties`, properties) : null;
}

function withProperties<Input extends { readonly properties?: JsonObject | null }>(input: Input) {
  return { ...input, properties: input.properties ?? {} };
}

function repeatedErrors(keys: readonly string[], fieldOf: (index: number) => string): readonly FieldError[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ field: fieldOf(index), code: "taken" as const, message: "stands in this request twice" }];
  });
}

/** Compares by UTF-16 units: the same order on every host. */
function by<Item>(keyOf: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
