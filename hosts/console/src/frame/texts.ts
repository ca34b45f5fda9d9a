import type { Language } from "@cartulary/http/pages";
import type { FieldErrorCode } from "@cartulary/kernel";
import { REFUSAL_TEXTS } from "./refusal-texts.ts";

/** The words of controls, which are law (console.md 6): the accessible name of a control begins with its word. */
export type ControlName =
  | "search"
  | "newWorkspace"
  | "newFolder"
  | "upload"
  | "rename"
  | "move"
  | "delete"
  | "deleteForGood"
  | "tags"
  | "download"
  | "newVersion"
  | "restore"
  | "compare"
  | "publish"
  | "unpublish"
  | "propagate"
  | "exclude"
  | "lift"
  | "copy"
  | "add"
  | "change"
  | "remove"
  | "filter"
  | "previous"
  | "next"
  | "save"
  | "cancel"
  | "create"
  | "disable"
  | "tryAgain"
  | "resume"
  | "newComposition"
  | "addPart"
  | "moveUp"
  | "moveDown"
  | "compile"
  | "compute"
  | "override"
  | "validate"
  | "apply"
  | "cancelRun"
  | "match"
  | "assign"
  | "import"
  | "makePain001"
  | "notReceived"
  | "close";

/** Texts of every area. */
export interface FrameTexts {
  readonly controls: Readonly<Record<ControlName, string>>;
  readonly sections: Readonly<
    Record<"documents" | "rental" | "administration" | "profile" | "tokens" | "tour", string>
  >;
  /** Messages by the code of a field error. */
  readonly fieldErrors: Readonly<Record<FieldErrorCode, string>>;
  /** Messages by the code of a refusal. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly otherRefusal: (code: string) => string;
  /** The heading of the summary of errors. */
  readonly errorSummary: (count: number) => string;
  /** What the page after a form says, where the action has no text of its own. */
  readonly done: string;
  readonly nothing: string;
  /** In place of `nothing` where filters are set. */
  readonly nothingFound: string;
  /** How amounts are typed. */
  readonly centsHint: string;
  readonly yes: string;
  readonly no: string;
  readonly optional: string;
  readonly none: string;
  readonly actions: string;
  readonly filters: string;
  readonly sort: string;
  readonly order: string;
  readonly ascending: string;
  readonly descending: string;
  readonly pages: string;
  readonly pageOf: (page: string, pages: string) => string;
  readonly results: (count: number, shown: string) => string;
}

const PLURALS: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
};

/** Chooses the form of a noun for a number. */
export function pluralOf(language: Language, count: number, one: string, other: string): string {
  return PLURALS[language].select(count) === "one" ? one : other;
}

const en: FrameTexts = {
  controls: {
    search: "Search",
    newWorkspace: "New workspace",
    newFolder: "New folder",
    upload: "Upload",
    rename: "Rename",
    move: "Move",
    delete: "Delete",
    deleteForGood: "Delete for good",
    tags: "Tags",
    download: "Download",
    newVersion: "New version",
    restore: "Restore",
    compare: "Compare",
    publish: "Publish",
    unpublish: "Unpublish",
    propagate: "Propagate",
    exclude: "Exclude",
    lift: "Lift the exclusion",
    copy: "Copy",
    add: "Add",
    change: "Change",
    remove: "Remove",
    filter: "Filter",
    previous: "Previous",
    next: "Next",
    save: "Save",
    cancel: "Cancel",
    create: "Create",
    disable: "Disable",
    tryAgain: "Try again",
    resume: "Resume",
    newComposition: "New composition",
    addPart: "Add part",
    moveUp: "Move up",
    moveDown: "Move down",
    compile: "Compile",
    compute: "Compute",
    override: "Override",
    validate: "Validate",
    apply: "Apply",
    cancelRun: "Cancel run",
    match: "Match",
    assign: "Assign",
    import: "Import",
    makePain001: "Make pain.001",
    notReceived: "Not received",
    close: "Close",
  },
  sections: {
    documents: "Documents",
    rental: "Rental",
    administration: "Administration",
    profile: "Profile",
    tokens: "Access tokens",
    tour: "Tour",
  },
  fieldErrors: {
    blank: "Fill this in.",
    invalid: "This value is not valid.",
    taken: "This is taken already.",
    too_long: "This is too long.",
    too_short: "This is too short.",
    not_a_number: "This is not a number.",
    greater_than_or_equal_to: "This is too small.",
    less_than_or_equal_to: "This is too large.",
    inclusion: "Choose one of the values offered.",
    not_found: "This does not exist, or you may not see it.",
    unsupported: "This is not supported.",
    shares_incomplete: "The shares of this key do not come to its total.",
  },
  refusals: REFUSAL_TEXTS.en,
  otherRefusal: (code) => `This was refused (${code}). Change the form, or ask an administrator.`,
  errorSummary: (count) => pluralOf("en", count, "There is a problem", `There are ${count} problems`),
  done: "Done.",
  nothing: "Nothing is here yet.",
  nothingFound: "Nothing matches. Change the filters, or empty them.",
  centsHint: "In euros, with the cents: 850.00",
  yes: "Yes",
  no: "No",
  optional: "optional",
  none: "none",
  actions: "Actions",
  filters: "Filters",
  sort: "Sort by",
  order: "Order",
  ascending: "ascending",
  descending: "descending",
  pages: "Pages of the list",
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  results: (count, shown) => pluralOf("en", count, `${shown} entry`, `${shown} entries`),
};

