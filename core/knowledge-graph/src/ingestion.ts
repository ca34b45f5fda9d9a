import {
  type Digests,
  type FieldError,
  invalid,
  type JsonObject,
  jsonObjectError,
  type LineRule,
  lineError,
  normalizeLine,
  throwIfInvalid,
} from "@cartulary/kernel";
import { type ConnectorId, type GraphEdge, type GraphNode, graphEdge, graphNode } from "./graph.ts";

/** Maximum number of nodes, edges and deletions per request, together. */
export const INGESTION_ITEMS_MAX = 1000;

/** Maximum length of an external id, type, label or source in code points. */
export const GRAPH_LINE_MAX = 255;

/** Input of a node. */
export interface NodeInput {
  readonly externalId: string;
  readonly type: string;
  readonly label: string;
  /** Default: empty. */
  readonly properties?: JsonObject | null;
}

/** Input of an edge. */
export interface EdgeInput {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly properties?: JsonObject | null;
}

/** A request of a connector. Absent lists are empty. */
export interface IngestionInput {
  /** The origin of the data. Validated, but not stored. */
  readonly source?: string | null;
  readonly nodes?: readonly NodeInput[];
  readonly edges?: readonly EdgeInput[];
  /** External ids of nodes. */
  readonly deletions?: readonly string[];
}

/** A validated request, sorted by keys. */
export interface Ingestion {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly SentEdge[];
  readonly deletions: readonly string[];
}

/** An edge with its index in the request, for errors. */
export interface SentEdge {
  readonly edge: GraphEdge;
  readonly index: number;
}

/**
 * Validates and sorts a request. Throws `unprocessable_entity` for too many items, then for all invalid values, then
 * (`taken`) for duplicates.
 */
export function validateIngestion(connectorId: ConnectorId, input: IngestionInput, digests: Digests): Ingestion {
  requireFewItems(input);
  throwIfInvalid(valueErrors(input));
  const nodes = (input.nodes ?? []).map((node) => graphNode(connectorId, withProperties(node), digests));
  const edges = (input.edges ?? []).map((edge, index) => ({
    edge: graphEdge(connectorId, withProperties(edge), digests),
    index,
  }));
  const deletions = (input.deletions ?? []).map(normalizeLine);
  throwIfInvalid([
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

/** Throws an error on the list that exceeds the maximum, before reading items. */
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
    return [{ field: fieldOf(index), code: "taken" as const, message: "appears twice in this request" }];
  });
}

/** Compares by UTF-16 units, so that the order is the same on every host. */
function by<Item>(keyOf: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
