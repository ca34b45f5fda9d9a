import { groupMemberOperations, groupOperations, userOperations } from "@cartulary/wire";
import { html } from "hono/html";
import type { Option } from "../components/form.ts";
import { entriesOf, filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { fieldsOf, typedBody } from "../components/operation-form.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition } from "../frame/definitions.ts";
import { moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { adminAction, adminFieldTexts, adminPage, withAdminLinks } from "./admin-page.ts";
import { ADMIN_TEXTS } from "./texts.ts";

const { createUser, getUser, listUsers, updateUser } = userOperations;
const { createGroup, deleteGroup, getGroup, listGroups, updateGroup } = groupOperations;
const { addGroupMembers, listGroupMembers, removeGroupMember } = groupMemberOperations;

const ROLES = ["user", "manager", "admin", "super_admin"] as const;

const users = adminPage("/admin/users", [listUsers], async (visit) => {
  const { language, texts, base } = visit;
  const { headings, fields, roles, enable } = ADMIN_TEXTS[language];
  const reply = await visit.call(listUsers, {
    query: listQuery(visit, { defaults: { sort: "last_name", direction: "asc" } }),
  });
  const { create, change, disable } = texts.controls;
  const main = html`${bar([linkButton(`${base}/admin/users/create`, create)])}
${filters(visit, {
  fields: [
    { name: "q[display_name_cont]", label: fields.displayName },
    { name: "q[email_address_cont]", label: fields.emailAddress },
    {
      ...{ name: "q[role_eq]", label: fields.role, kind: "select" },
      options: [{ value: "", text: "–" }, ...ROLES.map((value) => ({ value, text: roles[value] }))],
    },
  ],
})}
${table({
  ...{ caption: headings.users, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.displayName, cell: ({ displayName }) => displayName },
    { head: fields.emailAddress, cell: ({ emailAddress }) => emailAddress },
    { head: fields.role, cell: ({ role }) => roles[role] },
    { head: fields.active, cell: ({ active }) => (active ? texts.yes : texts.no) },
    { head: fields.updatedAt, cell: ({ updatedAt }) => moment(language, updatedAt) },
    {
      head: texts.actions,
      cell: ({ id, active, displayName }) =>
        bar([
          linkButton(`${base}/admin/users/${id}/change`, change, `${change} ${displayName}`),
          active
            ? linkButton(`${base}/admin/users/${id}/disable`, disable, `${disable} ${displayName}`)
            : linkButton(`${base}/admin/users/${id}/enable`, enable, `${enable} ${displayName}`),
        ]),
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.users, main, page: "users" });
});

const USER_FIELDS = ["email_address", "first_name", "last_name", "role", "external_id", "password"];

const passwordKind = (fields: ReturnType<typeof fieldsOf>) =>
  fields.map((field) =>
    field.name === "password" ? { ...field, kind: "password" as const, autocomplete: "new-password" } : field,
  );

const newUser = adminAction({
  ...{ page: "users", path: "create", operations: [createUser] },
  button: ({ texts }) => texts.controls.create,
  fields: (visit) =>
    passwordKind(fieldsOf(visit, { body: createUser.body, names: USER_FIELDS, texts: adminFieldTexts(visit) })),
  perform: async (visit, typed) => {
    await visit.call(createUser, { body: typedBody({ body: createUser.body }, typed, { omitEmpty: true }) });
    return { to: "/admin/users" };
  },
});

const userOf = async (visit: Visit) => (await visit.call(getUser, { params: { id: visit.param("id") } })).value;

const changeUser = adminAction({
  ...{ page: "users", path: "{id}/change", operations: [getUser, updateUser] },
  button: ({ texts }) => texts.controls.save,
  before: async (visit) => (await userOf(visit)).displayName,
  fields: async (visit) =>
    passwordKind(
      fieldsOf(visit, {
        ...{ body: updateUser.body, names: USER_FIELDS, texts: adminFieldTexts(visit) },
        present: { ...(await userOf(visit)), password: "" },
      }),
    ),
  perform: async (visit, typed) => {
    const { password, ...body } = typedBody({ body: updateUser.body }, typed);
    const sent = password === "" ? body : { ...body, password };
    await visit.call(updateUser, { params: { id: visit.param("id") }, body: sent });
    return { to: "/admin/users" };
  },
});

/** Declares the action that lets a person sign in, or no more. */
const activation = (path: string, active: boolean): ActionDefinition =>
  adminAction({
    ...{ page: "users", path, operations: [getUser, updateUser], isDangerous: !active },
    button: ({ language, texts }) => (active ? ADMIN_TEXTS[language].enable : texts.controls.disable),
    before: async (visit) => {
      const { disableQuestion, enableQuestion } = ADMIN_TEXTS[visit.language];
      return `${(await userOf(visit)).displayName} – ${active ? enableQuestion : disableQuestion}`;
    },
    perform: async (visit) => {
      await visit.call(updateUser, { params: { id: visit.param("id") }, body: { active } });
      return { to: "/admin/users" };
    },
  });

const groups = adminPage("/admin/groups", [listGroups], async (visit) => {
  const { language, texts, base } = visit;
  const { headings, fields } = ADMIN_TEXTS[language];
  const reply = await visit.call(listGroups, { query: listQuery(visit, { defaults: { page: "1" } }) });
  const main = html`${bar([linkButton(`${base}/admin/groups/create`, texts.controls.create)])}
${filters(visit, { fields: [{ name: "q[name_cont]", label: fields.name }] })}
${table({
  ...{ caption: headings.groups, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.name, cell: ({ id, name }) => html`<a href="${base}/admin/groups/${id}">${name}</a>` },
    { head: fields.description, cell: ({ description }) => description ?? "–" },
    { head: fields.membersCount, isNumber: true, cell: ({ membersCount }) => numberText(language, membersCount) },
    { head: fields.updatedAt, cell: ({ updatedAt }) => moment(language, updatedAt) },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.groups, main, page: "groups" });
});

const groupOf = async (visit: Visit) => (await visit.call(getGroup, { params: { id: visit.param("id") } })).value;

const group = adminPage("/admin/groups/{id}", [getGroup, listGroupMembers], async (visit) => {
  const { language, texts, base } = visit;
  const { fields, members, addMember } = ADMIN_TEXTS[language];
  const found = await groupOf(visit);
  const reply = await visit.call(listGroupMembers, { params: { id: found.id }, query: listQuery(visit) });
  const { change, remove, delete: deletes } = texts.controls;
  const own = `${base}/admin/groups/${found.id}`;
  const main = html`${bar([
    linkButton(`${own}/members`, texts.controls.add, `${texts.controls.add} – ${addMember}`),
    linkButton(`${own}/change`, change),
    linkButton(`${own}/delete`, deletes),
  ])}
<p>${found.description ?? ""}</p>
${table({
  ...{ caption: members, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.displayName, cell: ({ user }) => user.displayName },
    { head: fields.emailAddress, cell: ({ user }) => user.emailAddress },
    {
      head: texts.actions,
      cell: ({ userId, user }) =>
        linkButton(`${own}/members/${userId}/delete`, remove, `${remove} ${user.displayName}`),
    },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: found.name, main, page: "groups" });
});

const newGroup = adminAction({
  ...{ page: "groups", path: "create", operations: [createGroup] },
  button: ({ texts }) => texts.controls.create,
  fields: (visit) => fieldsOf(visit, { body: createGroup.body, texts: adminFieldTexts(visit) }),
  perform: async (visit, typed) => {
    const body = typedBody({ body: createGroup.body }, typed, { omitEmpty: true });
    const { value } = await visit.call(createGroup, { body });
    return { to: `/admin/groups/${value.id}` };
  },
});

const changeGroup = adminAction({
  ...{ page: "groups", path: "{id}/change", operations: [getGroup, updateGroup] },
  button: ({ texts }) => texts.controls.save,
  fields: async (visit) =>
    fieldsOf(visit, {
      ...{ body: updateGroup.body, texts: adminFieldTexts(visit) },
      present: { ...(await groupOf(visit)) },
    }),
  perform: async (visit, typed) => {
    const id = visit.param("id");
    await visit.call(updateGroup, { params: { id }, body: typedBody({ body: updateGroup.body }, typed) });
    return { to: `/admin/groups/${id}` };
  },
});

const removeGroup = adminAction({
  ...{ page: "groups", path: "{id}/delete", operations: [getGroup, deleteGroup], isDangerous: true },
  button: ({ texts }) => texts.controls.delete,
  before: async (visit) => ADMIN_TEXTS[visit.language].deleteQuestion((await groupOf(visit)).name),
  perform: async (visit) => {
    await visit.call(deleteGroup, { params: { id: visit.param("id") } });
    return { to: "/admin/groups" };
  },
});

/** Returns the people to choose from. */
export async function userChoices(visit: Visit): Promise<readonly Option[]> {
  const people = await entriesOf((query) => visit.call(listUsers, { query }), { sort: "last_name" });
  return people.map(({ id, displayName, emailAddress }) => ({ value: id, text: `${displayName} (${emailAddress})` }));
}

const addMember = adminAction({
  ...{ page: "groups", path: "{id}/members", operations: [listUsers, addGroupMembers] },
  button: ({ texts }) => texts.controls.add,
  before: ({ language }) => ADMIN_TEXTS[language].addMember,
  fields: async (visit) => [
    {
      ...{ name: "user_id", label: ADMIN_TEXTS[visit.language].fields.userId, kind: "select", isRequired: true },
      options: await userChoices(visit),
    },
  ],
  perform: async (visit, typed) => {
    const id = visit.param("id");
    await visit.call(addGroupMembers, { params: { id }, body: { user_id: typed.value("user_id") ?? "" } });
    return { to: `/admin/groups/${id}` };
  },
});

const removeMember = adminAction({
  ...{ page: "groups", path: "{id}/members/{user_id}/delete", operations: [getGroup, removeGroupMember] },
  button: ({ texts }) => texts.controls.remove,
  before: async (visit) => `${(await groupOf(visit)).name} – ${ADMIN_TEXTS[visit.language].removeQuestion}`,
  perform: async (visit) => {
    await visit.call(removeGroupMember, { params: visit.params });
    return { to: `/admin/groups/${visit.param("id")}` };
  },
});

export const peoplePages: readonly PageDefinition[] = [users, groups, group];

export const peopleActions: readonly ActionDefinition[] = [
  ...[newUser, changeUser, activation("{id}/disable", false), activation("{id}/enable", true)],
  ...[newGroup, changeGroup, removeGroup, addMember, removeMember],
];
