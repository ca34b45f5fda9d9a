import { JOB_STATUSES } from "@cartulary/kernel";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, listOf, text, uuid } from "../fields.ts";
import { ADMINISTRATION_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const status = z.enum(JOB_STATUSES);

/** Background work of the host that waits, runs or has failed. */
export const JobRecord = record("Job", {
  id: uuid<"Job">(),
  queue: text(),
  status,
  attempts: z.int(),
  attemptsMax: z.int(),
  dueAt: instant().nullable(),
  failedAt: instant().nullable(),
  reason: text().nullable(),
});

/** The jobs with one status, at most 100. */
export const JobOverviewRecord = record("JobOverview", { jobs: listOf(JobRecord), jobsTruncated: z.boolean() });

const ALL = { tag: "extensions", scope: "admin", role: "admin" } as const;

const ONE = { ...ALL, params: snakeObject({ id: uuid<"Job">() }) } as const;

/** The queues of the host, for administrators. */
export const jobOperations = operations({
  listJobs: {
    ...ALL,
    method: "get",
    path: `${ADMINISTRATION_BASE}/jobs`,
    summary: "List the host's jobs that failed, wait or run, at most 100",
    query: snakeObject({ status: status.exactOptional() }),
    replies: { 200: JobOverviewRecord },
  },
  getJob: {
    ...ONE,
    method: "get",
    path: `${ADMINISTRATION_BASE}/jobs/{id}`,
    summary: "Get a job of the host; completed jobs are not kept",
    replies: { 200: JobRecord },
  },
  retryJob: {
    ...ONE,
    method: "post",
    path: `${ADMINISTRATION_BASE}/jobs/{id}/retry`,
    summary: "Let a failed job wait for one more attempt",
    replies: { 200: JobRecord },
  },
});
