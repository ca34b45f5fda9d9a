export { ApiError } from "./api-error.ts";
export { type Client, createClient } from "./create-client.ts";
export { type Change, type Feed, type FollowOptions, follow } from "./follow.ts";
export type * from "./generated/operations.ts";
export type { ClientOptions } from "./settings.ts";
export type { TokenSource, Tokens } from "./tokens.ts";
export type {
  CallOptions,
  FilterValue,
  ListMethod,
  Method,
  Page,
  StagingMethod,
  Upload,
  UploadProgress,
} from "./types.ts";
