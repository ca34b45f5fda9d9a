import { requireLibraryRuntime } from "./runtime.ts";

export { BlobExistsError, type BlobKey, type BlobStore, type ByteRange, blobKey, parseBlobKey } from "./blob-store.ts";
export {
  administrates,
  askingBy,
  type Caller,
  effectiveScopes,
  isAdministrator,
  type RequestOrigin,
  ROLES,
  type Role,
  requireAdministrator,
  requireRole,
  requireScope,
  roleAllows,
  roleReaches,
  SCOPES,
  type Scope,
  scopesGrant,
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
export type { Digests, RunningDigest, Secrets } from "./digests.ts";
export { easterSundayOf } from "./easter.ts";
export {
  conflict,
  DomainError,
  type ErrorDetails,
  type ErrorKind,
  existing,
  FAULTS_MAX,
  type FieldError,
  type FieldErrorCode,
  forbidden,
  insufficientStorage,
  invalid,
  malformed,
  notFound,
  presentErrors,
  rateLimited,
  refused,
  requireSound,
  tooLarge,
  unavailable,
} from "./errors.ts";
export { type GroupId, type Id, type NewId, parseId, type UserId } from "./ids.ts";
export { type ServedTurns, turnOf } from "./jobs/owner-turns.ts";
export {
  ATTEMPTS_MAX,
  type Job,
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
  requireGoing,
  retrySeconds,
  StoppedError,
  type StopSignal,
  TOGETHER_MAX,
} from "./jobs/queue.ts";
export type { JobObserver, JobRunner, Timer } from "./jobs/runner.ts";
export { appendAll } from "./lists.ts";
export type { PlaceRequest } from "./place-request.ts";
export {
  COMPARING_PREDICATES,
  type ComparingPredicate,
  type Condition,
  type Direction,
  type FieldType,
  isJudging,
  JOINS,
  type Join,
  JUDGING_PREDICATES,
  type JudgingPredicate,
  type ListDialect,
  type Listing,
  type ListPlace,
  type ListQuery,
  offsetOf,
  type Page,
  type PageQuery,
  PREDICATE_TYPES,
  type Predicate,
  QUANTIFIERS,
  type Quantifier,
  ROWS_BYTES_MAX,
  SEARCHING_PREDICATES,
  standardLists,
  WRITTEN_TYPES,
} from "./records/listing.ts";
export { type Member, memberwise } from "./records/memberwise.ts";
export { createRecords, type RecordDependencies, type RecordFamily, type Records } from "./records/records.ts";
export type { Identified, RecordStore } from "./records/store.ts";
export { createRotation, type Rotation } from "./rotation.ts";
export { type CsvRow, type CsvSeparator, csvLine, csvRows, parseCsv } from "./text/csv.ts";
export { decoded, utf16Of } from "./text/decoding.ts";
export { JSON_OBJECT_BYTES_MAX, JSON_OBJECT_DEPTH_MAX, type JsonObject, jsonObjectError } from "./text/json-object.ts";
export { compatible, composed, decomposed, unmarked } from "./text/normalisation.ts";
export {
  changedLine,
  codePoints,
  fold,
  isDeceptive,
  isInvisible,
  isOverlong,
  isStorable,
  type LineRule,
  line,
  lineError,
  passageError,
  utf8Length,
  withoutControls,
} from "./text/text.ts";
export { transliterated } from "./text/transliteration.ts";
export { textOfUnits } from "./text/units.ts";
export type { Transact, TransactFor } from "./transact.ts";
export {
  type Answered,
  type CreationTerms,
  createIdempotently,
  requireIdempotencyKey,
  whileFound,
} from "./use-cases/idempotency.ts";
export {
  type Idempotency,
  type KeyedRequest,
  REPLAY_SECONDS,
  type Replay,
  type ReplayKey,
  type ReplayStore,
  type ReplayStores,
  type Sealing,
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
export { type Check, type Finding, type Looked, pagesOf, type RowInspection, rowCheck } from "./verification.ts";

// Every library of ours loads the kernel before it runs.
requireLibraryRuntime();
