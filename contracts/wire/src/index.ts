export * from "./auth/index.ts";
export { camelName, type SnakeObject, snakeName, snakeObject, wireShape } from "./casing.ts";
export * from "./composition/index.ts";
export { fieldText, withText } from "./description/describe.ts";
export { HEADER_TEXTS, parameterText } from "./description/parameter-texts.ts";
export { type RefusalForm, refusalFormOf, refusalsOf } from "./description/refusals.ts";
export { TAG_TEXTS } from "./description/tag-texts.ts";
export * from "./directory/index.ts";
export * from "./documents/index.ts";
export { ErrorBody, ErrorDetail, OAuthErrorBody, RentalErrorBody } from "./error.ts";
export {
  amount,
  day,
  decimal,
  flag,
  freeForm,
  instant,
  integer,
  listOf,
  month,
  queryFlag,
  role,
  text,
  uuid,
} from "./fields.ts";
export {
  COMPOUND_FIELDS_MAX,
  CONDITIONS_MAX,
  FILTER_VALUE_MAX,
  filterFieldsOf,
  LIST_VALUES_MAX,
  WILDCARDS_MAX,
} from "./filters.ts";
export { type FormField, formFieldOf, readForm, writeForm } from "./form.ts";
export { SEARCH_MAX } from "./free-text.ts";
export { Health, hostOperations, metricsOperations, Readiness } from "./host.ts";
export {
  isRequired,
  type JsonSchema,
  jsonSchemaOf,
  namedJsonSchema,
  namedJsonSchemas,
  requiresBody,
} from "./json-schema.ts";
export { writeJson, writeJsonElements, writeJsonPieces } from "./json-writer.ts";
export * from "./knowledge-graph/index.ts";
export {
  hasPageParameters,
  OFFSET,
  pageAtOffset,
  parseList,
  parsePages,
  printList,
  printPages,
  sortsOf,
} from "./listing.ts";
export {
  ADMINISTRATION_BASE,
  ANSWER_BYTES_MAX,
  BYTES,
  DIRECTORY_BASE,
  DOCUMENTS_BASE,
  type Encoding,
  HTML,
  KNOWLEDGE_GRAPH_BASE,
  type Method,
  OAUTH_BASE,
  type Operation,
  type OperationShape,
  type Operations,
  operations,
  PAGES,
  PORTAL_BASE,
  PUBLIC_BASE,
  RENTAL_BASE,
  type ReplyBody,
  TEXT,
} from "./operation.ts";
export type {
  BringsBytes,
  ElementOf,
  IsList,
  ListRequestOf,
  OutputOf,
  ReplyValue,
  StatusOf,
} from "./operation-types.ts";
export { allOperations, type OperationId } from "./operations.ts";
export * from "./portal/index.ts";
export { type Parameters, parameterValue, QueryError } from "./query.ts";
export { camelRecord } from "./record.ts";
export * from "./rental/index.ts";
export { type ReadResult, readShape, writeShape } from "./shape.ts";
