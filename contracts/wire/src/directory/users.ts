import { userListing } from "@cartulary/directory";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, role, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** A user who can sign in; visible to every user. */
export const UserRecord = record("User", {
  id: uuid<"User">(),
  emailAddress: text(),
  firstName: text().nullable(),
  lastName: text().nullable(),
  displayName: text(),
  initials: text(),
  role: role(),
  externalId: text().nullable(),
  /** `externalId` as misspelled in the first published sample. */
  externaId: text().nullable(),
  active: flag(),
  createdAt: instant(),
  updatedAt: instant(),
});

const changeFields = {
  password: text().exactOptional(),
  firstName: text().nullable().exactOptional(),
  lastName: text().nullable().exactOptional(),
  role: role().exactOptional(),
  externalId: text().nullable().exactOptional(),
};

export const UserCreation = record("UserCreate", { emailAddress: text(), ...changeFields });

export const UserChange = record("UserInput", {
  emailAddress: text().exactOptional(),
  ...changeFields,
  /** Required to change one's own password. */
  currentPassword: text().nullable().exactOptional(),
  active: flag().exactOptional(),
});

const One = snakeObject({ id: uuid<"User">() });

const PATH = `${DIRECTORY_BASE}/users` as const;

export const userOperations = operations({
  listUsers: {
    method: "get",
    path: PATH,
    tag: "users",
    summary: "List users",
    scope: "read",
    list: userListing,
    replies: { 200: z.array(UserRecord) },
  },
  createUser: {
    method: "post",
    path: PATH,
    tag: "users",
    summary: "Create a user",
    scope: "write",
    role: "admin",
    body: UserCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: UserRecord },
  },
  getMe: {
    method: "get",
    path: `${PATH}/me`,
    tag: "users",
    summary: "Get the current user",
    scope: "read",
    replies: { 200: UserRecord },
  },
  getUser: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "users",
    summary: "Get a user",
    scope: "read",
    params: One,
    replies: { 200: UserRecord },
  },
  updateUser: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "users",
    summary: "Update a user; users may change their own names and password",
    scope: "write",
    params: One,
    body: UserChange,
    replies: { 200: UserRecord },
  },
  deleteUser: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "users",
    summary: "Delete a user; the user's content is kept",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
