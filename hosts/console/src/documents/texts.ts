import type { Language } from "@cartulary/http/pages";
import { pluralOf } from "../frame/texts.ts";

/** Texts of the pages of documents. */
interface DocumentTexts {
  readonly fields: Readonly<
    Record<
      | "name"
      | "description"
      | "kind"
      | "size"
      | "changed"
      | "by"
      | "publicState"
      | "tags"
      | "code"
      | "type"
      | "domain"
      | "created"
      | "createdBy"
      | "workspace"
      | "folder"
      | "textStatus"
      | "sha256"
      | "contentType"
      | "version"
      | "comment"
      | "file"
      | "files"
      | "place"
      | "number",
      string
    >
  >;
  readonly folder: string;
  readonly contents: string;
  readonly nameContains: string;
  readonly typeContains: string;
  readonly isPublic: string;
  readonly isNotPublic: string;
  readonly root: (workspace: string) => string;
  readonly tagsHint: string;
  readonly deleteQuestion: (name: string, documents: number, folders: number) => string;
  readonly deleteDocument: (name: string, versions: number) => string;
  readonly tooManyFolders: string;
  readonly facts: string;
  readonly preview: string;
  readonly noPreview: string;
  readonly versions: string;
  readonly noVersions: string;
  readonly currentVersion: string;
  readonly comparison: string;
  readonly restoreQuestion: (number: string) => string;
  readonly dropHere: string;
  readonly uploadFailed: string;
  readonly permissions: string;
  readonly publicAccess: string;
  readonly retention: Readonly<
    Record<
      | "title"
      | "until"
      | "hold"
      | "inForce"
      | "none"
      | "reason"
      | "reasonHint"
      | "setHold"
      | "releaseHold"
      | "holdQuestion"
      | "releaseQuestion",
      string
    >
  >;
  readonly textStatuses: Readonly<Record<string, string>>;
  readonly kinds: Readonly<
    Record<"pdf" | "image" | "text" | "writing" | "table" | "slides" | "archive" | "sound" | "film" | "other", string>
  >;
  readonly trash: {
    readonly title: string;
    readonly empty: string;
    readonly documents: string;
    readonly deleted: string;
    readonly until: string;
    readonly restoreHint: (name: string) => string;
    readonly purgeQuestion: (name: string) => string;
    readonly kinds: Readonly<Record<"workspace" | "folder" | "document", string>>;
  };
  readonly uploads: Readonly<
    Record<
      | "title"
      | "together"
      | "none"
      | "files"
      | "progress"
      | "status"
      | "started"
      | "source"
      | "merged"
      | "unfinished"
      | "noUnfinished"
      | "file"
      | "received"
      | "expires"
      | "cancelUpload"
      | "resume"
      | "sameFile"
      | "otherFile"
      | "needsScripts"
      | "notResumable",
      string
    >
  > & {
    readonly statuses: Readonly<Record<string, string>>;
    /** Two sizes: what has arrived, and the whole file. */
    readonly receivedOf: (received: string, whole: string) => string;
    readonly cancelQuestion: (name: string) => string;
  };
  readonly search: {
    readonly title: string;
    readonly query: string;
    readonly corrected: (query: string) => string;
    readonly none: string;
    readonly start: string;
  };
  readonly rights: {
    readonly mine: (level: string) => string;
    readonly because: Readonly<Record<"role" | "permission" | "public", string>>;
    readonly inheritedFrom: (name: string) => string;
    readonly here: string;
    readonly none: string;
    readonly levels: Readonly<Record<"read" | "write" | "manage", string>>;
    readonly caption: string;
    readonly who: string;
    readonly level: string;
    readonly source: string;
    readonly person: string;
    readonly group: string;
    readonly addPerson: string;
    readonly addGroup: string;
    readonly removeQuestion: (who: string) => string;
    readonly changeOf: (who: string) => string;
  };
  readonly access: {
    readonly states: Readonly<
      Record<"root" | "public" | "excluded" | "stale" | "not_stamped" | "not_published", string>
    >;
    readonly link: string;
    readonly copied: string;
    readonly scope: (documents: number, folders: number, already: number) => string;
    readonly unpublishQuestion: string;
    readonly liftQuestion: string;
    readonly subtree: string;
    readonly total: string;
    readonly publicCount: string;
    readonly unstamped: string;
    readonly excludedCount: string;
    readonly exclusions: string;
  };
}

