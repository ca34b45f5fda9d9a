import type { Language } from "@cartulary/http/pages";

/** Texts of `/`. */
interface HomeTexts {
  readonly workspaces: string;
  readonly welcome: string;
  readonly what: string;
  readonly reference: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly changed: string;
  readonly noWorkspaces: string;
  readonly more: Readonly<Record<"templates" | "compositions" | "uploads" | "trash", string>>;
  readonly moreLabel: string;
  readonly nameContains: string;
}

const en: HomeTexts = {
  workspaces: "Workspaces",
  welcome: "Welcome",
  what: "Cartulary keeps the documents of an office and manages its rentals. Sign in to find your documents.",
  reference: "API reference, for programs",
  name: "Name",
  description: "Description",
  type: "Type",
  changed: "Changed",
  noWorkspaces: "You can see no workspace yet. Ask for access, or make one.",
  more: { templates: "Templates", compositions: "Compositions", uploads: "Uploads", trash: "Trash" },
  moreLabel: "More about documents",
  nameContains: "Name contains",
};

const fr: HomeTexts = {
  workspaces: "Espaces",
  welcome: "Bienvenue",
  what: "Cartulary conserve les documents d'un bureau et gère ses locations. Connectez-vous pour retrouver vos documents.",
  reference: "Référence de l'API, pour les programmes",
  name: "Nom",
  description: "Description",
  type: "Type",
  changed: "Modifié",
  noWorkspaces: "Vous ne voyez encore aucun espace. Demandez un accès, ou créez-en un.",
  more: { templates: "Modèles", compositions: "Compositions", uploads: "Envois", trash: "Corbeille" },
  moreLabel: "Autour des documents",
  nameContains: "Le nom contient",
};

export const HOME_TEXTS: Readonly<Record<Language, HomeTexts>> = { en, fr };
