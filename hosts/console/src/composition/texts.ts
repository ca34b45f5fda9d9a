import type { Language } from "@cartulary/http/pages";

/** Texts of templates and compositions. */
interface CompositionTexts {
  readonly templates: string;
  readonly noTemplates: string;
  readonly compositions: string;
  readonly noCompositions: string;
  readonly fields: Readonly<
    Record<
      | "name"
      | "key"
      | "description"
      | "category"
      | "language"
      | "active"
      | "status"
      | "changed"
      | "template"
      | "source"
      | "variables"
      | "type"
      | "required"
      | "default"
      | "choices"
      | "parts"
      | "title"
      | "content"
      | "format"
      | "position"
      | "folder"
      | "pdf",
      string
    >
  >;
  readonly noVariables: string;
  readonly noParts: string;
  readonly statuses: Readonly<Record<"draft" | "in_progress" | "ready" | "exported", string>>;
  readonly partStatuses: Readonly<Record<"draft" | "editing" | "ready" | "validated" | "locked", string>>;
  readonly formats: Readonly<Record<"typst" | "markdown", string>>;
  readonly chooseTemplate: string;
  readonly openPdf: string;
  readonly compiled: string;
  readonly notCompiled: string;
  readonly compileQuestion: string;
  readonly diagnostics: string;
  readonly line: string;
  readonly message: string;
  readonly untitled: string;
  readonly failed: string;
  readonly deleteQuestion: (name: string) => string;
}

const en: CompositionTexts = {
  templates: "Templates",
  noTemplates: "There is no template.",
  compositions: "Compositions",
  noCompositions: "There is no composition that you can see.",
  fields: {
    name: "Name",
    key: "Key",
    description: "Description",
    category: "Category",
    language: "Language",
    active: "In use",
    status: "Status",
    changed: "Changed",
    template: "Template",
    source: "Source",
    variables: "Variables",
    type: "Type",
    required: "Required",
    default: "Usual value",
    choices: "Choices",
    parts: "Parts",
    title: "Title",
    content: "Text",
    format: "Format",
    position: "Position",
    folder: "Folder",
    pdf: "PDF",
  },
  noVariables: "There are no variables.",
  noParts: "There is no part yet.",
  statuses: { draft: "draft", in_progress: "in progress", ready: "ready", exported: "compiled" },
  partStatuses: { draft: "draft", editing: "being written", ready: "ready", validated: "validated", locked: "locked" },
  formats: { typst: "Typst", markdown: "Markdown" },
  chooseTemplate: "Choose a template",
  openPdf: "Open the PDF",
  compiled: "The PDF is ready.",
  notCompiled: "It is not compiled yet.",
  compileQuestion: "Make the PDF of all parts that are ready.",
  diagnostics: "Errors of the compilation",
  line: "Line",
  message: "Message",
  untitled: "Untitled part",
  failed: "The document does not compile.",
  deleteQuestion: (name) => `Delete “${name}”.`,
};

const fr: CompositionTexts = {
  templates: "Modèles",
  noTemplates: "Il n'y a aucun modèle.",
  compositions: "Compositions",
  noCompositions: "Il n'y a aucune composition visible pour vous.",
  fields: {
    name: "Nom",
    key: "Clé",
    description: "Descriptif",
    category: "Catégorie",
    language: "Langue",
    active: "En service",
    status: "État",
    changed: "Modifié",
    template: "Modèle",
    source: "Code source",
    variables: "Éléments variables",
    type: "Genre",
    required: "Obligatoire",
    default: "Valeur habituelle",
    choices: "Choix",
    parts: "Parties",
    title: "Titre",
    content: "Texte",
    format: "Notation",
    position: "Rang",
    folder: "Dossier",
    pdf: "Fichier PDF",
  },
  noVariables: "Il n'y a aucun élément variable.",
  noParts: "Il n'y a encore aucune partie.",
  statuses: { draft: "ébauche", in_progress: "en cours", ready: "prête", exported: "compilée" },
  partStatuses: {
    draft: "ébauche",
    editing: "en rédaction",
    ready: "prête",
    validated: "validée",
    locked: "verrouillée",
  },
  formats: { typst: "Notation Typst", markdown: "Notation Markdown" },
  chooseTemplate: "Choisissez un modèle",
  openPdf: "Ouvrir le PDF",
  compiled: "Le PDF est prêt.",
  notCompiled: "La composition n'est pas encore compilée.",
  compileQuestion: "Faire le PDF de toutes les parties prêtes.",
  diagnostics: "Erreurs de la compilation",
  line: "Ligne",
  message: "Erreur",
  untitled: "Partie sans titre",
  failed: "Le document ne se compile pas.",
  deleteQuestion: (name) => `Supprimer « ${name} ».`,
};

export const COMPOSITION_TEXTS: Readonly<Record<Language, CompositionTexts>> = { en, fr };