const en: DocumentTexts = {
  fields: {
    name: "Name",
    description: "Description",
    kind: "Kind",
    size: "Size",
    changed: "Changed",
    by: "By",
    publicState: "Public",
    tags: "Tags",
    code: "Classification code",
    type: "Document type",
    domain: "Domain",
    created: "Created",
    createdBy: "Created by",
    workspace: "Workspace",
    folder: "Folder",
    textStatus: "Text for search",
    sha256: "SHA-256",
    contentType: "Media type",
    version: "Version",
    comment: "Comment",
    file: "File",
    files: "Files",
    place: "Destination",
    number: "Number",
  },
  folder: "Folder",
  contents: "Contents",
  nameContains: "Name contains",
  typeContains: "Media type contains",
  isPublic: "Public",
  isNotPublic: "Not public",
  root: (workspace) => `At the top of ${workspace}`,
  tagsHint: "Separate tags with commas.",
  deleteQuestion: (name, documents, folders) =>
    `Delete “${name}” with everything in it: ${documents} ${pluralOf("en", documents, "document", "documents")} and ${folders} ${pluralOf("en", folders, "folder", "folders")}.`,
  deleteDocument: (name, versions) =>
    `Delete “${name}” with ${versions} earlier ${pluralOf("en", versions, "version", "versions")}.`,
  tooManyFolders: "Only the first folders are offered.",
  facts: "Facts",
  preview: "Preview",
  noPreview: "This kind of file has no preview. Download it to read it.",
  versions: "Earlier versions",
  noVersions: "There is no earlier version.",
  currentVersion: "Current",
  comparison: "Comparison",
  restoreQuestion: (number) =>
    `Make version ${number} the current content. The present content becomes an earlier version.`,
  dropHere: "Choose files, or drop them anywhere on this page.",
  uploadFailed: "The upload was interrupted. Try again.",
  permissions: "Who can see this",
  publicAccess: "Public access",
  retention: {
    title: "Retention",
    until: "Keep until",
    hold: "Legal hold",
    inForce: "In force, with what is above",
    none: "none",
    reason: "Reason",
    reasonHint: "Needed to keep something for less time than before.",
    setHold: "Set a legal hold",
    releaseHold: "Release the legal hold",
    holdQuestion: "Nothing below is deleted or lost while the hold lasts.",
    releaseQuestion: "What is below may be deleted again, unless something else keeps it.",
  },
  textStatuses: {
    pending: "being read",
    read: "searchable",
    none: "has no text",
    failed: "could not be read",
    partial: "searchable in part",
  },
  kinds: {
    pdf: "PDF document",
    image: "Picture",
    text: "Plain text",
    writing: "Text document",
    table: "Spreadsheet",
    slides: "Slides",
    archive: "Archive file",
    sound: "Sound",
    film: "Film",
    other: "File",
  },
  trash: {
    title: "Trash",
    empty: "Nothing that you could take back was deleted.",
    documents: "Documents",
    deleted: "Deleted",
    until: "Kept until",
    restoreHint: (name) => `“${name}” returns to its old place, unless you choose another one. It is not public then.`,
    purgeQuestion: (name) => `Delete “${name}” for good. This cannot be undone.`,
    kinds: { workspace: "Workspace", folder: "Folder", document: "Document" },
  },
  uploads: {
    title: "Uploads",
    together: "Uploads of several files",
    unfinished: "Unfinished uploads",
    noUnfinished: "You have no unfinished upload of a large file.",
    file: "File",
    received: "Received",
    expires: "Kept until",
    receivedOf: (received, whole) => `${received} of ${whole}`,
    cancelUpload: "Cancel the upload",
    resume: "Resume the upload",
    sameFile: "Choose the same file again. Only what is missing is sent.",
    otherFile: "This file has another name or size. Choose the one that you began to upload.",
    needsScripts: "Resuming needs JavaScript, which is off in your browser. You can upload the whole file again.",
    notResumable: "This upload is over, or another person started it, so it cannot be resumed here.",
    cancelQuestion: (name) => `What has arrived of “${name}” is deleted. The file on your computer stays.`,
    none: "You have no uploads of several files.",
    files: "Files",
    progress: "Progress",
    status: "Status",
    started: "Started",
    source: "Source",
    merged: "Merged file",
    statuses: { pending: "waiting", in_progress: "running", completed: "done", failed: "failed" },
  },
  search: {
    title: "Search",
    query: "Words",
    corrected: (query) => `Nothing was found for these words. These are results for “${query}”.`,
    none: "No document was found.",
    start: "Type the words that a document contains.",
  },
  rights: {
    mine: (level) => `You may ${level}.`,
    because: {
      role: "Your role allows this everywhere.",
      permission: "A permission of yours or of a group of yours allows it.",
      public: "Everybody may read it, because it is public.",
    },
    inheritedFrom: (name) => `from ${name}`,
    here: "here",
    none: "Nobody has a permission here.",
    levels: { read: "read", write: "read and change", manage: "read, change and decide who may" },
    caption: "Permissions",
    who: "Who",
    level: "May",
    source: "Given",
    person: "Person",
    group: "Group",
    addPerson: "Add a person",
    addGroup: "Add a group",
    removeQuestion: (who) => `Remove the permission of ${who}.`,
    changeOf: (who) => `Change what ${who} may do`,
  },
  access: {
    states: {
      root: "This folder is published: everybody who has its link can read what is public in it.",
      public: "This is public through a published folder above it.",
      excluded: "This is not public: it is excluded.",
      stale: "This is not public any more: the publication ended, or it was moved or excluded since.",
      not_stamped: "This is not public yet: the folder above is published, but this was added later. Propagate it.",
      not_published: "This is not public.",
    },
    link: "Public link",
    copied: "Copied",
    scope: (documents, folders, already) =>
      `This concerns ${documents} ${pluralOf("en", documents, "document", "documents")} and ${folders} ${pluralOf("en", folders, "folder", "folders")}; ${already} of them ${pluralOf("en", already, "is", "are")} public now.`,
    unpublishQuestion: "Nobody without a permission will see this folder or anything public through it.",
    liftQuestion:
      "The exclusion ends. Nothing becomes public by that alone: propagate a published folder to publish it again.",
    subtree: "In this folder",
    total: "In all",
    publicCount: "Public",
    unstamped: "Not public yet",
    excludedCount: "Excluded",
    exclusions: "Excluded here",
  },
};

