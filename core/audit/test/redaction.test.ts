import type { Clock, Id, Instant, NewId, UserId } from "@cartulary/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { auditEvent, REDACTED, redactDetail } from "../src/index.ts";

const TOKEN = `ctat_${"aB3".repeat(16)}x`;
const ASSERTION = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln";

it.each([
  "password",
  "client_secret",
  "clientSecret",
  "token",
  "refresh_token",
  "codeVerifier",
  "code",
  "user_code",
  "deviceCode",
  "assertion",
  "key",
  "connector_key",
  "csrf",
  "token_hash",
])("redacts the value of %s", (key) => {
  expect(redactDetail({ [key]: "anything", deeper: { [key]: ["x"] } })).toEqual({
    [key]: REDACTED,
    deeper: { [key]: REDACTED },
  });
});

it("removes strings that look like secrets, under any name and at any depth", () => {
  const text = { note: `sent ${TOKEN}, twice: ${TOKEN}`, list: [ASSERTION, { phc: 1, x: "$argon2id$v=19$m=1$a$b" }] };
  expect(redactDetail(text)).toEqual({
    note: `sent ${REDACTED}, twice: ${REDACTED}`,
    list: [REDACTED, { phc: REDACTED, x: REDACTED }],
  });
});

it("leaves everything else as it is", () => {
  const text = {
    client_id: "office",
    reason: "reused",
    via: "password_grant",
    classification_code: "A.1",
    line_key: "2026-01",
    token_count: 3,
    count: { folders: 0 },
    none: null,
    yes: true,
  };
  expect(redactDetail(text)).toEqual(text);
});

it("never lets one of our secrets through", () => {
  const anyName = fc.string();
  const hidden = fc
    .tuple(fc.string(), fc.string({ unit: fc.constantFrom(..."aZ09"), minLength: 49, maxLength: 49 }))
    .map(([before, body]) => ({ body, text: `${before} ctck_${body} ` }));
  fc.assert(
    fc.property(anyName, hidden, ({ length }, { body, text }) => {
      expect(JSON.stringify(redactDetail({ [`n${length}`]: { list: [text] } }))).not.toContain(body);
    }),
  );
});

it("is redacted in every event that is made", () => {
  const clock: Clock = { now: () => "2026-01-01T00:00:00.000Z" as Instant };
  const newId = (() => "00000000-0000-7000-8000-000000000001") as NewId;
  const actor = { userId: "00000000-0000-7000-8000-000000000002" as UserId, tokenId: null as unknown as Id<"Token"> };
  const entry = { action: "connector.created", detail: { key: TOKEN, name: TOKEN } };
  expect(auditEvent({ clock, newId }, actor, entry).detail).toEqual({ key: REDACTED, name: REDACTED });
});