const fr: FrameTexts = {
  controls: {
    search: "Rechercher",
    newWorkspace: "Nouvel espace",
    newFolder: "Nouveau dossier",
    upload: "Déposer",
    rename: "Renommer",
    move: "Déplacer",
    delete: "Supprimer",
    deleteForGood: "Supprimer définitivement",
    tags: "Étiquettes",
    download: "Télécharger",
    newVersion: "Nouvelle version",
    restore: "Restaurer",
    compare: "Comparer",
    publish: "Publier",
    unpublish: "Dépublier",
    propagate: "Propager",
    exclude: "Exclure",
    lift: "Lever l'exclusion",
    copy: "Copier",
    add: "Ajouter",
    change: "Modifier",
    remove: "Retirer",
    filter: "Filtrer",
    previous: "Précédent",
    next: "Suivant",
    save: "Enregistrer",
    cancel: "Annuler",
    create: "Créer",
    disable: "Désactiver",
    tryAgain: "Réessayer",
    resume: "Reprendre",
    newComposition: "Nouvelle composition",
    addPart: "Ajouter une partie",
    moveUp: "Monter",
    moveDown: "Descendre",
    compile: "Compiler",
    compute: "Calculer",
    override: "Corriger",
    validate: "Valider",
    apply: "Appliquer",
    cancelRun: "Annuler le calcul",
    match: "Rapprocher",
    assign: "Affecter",
    import: "Importer",
    makePain001: "Faire un virement",
    notReceived: "Non reçu",
    close: "Clôturer",
  },
  sections: {
    documents: "Documents",
    rental: "Gestion",
    administration: "Administration",
    profile: "Profil",
    tokens: "Jetons d'accès",
    tour: "Visite guidée",
  },
  fieldErrors: {
    blank: "Remplissez ce champ.",
    invalid: "Cette valeur n'est pas valable.",
    taken: "C'est déjà pris.",
    too_long: "C'est trop long.",
    too_short: "C'est trop court.",
    not_a_number: "Ce n'est pas un nombre.",
    greater_than_or_equal_to: "C'est trop petit.",
    less_than_or_equal_to: "C'est trop grand.",
    inclusion: "Choisissez une des valeurs proposées.",
    not_found: "Cela n'existe pas, ou vous ne pouvez pas le voir.",
    unsupported: "Ce n'est pas pris en charge.",
    shares_incomplete: "Les parts de cette clé n’atteignent pas son total.",
  },
  refusals: REFUSAL_TEXTS.fr,
  otherRefusal: (code) => `Cela a été refusé (${code}). Modifiez le formulaire, ou demandez à un administrateur.`,
  errorSummary: (count) => pluralOf("fr", count, "Il y a une erreur", `Il y a ${count} erreurs`),
  done: "C'est fait.",
  nothing: "Il n'y a encore rien ici.",
  nothingFound: "Aucun résultat. Modifiez les filtres, ou videz-les.",
  centsHint: "En euros, avec les centimes : 850,00",
  yes: "Oui",
  no: "Non",
  optional: "facultatif",
  none: "aucun",
  actions: "Actions",
  filters: "Filtres",
  sort: "Trier par",
  order: "Ordre",
  ascending: "croissant",
  descending: "décroissant",
  pages: "Pages de la liste",
  pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  results: (count, shown) => pluralOf("fr", count, `${shown} élément`, `${shown} éléments`),
};

/** The texts of the frame. Those of an area stand in the area's own `texts.ts`. */
export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = { en, fr };
