import type { Language } from "@cartulary/http/pages";

/** Texts of the profile. */
interface SettingsTexts {
  readonly title: string;
  readonly facts: string;
  readonly email: string;
  readonly role: string;
  readonly roles: Readonly<Record<"user" | "manager" | "admin" | "super_admin", string>>;
  readonly names: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly changePassword: string;
  readonly passwordHint: string;
  readonly wrongPassword: string;
  readonly looks: string;
}

const en: SettingsTexts = {
  title: "Profile",
  facts: "Account",
  email: "E-mail address",
  role: "Role",
  roles: { user: "User", manager: "Manager", admin: "Administrator", super_admin: "Chief administrator" },
  names: "Name",
  firstName: "First name",
  lastName: "Last name",
  password: "Password",
  currentPassword: "Current password",
  newPassword: "New password",
  changePassword: "Change the password",
  passwordHint: "All your other sessions and tokens end.",
  wrongPassword: "This is not your current password.",
  looks: "Language and colours are chosen at the end of every page.",
};

const fr: SettingsTexts = {
  title: "Profil",
  facts: "Compte",
  email: "Adresse e-mail",
  role: "Rôle",
  roles: {
    user: "Utilisateur",
    manager: "Gestionnaire",
    admin: "Administrateur",
    super_admin: "Administrateur principal",
  },
  names: "Identité",
  firstName: "Prénom",
  lastName: "Nom",
  password: "Mot de passe",
  currentPassword: "Mot de passe actuel",
  newPassword: "Nouveau mot de passe",
  changePassword: "Modifier le mot de passe",
  passwordHint: "Toutes vos autres sessions et tous vos jetons prennent fin.",
  wrongPassword: "Ce n'est pas votre mot de passe actuel.",
  looks: "La langue et les couleurs se choisissent en bas de chaque page.",
};

export const SETTINGS_TEXTS: Readonly<Record<Language, SettingsTexts>> = { en, fr };
