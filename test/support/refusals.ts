import { expect } from "vitest";
import type { Refused, Reply } from "./send-request.ts";

/** Expects a refusal of this status and code, in the envelope that all of them have (documents.md 2.2). */
export function expectRefusal(reply: Reply<unknown>, status: number, code: string): Refused {
  expect({ status: reply.status, error: (reply.body as Refused | undefined)?.error, text: reply.text }).toMatchObject({
    status,
    error: code,
  });
  const { message, details, request_id, success = false, ...rest } = reply.body as Refused & { success?: boolean };
  // A code of chunked uploads only, where its meaning is unique.
  expect(success).toBe(false);
  expect(Object.keys(rest)).toEqual(["error"]);
  expect(message).toMatch(/\S/);
  // A list of errors; of the rental product, and where a rule names a key, an object.
  expect(typeof details).toBe("object");
  expect(request_id).toMatch(/\S/);
  expect(request_id).toBe(reply.headers.get("x-request-id"));
  expect(reply.headers.get("x-api-version")).toBe("1.0.0");
  if (status === 503) expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
  expectDiscreet(reply);
  return reply.body as Refused;
}

/** Expects headers that forbid content sniffing and caching without revalidation. */
export function expectDiscreet({ headers }: Reply<unknown>): void {
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toMatch(/\bno-(store|cache)\b/);
}

/** The refused fields with a code of each, as either product tells them. */
export function refusedFields({
  details,
}: Pick<Refused, "details">): readonly (readonly [field: string, code: string])[] {
  if (Array.isArray(details)) return details.map(({ field, code }) => [field, code]);
  const byField = Object.entries(details as unknown as Readonly<Record<string, readonly string[]>>);
  return byField.flatMap(([field, codes]) => codes.map((code) => [field, code] as const));
}

/** Expects a refusal of the rental product, with exactly these codes by field (rental.md §4). */
export function expectRentalInvalid(reply: Reply<unknown>, details: Readonly<Record<string, readonly string[]>>): void {
  expect(expectRefusal(reply, 422, "unprocessable_entity").details).toEqual(details);
}

/** Expects 422 with this detail among its details; answers the envelope. */
export function expectInvalid(reply: Reply<unknown>, field: string, code: string): Refused {
  const refused = expectRefusal(reply, 422, "unprocessable_entity");
  expect(refused.details).toContainEqual({ field, code, message: expect.stringMatching(/\S/) });
  return refused;
}

/** Expects the 404 that tells nothing. */
export const expectNotFound = (reply: Reply<unknown>): Refused => expectRefusal(reply, 404, "not_found");

/** Expects 400 `bad_request`. */
export const expectMalformed = (reply: Reply<unknown>): Refused => expectRefusal(reply, 400, "bad_request");

/** Expects a success and answers its body. */
export function expectStatus<Body>(reply: Reply<Body>, status: number): Body {
  expect({ status: reply.status, ...(reply.status !== status && { text: reply.text }) }).toEqual({ status });
  return reply.body;
}

/** A refusal as bytes, without what differs from request to request. */
export function withoutRequestId(reply: Reply<unknown>): { status: number; text: string; headers: [string, string][] } {
  const { request_id } = reply.body as Refused;
  const headers = [...reply.headers].filter(([name]) => name !== "x-request-id");
  return { status: reply.status, text: reply.text.replace(request_id, ""), headers };
}