const fr: DocumentTexts = {
  fields: {
    name: "Nom",
    description: "Descriptif",
    kind: "Genre",
    size: "Taille",
    changed: "Modifié",
    by: "Par",
    publicState: "Visibilité",
    tags: "Étiquettes",
    code: "Code de classement",
    type: "Type de document",
    domain: "Domaine",
    created: "Créé",
    createdBy: "Créé par",
    workspace: "Espace",
    folder: "Dossier",
    textStatus: "Texte pour la recherche",
    sha256: "Empreinte SHA-256",
    contentType: "Type de média",
    version: "Version n°",
    comment: "Commentaire",
    file: "Fichier",
    files: "Fichiers",
    place: "Lieu de destination",
    number: "Numéro",
  },
  folder: "Dossier",
  contents: "Contenu",
  nameContains: "Le nom contient",
  typeContains: "Le type de média contient",
  isPublic: "Accessible à tous",
  isNotPublic: "Réservé",
  root: (workspace) => `À la racine de ${workspace}`,
  tagsHint: "Séparez les étiquettes par des virgules.",
  deleteQuestion: (name, documents, folders) =>
    `Supprimer « ${name} » avec tout son contenu : ${documents} ${pluralOf("fr", documents, "document", "documents")} et ${folders} ${pluralOf("fr", folders, "dossier", "dossiers")}.`,
  deleteDocument: (name, versions) =>
    `Supprimer « ${name} » avec ${versions} ${pluralOf("fr", versions, "version antérieure", "versions antérieures")}.`,
  tooManyFolders: "Seuls les premiers dossiers sont proposés.",
  facts: "Caractéristiques",
  preview: "Aperçu",
  noPreview: "Ce genre de fichier n'a pas d'aperçu. Téléchargez-le pour le lire.",
  versions: "Versions antérieures",
  noVersions: "Il n'y a pas de version antérieure.",
  currentVersion: "Actuelle",
  comparison: "Comparaison",
  restoreQuestion: (number) =>
    `Faire de la version ${number} le contenu actuel. Le contenu présent devient une version antérieure.`,
  dropHere: "Choisissez des fichiers, ou déposez-les n'importe où sur cette page.",
  uploadFailed: "L'envoi a été interrompu. Recommencez.",
  permissions: "Qui peut voir ceci",
  publicAccess: "Accès public",
  retention: {
    title: "Conservation",
    until: "Conserver jusqu'au",
    hold: "Gel juridique",
    inForce: "En vigueur, avec ce qui est au-dessus",
    none: "aucun",
    reason: "Motif",
    reasonHint: "Nécessaire pour conserver moins longtemps qu'auparavant.",
    setHold: "Poser un gel juridique",
    releaseHold: "Lever le gel juridique",
    holdQuestion: "Rien de ce qui est ici n'est supprimé ni perdu tant que dure le gel.",
    releaseQuestion: "Ce qui est ici pourra de nouveau être supprimé, sauf si autre chose le conserve.",
  },
  textStatuses: {
    pending: "en cours de lecture",
    read: "consultable",
    none: "sans texte",
    failed: "illisible",
    partial: "consultable en partie",
  },
  kinds: {
    pdf: "Document PDF",
    image: "Photo ou dessin",
    text: "Texte brut",
    writing: "Document de texte",
    table: "Tableur",
    slides: "Diapositives",
    archive: "Fichier d'archive",
    sound: "Son",
    film: "Vidéo",
    other: "Fichier",
  },
  trash: {
    title: "Corbeille",
    empty: "La corbeille ne contient rien que vous puissiez restaurer.",
    documents: "Nombre de documents",
    deleted: "Supprimé",
    until: "Conservé jusqu'au",
    restoreHint: (name) =>
      `« ${name} » revient à son ancien emplacement, sauf si vous en choisissez un autre. Ce ne sera alors pas public.`,
    purgeQuestion: (name) => `Supprimer « ${name} » définitivement. Personne ne pourra plus le restaurer.`,
    kinds: { workspace: "Espace", folder: "Dossier", document: "Fichier" },
  },
  uploads: {
    title: "Envois",
    together: "Envois de plusieurs fichiers",
    unfinished: "Envois inachevés",
    noUnfinished: "Vous n'avez aucun envoi inachevé de grand fichier.",
    file: "Fichier",
    received: "Reçu",
    expires: "Conservé jusqu'au",
    receivedOf: (received, whole) => `${received} sur ${whole}`,
    cancelUpload: "Annuler l'envoi",
    resume: "Reprendre l'envoi",
    sameFile: "Choisissez de nouveau le même fichier. Seul ce qui manque est envoyé.",
    otherFile: "Ce fichier a un autre nom ou une autre taille. Choisissez celui dont vous avez commencé l'envoi.",
    needsScripts:
      "Reprendre un envoi demande JavaScript, désactivé dans votre navigateur. Vous pouvez déposer de nouveau le fichier entier.",
    notResumable: "Cet envoi est terminé, ou une autre personne l'a commencé : il ne peut pas être repris ici.",
    cancelQuestion: (name) => `Ce qui est arrivé de « ${name} » sera supprimé. Le fichier sur votre ordinateur reste.`,
    none: "Vous n'avez aucun envoi de plusieurs fichiers.",
    files: "Fichiers",
    progress: "Avancement",
    status: "État",
    started: "Commencé",
    source: "Origine",
    merged: "Fichier fusionné",
    statuses: { pending: "en attente", in_progress: "en cours", completed: "terminé", failed: "échoué" },
  },
  search: {
    title: "Recherche",
    query: "Mots",
    corrected: (query) => `Rien ne correspond à ces mots. Voici les résultats pour « ${query} ».`,
    none: "Aucun document n'a été trouvé.",
    start: "Saisissez les mots que contient un document.",
  },
  rights: {
    mine: (level) => `Vous pouvez ${level}.`,
    because: {
      role: "Votre rôle le permet partout.",
      permission: "Une permission qui vous est donnée, ou à l'un de vos groupes, le permet.",
      public: "Chacun peut lire ceci, car c'est public.",
    },
    inheritedFrom: (name) => `héritée de ${name}`,
    here: "donnée ici",
    none: "Personne n'a de permission ici.",
    levels: { read: "lire", write: "lire et modifier", manage: "lire, modifier et décider qui le peut" },
    caption: "Droits accordés",
    who: "Qui",
    level: "Peut",
    source: "Origine",
    person: "Personne",
    group: "Groupe",
    addPerson: "Ajouter une personne",
    addGroup: "Ajouter un groupe",
    removeQuestion: (who) => `Retirer la permission de ${who}.`,
    changeOf: (who) => `Modifier ce que ${who} peut faire`,
  },
  access: {
    states: {
      root: "Ce dossier est publié : quiconque a son lien peut lire ce qui y est public.",
      public: "Ceci est public grâce à un dossier publié plus haut.",
      excluded: "Ceci n'est pas public : c'est exclu.",
      stale: "Ceci n'est plus public : la publication a pris fin, ou il y a eu depuis un déplacement ou une exclusion.",
      not_stamped:
        "Ceci n'est pas encore public : le dossier qui le contient est publié, mais ceci y a été ajouté ensuite. Propagez ce dossier.",
      not_published: "Ceci n'est pas public.",
    },
    link: "Lien public",
    copied: "Copié",
    scope: (documents, folders, already) =>
      `Cela concerne ${documents} ${pluralOf("fr", documents, "document", "documents")} et ${folders} ${pluralOf("fr", folders, "dossier", "dossiers")}, dont ${already} ${pluralOf("fr", already, "est public", "sont publics")} à présent.`,
    unpublishQuestion: "Personne ne verra plus sans permission ce dossier, ni ce qui n'est public que par lui.",
    liftQuestion:
      "L'exclusion prend fin. Rien ne devient public par cela seul : propagez un dossier publié pour publier à nouveau.",
    subtree: "Dans ce dossier",
    total: "En tout",
    publicCount: "Publics",
    unstamped: "Pas encore publics",
    excludedCount: "Exclus",
    exclusions: "Exclus ici",
  },
};

export const DOCUMENT_TEXTS: Readonly<Record<Language, DocumentTexts>> = { en, fr };
