import { z } from "zod";
import { snakeObject } from "./casing.ts";
import { HTML, operations, TEXT } from "./operation.ts";
import { record } from "./record.ts";

export const Health = record("Health", { status: z.literal("ok") });

const Check = z.enum(["ok", "down"]);

/** Availability of the database and the blob store. */
export const Readiness = record("Readiness", {
  status: z.enum(["ok", "unavailable", "starting", "stopping"]),
  checks: snakeObject({ database: Check, blobs: Check }),
});

export const hostOperations = operations({
  getHome: {
    method: "get",
    path: "/",
    tag: "host",
    summary: "Show the home page with a link to the API reference",
    scope: "none",
    headers: ["Accept-Language"],
    replies: { 200: HTML },
  },
  getReference: {
    method: "get",
    path: "/docs",
    tag: "host",
    summary: "Show the API reference",
    scope: "none",
    replies: { 200: HTML },
  },
  getHealth: {
    method: "get",
    path: "/healthz",
    tag: "host",
    summary: "Liveness: 200 while the process runs",
    scope: "none",
    replies: { 200: Health },
  },
  getReadiness: {
    method: "get",
    path: "/readyz",
    tag: "host",
    summary: "Readiness: 200 if the database and the blob store are available, otherwise 503",
    scope: "none",
    replies: { 200: Readiness, 503: Readiness },
  },
  getOpenapi: {
    method: "get",
    path: "/openapi.json",
    tag: "host",
    summary: "Get this OpenAPI document",
    scope: "none",
    headers: ["If-None-Match"],
    replies: { 200: z.record(z.string(), z.unknown()), 304: null },
  },
});

/** Not for clients of the API: a host may have no metrics, and shows them to a monitoring system only. */
export const metricsOperations = operations({
  getMetrics: {
    method: "get",
    path: "/metrics",
    tag: "host",
    summary: "Get the metrics of this process in the text format of Prometheus",
    scope: "none",
    replies: { 200: TEXT },
  },
});
