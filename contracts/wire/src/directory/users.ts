import { userListing } from "@cartulary/directory";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, role, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** Somebody who signs in, as everyone who does may see them. */
export const UserRecord = record("User", {
  id: uuid<"User">(),
  emailAddress: text(),
  firstName: text().nullable(),
  lastName: text().nullable(),
  displayName: text(),
  initials: text(),
  role: role(),
  externalId: text().nullable(),
  /** The same again, as the first published sample spelled it. */
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

/** What is said of a user who is being made. */
export const UserCreation = record("UserCreate", { emailAddress: text(), ...changeFields });

/** What may be said of a user. */
export const UserChange = record("UserInput", {
  emailAddress: text().exactOptional(),
  ...changeFields,
  /** Asked of whoever changes the own password. */
  currentPassword: text().nullable().exactOptional(),
  active: flag().exactOptional(),
});

const One = snakeObject({ id: uuid<"User">() });

const PATH = `${DIRECTORY_BASE}/users` as const;

/** What can be done with users. */
export const userOperations = operations({
  listUsers: {
    method: "get",
    path: PATH,
    tag: "users",
    summary: "Everyone who signs in",
    scope: "read",
    list: userListing,
    replies: { 200: z.array(UserRecord) },
  },
  createUser: {
    method: "post",
    path: PATH,
    tag: "users",
    summary: "Make a user",
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
    summary: "Who the token speaks for",
    scope: "read",
    replies: { 200: UserRecord },
  },
  getUser: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "users",
    summary: "One user",
    scope: "read",
    params: One,
    replies: { 200: UserRecord },
  },
  updateUser: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "users",
    summary: "Change what is given of a user; people change their own names and password",
    scope: "write",
    params: One,
    body: UserChange,
    replies: { 200: UserRecord },
  },
  deleteUser: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "users",
    summary: "Delete a user; what they made stays",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
