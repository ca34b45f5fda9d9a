import { userOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { form } from "../components/form.ts";
import type { ActionDefinition, Area } from "../frame/definitions.ts";
import { bodyFrom } from "../frame/form-input.ts";
import { SETTINGS_TEXTS } from "./texts.ts";

const operations = [userOperations.getMe, userOperations.updateUser] as const;

/** `/settings/profile`: the person's account, and a form for its names. */
const profile: ActionDefinition = {
  path: "/settings/profile",
  operations,
  async form(visit, typed) {
    const { value: me } = await visit.call(userOperations.getMe);
    const own = SETTINGS_TEXTS[visit.language];
    const main = html`${facts([
      [own.email, me.emailAddress],
      [own.role, own.roles[me.role]],
    ])}
<h2>${own.names}</h2>
${form(visit, typed, {
  fields: [
    { name: "first_name", label: own.firstName, value: me.firstName, autocomplete: "given-name" },
    { name: "last_name", label: own.lastName, value: me.lastName, autocomplete: "family-name" },
  ],
  button: visit.texts.controls.save,
})}
<h2>${own.password}</h2>
<p><a class="button other" href="${visit.base}/settings/profile/password">${own.changePassword}</a></p>
<p>${own.looks}</p>`;
    return { title: own.title, main };
  },
  async perform(visit, typed) {
    const { value: me } = await visit.call(userOperations.getMe);
    const { first_name, last_name } = bodyFrom(userOperations.updateUser, typed);
    await visit.call(userOperations.updateUser, {
      params: { id: me.id },
      body: { ...(first_name !== undefined && { first_name }), ...(last_name !== undefined && { last_name }) },
    });
    return { to: "/settings/profile" };
  },
};

const password: ActionDefinition = {
  path: "/settings/profile/password",
  operations,
  async form(visit, typed) {
    const own = SETTINGS_TEXTS[visit.language];
    const main = form(visit, typed, {
      before: html`<p>${own.passwordHint}</p>`,
      fields: [
        ...[
          { name: "current_password", label: own.currentPassword, autocomplete: "current-password" },
          { name: "password", label: own.newPassword, autocomplete: "new-password" },
        ].map((field) => ({ ...field, kind: "password", isRequired: true }) as const),
      ],
      button: visit.texts.controls.change,
      cancel: "/settings/profile",
    });
    return {
      title: own.changePassword,
      main,
      trail: [{ path: "/settings/profile", text: own.title }],
      where: own.title,
    };
  },
  async perform(visit, typed) {
    const { value: me } = await visit.call(userOperations.getMe);
    const body = { current_password: typed.value("current_password") ?? "", password: typed.value("password") ?? "" };
    await visit.call(userOperations.updateUser, { params: { id: me.id }, body });
    return { to: "/settings/profile" };
  },
};

/** The pages of a person's own account, except /settings/tokens. */
export const settingsArea: Area = { pages: [], actions: [profile, password] };
