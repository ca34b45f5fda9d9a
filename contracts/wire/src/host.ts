import { z } from "zod";
import { snakeObject } from "./casing.ts";
import { HTML, operations } from "./operation.ts";
import { record } from "./record.ts";

/** The process lives. */
export const Health = record("Health", { status: z.literal("ok") });

const Check = z.enum(["ok", "down"]);

/** Whether what a host stands on answers. */
export const Readiness = record("Readiness", {
  status: z.enum(["ok", "unavailable", "stopping"]),
  checks: snakeObject({ database: Check, blobs: Check }),
});

/** What a host says of itself. */
export const hostOperations = operations({
  getHome: {
    method: "get",
    path: "/",
    tag: "host",
    summary: "A page that says where the reference is",
    scope: "none",
    headers: ["Accept-Language"],
    replies: { 200: HTML },
  },
  getReference: {
    method: "get",
    path: "/docs",
    tag: "host",
    summary: "The API reference, as a page",
    scope: "none",
    replies: { 200: HTML },
  },
  getHealth: {
    method: "get",
    path: "/healthz",
    tag: "host",
    summary: "Answers while the process lives",
    scope: "none",
    replies: { 200: Health },
  },
  getReadiness: {
    method: "get",
    path: "/readyz",
    tag: "host",
    summary: "Answers 200 when the database and the blob store do, else 503",
    scope: "none",
    replies: { 200: Readiness, 503: Readiness },
  },
  getOpenapi: {
    method: "get",
    path: "/openapi.json",
    tag: "host",
    summary: "This description",
    scope: "none",
    replies: { 200: z.record(z.string(), z.unknown()) },
  },
});
