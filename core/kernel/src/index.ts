import { requireLibraryRuntime } from "./runtime.ts";

export {
  type BackupFileState,
  type BackupFolder,
  type DatabaseBackup,
  MissingToolError,
  type NamedBlob,
} from "./backup.ts";
export { BlobExistsError, type BlobKey, type BlobStore, type ByteRange, blobKey, parseBlobKey } from "./blob-store.ts";
export {
  type Caller,
  effectiveScopes,
  isAdministrator,
  isAdministratorRole,
  isRoleAtLeast,
  type RequestOrigin,
  ROLES,
  type Role,
  requireAdministrator,
  requireRole,
  requireScope,
  roleAllows,
  SCOPES,
  type Scope,
  scopesGrant,
  withOrigin,
} from "./caller.ts";
export { type Clock, type Instant, instantOf, millisecondsOf, secondsAfter } from "./clock.ts";
export {
  addDays,
  addMonths,
  addQuarters,
  addYears,
  type Day,
  dayAfter,
  dayBefore,
  dayOfMonth,
  daysBetween,
  firstDay,
  firstDayOfQuarter,
  firstDayOfYear,
  lastDay,
  lastDayOfYear,
  type Month,
  monthAfter,
  monthNumberOf,
  monthOf,
  monthsBetween,
  parseDay,
  parseMonth,
  parseQuarter,
  periodsBetween,
  type Quarter,
  quarterOf,
  weekdayOf,
} from "./day.ts";
export { DECIMAL_ONE, type Decimal, decimalText, parseDecimal } from "./decimal.ts";
export type { Digests, IncrementalDigest, Secrets } from "./digests.ts";
export { easterSundayOf } from "./easter.ts";
export {
  conflict,
  DomainError,
  ERRORS_REPORTED_MAX,
  type ErrorDetails,
  type ErrorKind,
  type FieldError,
  type FieldErrorCode,
  forbidden,
  insufficientStorage,
  invalid,
  malformed,
  notFound,
  orNotFound,
  rateLimited,
  throwIfInvalid,
  tooLarge,
  unavailable,
  unprocessable,
  withoutNulls,
} from "./errors.ts";
export { type GroupId, type Id, type NewId, parseId, type UserId } from "./ids.ts";
export { ELEMENTS_PER_JOB_MAX, elementsJob, type NextElements } from "./jobs/elements-job.ts";
export {
  JOB_STATUSES,
  type JobRecordStores,
  type JobRecords,
  type JobStatus,
  type StoredJob,
} from "./jobs/job-records.ts";
export { payloadWithTrace, traceOfPayload } from "./jobs/job-trace.ts";
export { type ServedTurns, turnOf } from "./jobs/owner-turns.ts";
export {
  ATTEMPTS_MAX,
  JOB_BATCH_MAX,
  type Job,
  JobCancelledError,
  type JobDefinition,
  type JobHandler,
  type JobLeases,
  type JobStores,
  type Jobs,
  LEASE_SECONDS,
  type LeaseStores,
  type NewJob,
  type QueueCounts,
  RETRY_SECONDS_MAX,
  RETRY_SECONDS_MIN,
  recurringJob,
  retrySeconds,
  type StopSignal,
  throwIfCancelled,
} from "./jobs/queue.ts";
export type { JobObserver, JobRunner, Timer } from "./jobs/runner.ts";
export { appendAll } from "./lists.ts";
export { dayInParis } from "./paris-date.ts";
export type { PlaceRequest } from "./place-request.ts";
export {
  anyValueRule,
  dayRule,
  decimalRule,
  type FieldRule,
  lineRule,
  nameRule,
  nullableRule,
  passageRule,
  requiredPassageRule,
  type ValueBounds,
  verbatimRule,
  wholeNumberRule,
} from "./records/field-rules.ts";
export {
  choice,
  day,
  decimal,
  type Field,
  type FieldOf,
  type FieldOptions,
  field,
  flag,
  id,
  instant,
  integer,
  type Only,
  passage,
  text,
} from "./records/fields.ts";
export {
  COMPARISON_PREDICATES,
  type ComparisonPredicate,
  type Condition,
  DEFAULT_LIST_DIALECT,
  type Direction,
  type FieldType,
  isStatePredicate,
  JOINS,
  type Join,
  type ListCursor,
  type ListDialect,
  type Listing,
  type ListQuery,
  offsetOf,
  PATTERN_PREDICATES,
  type Page,
  type PageQuery,
  PREDICATE_TYPES,
  type Predicate,
  QUANTIFIERS,
  type Quantifier,
  ROWS_BYTES_MAX,
  STATE_PREDICATES,
  type StatePredicate,
  TEXT_TYPES,
} from "./records/listing.ts";
export { createMapper, type FieldMapping } from "./records/object-mapper.ts";
export {
  type CreationOf,
  defaultsOf,
  type Fields,
  type FilterOf,
  filtersOf,
  inputErrors,
  listingOf,
  newRecord,
  type PatchOf,
  patchOf,
  type RecordDeclaration,
  type RecordOf,
  record,
  requiredNames,
} from "./records/record.ts";
export { createRecords, type RecordDependencies, type RecordFamily, type Records } from "./records/record-service.ts";
export type { HasId, RecordStore } from "./records/store.ts";
export { createRotation, type Rotation } from "./rotation.ts";
export { type CsvRow, type CsvSeparator, csvLine, csvRows, parseCsv } from "./text/csv.ts";
export { decodeText, utf16Of } from "./text/decode-text.ts";
export { JSON_OBJECT_BYTES_MAX, JSON_OBJECT_DEPTH_MAX, type JsonObject, jsonObjectError } from "./text/json-object.ts";
export {
  codePoints,
  exceedsCodePoints,
  fold,
  isDeceptive,
  isInvisible,
  isStorable,
  type LineRule,
  lineError,
  normalizeLine,
  passageError,
  removeControlCharacters,
  updatedLine,
  utf8Length,
} from "./text/line-and-passage.ts";
export { removeDiacritics, toNfc, toNfkc, toNfkd } from "./text/normalisation.ts";
export { textOfUnits } from "./text/text-of-units.ts";
export { transliterated } from "./text/transliteration.ts";
export { utf8Bytes } from "./text/utf8-bytes.ts";
export { type Span, type SpanAttributes, type SpanTerms, type Tracer, traced } from "./tracer.ts";
export type { Transact, TransactFor } from "./transact.ts";
export { type Transitions, transitions } from "./transitions.ts";
export {
  createIdempotently,
  type IdempotentReply,
  type ReplayPolicy,
  replayWhileVisible,
  requireIdempotencyKey,
} from "./use-cases/idempotency.ts";
export type { JobAdministration, JobOverview } from "./use-cases/job-administration.ts";
export {
  type Idempotency,
  type IdempotentRequest,
  REPLAY_SECONDS,
  type Replay,
  type ReplayKey,
  type ReplayStore,
  type ReplayStores,
  type ReplyCipher,
} from "./use-cases/replays.ts";
export {
  create,
  type OnRemoval,
  read,
  service,
  single,
  type UseCase,
  type UseCases,
  write,
} from "./use-cases/use-cases.ts";
export { type Check, type CheckStep, type Finding, type RowCheckOptions, readPages, rowCheck } from "./verification.ts";
export { createWorkQueue, type WorkQueue, type WorkQueueLimits } from "./work-queue.ts";

// Every library of ours loads the kernel before it runs.
requireLibraryRuntime();
