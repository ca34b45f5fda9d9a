import { expect, it } from "vitest";
import { OAUTH_ERROR_CODES, oauthError } from "../src/index.ts";

it.each(OAUTH_ERROR_CODES)("%s has its code and one status", (code) => {
  const error = oauthError(code, "because");
  expect(error).toMatchObject({ code, message: "because", details: [] });
  expect(error.kind).toBe(code === "invalid_client" ? "unauthenticated" : "malformed");
});
