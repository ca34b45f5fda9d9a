import { conflict, DomainError, forbidden, invalid, notFound, unavailable, unprocessable } from "@cartulary/kernel";
import { QueryError } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import {
  formatError,
  formatOAuthError,
  formatRentalError,
  HttpError,
  oauthDescriptionText,
  toErrorResponse,
} from "../src/transport/errors.ts";

const printed = (error: unknown) => {
  const refusal = toErrorResponse(error);
  return refusal && { status: refusal.status, headers: refusal.headers, body: formatError(refusal, "r") };
};

describe("an error", () => {
  it.each([
    [notFound(), 404, "not_found"],
    [forbidden("No"), 403, "forbidden"],
    [conflict("version_precondition_failed", "Late"), 409, "version_precondition_failed"],
    [unprocessable("folder_cycle", "Round"), 422, "folder_cycle"],
    [new QueryError("page", "is odd"), 400, "bad_request"],
    [new HttpError(414, "uri_too_long", "Long"), 414, "uri_too_long"],
    [new DomainError("insufficient_storage", "insufficient_storage", "Full"), 507, "insufficient_storage"],
  ])("has a status and a code: %s", (error, status, code) => {
    expect(printed(error)).toEqual({
      status,
      headers: {},
      body: { error: code, message: error.message, details: [], request_id: "r" },
    });
  });

  it("names fields as the wire does, in details and message", () => {
    const error = invalid({ field: "tagList[1]", code: "invalid", message: "is invalid" }, [
      { field: "variables.firstName", code: "blank", message: "can't be blank" },
      { field: "row 12", code: "taken", message: "is taken" },
    ]);
    expect(printed(error)?.body).toEqual({
      error: "unprocessable_entity",
      message: "tag_list[1] is invalid; variables.firstName can't be blank; row 12 is taken",
      details: [
        { field: "tag_list[1]", code: "invalid", message: "is invalid" },
        { field: "variables.firstName", code: "blank", message: "can't be blank" },
        { field: "row 12", code: "taken", message: "is taken" },
      ],
      request_id: "r",
    });
  });

  it("names the keys of an object of details as the wire does", () => {
    const error = unprocessable("chunks_missing", "Send them", { missingChunks: [1, 2] });
    expect(printed(error)?.body).toMatchObject({ details: { missing_chunks: [1, 2] } });
  });

  it("has the time of the next attempt", () => {
    expect(printed(unavailable("storage_unavailable", "Down", 4.2))).toMatchObject({
      status: 503,
      headers: { "Retry-After": "5" },
    });
  });

  it("does not describe a bug", () => {
    expect([new TypeError("x"), "text", null, undefined].map(toErrorResponse)).toEqual([null, null, null, null]);
  });
});

describe("an error of the rental product", () => {
  const details = (error: unknown) => {
    const refusal = toErrorResponse(error);
    return refusal && (formatRentalError(refusal, "r") as { readonly details: unknown }).details;
  };

  it("answers the codes of each field, named in the wire's case to the last name", () => {
    const error = invalid({ field: "accountingCode", code: "too_long", message: "is too long" }, [
      { field: "lines[3].amountCents", code: "blank", message: "can't be blank" },
      { field: "lines[3].amountCents", code: "not_a_number", message: "is not a number" },
      { field: "accountingCode", code: "too_long", message: "is too long" },
    ]);
    expect(details(error)).toEqual({
      accounting_code: ["too_long"],
      "lines[3].amount_cents": ["blank", "not_a_number"],
    });
  });

  it("always has an object as details", () => {
    expect(details(unprocessable("invalid_transition", "Late"))).toEqual({});
    expect(details(notFound())).toEqual({});
    expect(details(new QueryError("page", "is odd"))).toEqual({});
  });

  it("has details of a state error only where the specification names them", () => {
    const of = (code: string, named: Readonly<Record<string, unknown>>) => details(unprocessable(code, "Odd", named));
    expect(of("invalid_transition", { allowed: ["closed"] })).toEqual({});
    expect(of("fec_invalid", { rows: [{ line: 2, code: "date" }] })).toEqual({ rows: [{ line: 2, code: "date" }] });
    expect(of("run_stale", { changed: ["lease:1"] })).toEqual({ changed: ["lease:1"] });
    expect(of("retained", { until: "2036-12-31" })).toEqual({ until: "2036-12-31" });
  });
});

describe("an error of an OAuth endpoint", () => {
  it("speaks to clients of either convention, in characters that they allow", () => {
    const refusal = toErrorResponse(new DomainError("malformed", "invalid_grant", 'No "é\\"'));
    expect(refusal && formatOAuthError(refusal, "r")).toEqual({
      error: "invalid_grant",
      error_description: "No '?/'",
      message: "No '?/'",
      request_id: "r",
    });
    expect(oauthDescriptionText("\r\n\u0000~")).toBe("???~");
  });

  it("reports an unreadable body as invalid_request", () => {
    const refusal = toErrorResponse(new QueryError("q", "is odd"));
    expect(refusal && formatOAuthError(refusal, "r")).toMatchObject({ error: "invalid_request" });
  });
});
