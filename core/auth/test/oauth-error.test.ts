import { expect, it } from "vitest";
import { OAUTH_ERROR_CODES, oauthError } from "../src/index.ts";

it.each(OAUTH_ERROR_CODES)("%s keeps its code and asks for one status", (code) => {
  const error = oauthError(code, "because");
  expect(error).toMatchObject({ code, message: "because", details: [] });
  expect(error.kind).toBe(code === "invalid_client" ? "unauthenticated" : "malformed");
});
