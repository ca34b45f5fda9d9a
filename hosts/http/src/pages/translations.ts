import type { Scope } from "@cartulary/kernel";
import type { Language } from "../transport/language.ts";

/** The heading and the advice of an error page. */
interface Refused {
  readonly title: string;
  readonly advice: string;
}

/** A link to a page. */
interface Linked {
  readonly name: string;
  readonly what: string;
}

/** The kinds of files that users distinguish. */
export type FileKind =
  | "pdf"
  | "image"
  | "text"
  | "writing"
  | "table"
  | "slides"
  | "archive"
  | "sound"
  | "film"
  | "other";

/** All texts of our pages. One object per language, so that a missing translation does not compile. */
interface Texts {
  readonly signIn: string;
  readonly signOut: string;
  readonly skip: string;
  readonly search: string;
  readonly mainNavigation: string;
  readonly breadcrumb: string;
  /** Begins the browser's title of a form with errors. */
  readonly errorPrefix: string;
  readonly requestId: string;
  /** The links at the end of a page. */
  readonly elsewhere: Readonly<
    Record<"pages" | "home" | "reference" | "languages" | "themes" | "lightTheme" | "darkTheme" | "systemTheme", string>
  >;
  readonly home: {
    readonly title: string;
    readonly what: string;
  } & Readonly<Record<"reference" | "description" | "login" | "tokens" | "activation", Linked>>;
  readonly login: {
    readonly title: string;
    readonly email: string;
    readonly password: string;
    readonly submit: string;
    readonly refused: string;
    readonly tooMany: (minutes: number) => string;
  };
  readonly consent: {
    readonly title: (application: string) => string;
    readonly asks: (application: string) => string;
    readonly scopes: Readonly<Record<Scope, string>>;
    readonly signedInAs: string;
    readonly goesTo: string;
    readonly approve: string;
    readonly deny: string;
  };
  readonly activation: {
    readonly title: string;
    readonly code: string;
    readonly next: string;
    readonly program: string;
    readonly unnamed: string;
    readonly address: string;
    readonly time: string;
    readonly mayDo: string;
    readonly onlyOwn: string;
    readonly approve: string;
    readonly deny: string;
    readonly approved: string;
    readonly denied: string;
    readonly wrongCode: string;
    readonly wrongScope: string;
    readonly tooManyTokens: string;
    readonly needsPassword: string;
    readonly tooMany: (minutes: number) => string;
  };
  readonly tokens: {
    readonly title: string;
    readonly made: string;
    readonly shownOnce: string;
    readonly none: string;
    readonly existing: string;
    readonly another: string;
    readonly name: string;
    readonly scopes: string;
    readonly days: string;
    readonly password: string;
    readonly create: string;
    /** The button of a row. */
    readonly revokeThis: string;
    /** The button's label for screen readers; begins with the same word. */
    readonly revoke: (name: string) => string;
    readonly expires: string;
    readonly lastUsed: string;
    readonly never: string;
    readonly action: string;
    readonly applications: string;
    readonly noApplications: string;
    readonly since: string;
    readonly renewed: string;
    readonly scopeNames: Readonly<Record<Scope, string>>;
    readonly sessions: string;
    readonly browser: string;
    readonly browserOn: (browser: string, system: string) => string;
    readonly unknownBrowser: string;
    readonly address: string;
    readonly unknownAddress: string;
    readonly signedIn: string;
    readonly proved: string;
    readonly thisSession: string;
    readonly endSession: string;
    readonly needsPassword: string;
    readonly wrongPassword: string;
    readonly tooMany: (minutes: number) => string;
    readonly tooManyTokens: string;
    readonly wrongName: string;
    readonly wrongScopes: string;
    readonly wrongDays: string;
  };
  readonly publicFolder: {
    /** Whose folder it is. */
    readonly publishedBy: (organization: string) => string;
    /** The link to the parent folder. */
    readonly upTo: (parent: string) => string;
    readonly empty: string;
    readonly truncated: (shown: string) => string;
    readonly folder: string;
    readonly changed: string;
    /** Names of file kinds. */
    readonly kinds: Readonly<Record<FileKind, string>>;
  };
  /** By status; `other` for the rest. */
  readonly errors: Readonly<Record<400 | 403 | 404 | 405 | 413 | 414 | 415 | 422 | 429 | 500 | 503 | "other", Refused>>;
  /** Errors of the application that sent the user, by code. */
  readonly reasons: Readonly<Record<"invalid_client" | "invalid_redirect_uri" | "invalid_request", string>>;
  /** The label of the error code, which is the same in every language. */
  readonly code: string;
}

const en: Texts = {
  signIn: "Sign in",
  signOut: "Sign out",
  skip: "Skip to content",
  search: "Search",
  mainNavigation: "Main navigation",
  breadcrumb: "Where you are",
  errorPrefix: "Error: ",
  requestId: "Request",
  elsewhere: {
    pages: "Other pages",
    home: "Home",
    reference: "API reference",
    languages: "Language",
    themes: "Colours",
    lightTheme: "Light",
    darkTheme: "Dark",
    systemTheme: "Like the system",
  },
  home: {
    title: "Document and rental management",
    what: "This server keeps documents and manages rentals. Programs use it through its API; these are the pages for people.",
    reference: { name: "API reference", what: "Every operation, with examples to try" },
    description: { name: "OpenAPI description", what: "The same for programs that make clients" },
    login: { name: "Sign in", what: "With your e-mail address and your password" },
    tokens: { name: "Personal access tokens", what: "Make a token for a program of yours, or revoke one" },
    activation: { name: "Connect a device", what: "Enter the code that a program on another device shows you" },
  },
  login: {
    title: "Sign in",
    email: "E-mail address",
    password: "Password",
    submit: "Sign in",
    refused: "This e-mail address and password do not open an account.",
    tooMany: (minutes) => `There were too many attempts. Try again in ${minutes} min.`,
  },
  consent: {
    title: (application) => `Allow ${application}?`,
    asks: (application) => `${application} asks to act in your name, and to be allowed to:`,
    scopes: {
      read: "read what you can read",
      write: "change and add what you can change and add",
      admin: "administer what you administer",
    },
    signedInAs: "You are signed in as",
    goesTo: "The answer goes to",
    approve: "Allow",
    deny: "Refuse",
  },
  activation: {
    title: "Connect a device",
    code: "Code",
    next: "Continue",
    program: "Program",
    unnamed: "It does not say its name",
    address: "Asked from",
    time: "Asked at",
    mayDo: "What it may do",
    onlyOwn: "Approve only what you started yourself, and only if the code is the one that you see there.",
    approve: "Approve",
    deny: "Refuse",
    approved: "Approved. Go back to your device.",
    denied: "Refused. The device gets nothing.",
    wrongCode: "No device waits with this code. Check it, or start again on the device.",
    wrongScope: "This is more than the device asked for, or than you may give.",
    tooManyTokens: "You have as many access tokens as there can be. Revoke one first.",
    needsPassword: "Give your password again to approve.",
    tooMany: (minutes) => `There were too many wrong codes. Try again in ${minutes} min.`,
  },
  tokens: {
    title: "Access tokens",
    made: "Your new token",
    shownOnce: "Copy it now: it is not shown again.",
    none: "You have none.",
    existing: "Your tokens",
    another: "Make a token",
    name: "Name",
    scopes: "What it may do",
    days: "Days until it expires",
    password: "Your password",
    create: "Make the token",
    revokeThis: "Revoke",
    revoke: (name) => `Revoke ${name}`,
    expires: "Expires",
    lastUsed: "Last used",
    never: "never",
    action: "Action",
    applications: "Applications that act in your name",
    noApplications: "There are none.",
    since: "Since",
    renewed: "Last renewed",
    scopeNames: { read: "read", write: "write", admin: "administer" },
    sessions: "Where you are signed in",
    browser: "Browser",
    browserOn: (browser, system) => `${browser} on ${system}`,
    unknownBrowser: "Unknown browser",
    address: "Address",
    unknownAddress: "unknown",
    signedIn: "Signed in",
    proved: "Password last given",
    thisSession: "This session",
    endSession: "Sign out",
    needsPassword: "Give your password again to make a token.",
    wrongPassword: "This is not your password.",
    tooMany: (minutes) => `There were too many attempts. Try again in ${minutes} min.`,
    tooManyTokens: "You have as many tokens as there can be. Revoke one first.",
    wrongName: "The name must have 1 to 100 characters, on one line.",
    wrongScopes: "Choose what the token may do; administration is for administrators.",
    wrongDays: "The days must be 1 to 365.",
  },
  publicFolder: {
    publishedBy: (organization) => `Published by ${organization}`,
    upTo: (parent) => `Up to ${parent}`,
    empty: "Nothing is shown here.",
    truncated: (shown) => `Only the first ${shown} are shown; there are more.`,
    folder: "Folder",
    changed: "changed on",
    kinds: {
      pdf: "PDF document",
      image: "Image",
      text: "Text",
      writing: "Text document",
      table: "Spreadsheet",
      slides: "Presentation",
      archive: "Archive",
      sound: "Sound",
      film: "Film",
      other: "File",
    },
  },
  errors: {
    400: { title: "This cannot be read", advice: "Go back and try again from the start." },
    403: { title: "Access denied", advice: "Reload the page you came from and try again." },
    404: { title: "Page not found", advice: "Check the address." },
    405: { title: "This is not done here", advice: "Go back and use the form of the page." },
    413: { title: "This is too much", advice: "Go back and send less." },
    414: { title: "This address is too long", advice: "Check the address." },
    415: { title: "This cannot be read", advice: "Go back and use the form of the page." },
    422: { title: "Something is wrong with this", advice: "Go back, check what you typed, and try again." },
    429: { title: "Too many attempts", advice: "Wait a little and try again." },
    500: { title: "Something went wrong here", advice: "Tell us the number of the request." },
    503: { title: "Not now", advice: "Try again in a few seconds." },
    other: { title: "This was refused", advice: "Go back and try again." },
  },
  reasons: {
    invalid_client: "The application that sent you here is not known to this server.",
    invalid_redirect_uri: "The application that sent you here wants the answer at an address that is not registered.",
    invalid_request: "The application that sent you here left something out, or said it twice.",
  },
  code: "Code",
};

const fr: Texts = {
  signIn: "Se connecter",
  signOut: "Se déconnecter",
  skip: "Aller au contenu",
  search: "Rechercher",
  mainNavigation: "Navigation principale",
  breadcrumb: "Vous êtes ici",
  errorPrefix: "Erreur : ",
  requestId: "Requête",
  elsewhere: {
    pages: "Autres pages",
    home: "Accueil",
    reference: "Référence de l’API",
    languages: "Langue",
    themes: "Couleurs",
    lightTheme: "Clair",
    darkTheme: "Sombre",
    systemTheme: "Comme le système",
  },
  home: {
    title: "Gestion documentaire et locative",
    what: "Ce serveur conserve des documents et gère des locations. Les programmes s’en servent par son API ; voici les pages pour les personnes.",
    reference: { name: "Référence de l’API", what: "Chaque opération, avec des exemples à essayer (en anglais)" },
    description: { name: "Description OpenAPI", what: "La même pour les programmes qui fabriquent des clients" },
    login: { name: "Se connecter", what: "Avec votre adresse e-mail et votre mot de passe" },
    tokens: { name: "Jetons d’accès personnels", what: "Créer un jeton pour un programme à vous, ou en révoquer un" },
    activation: { name: "Connecter un appareil", what: "Saisir le code qu’un programme affiche sur un autre appareil" },
  },
  login: {
    title: "Se connecter",
    email: "Adresse e-mail",
    password: "Mot de passe",
    submit: "Se connecter",
    refused: "Cette adresse e-mail et ce mot de passe n’ouvrent aucun compte.",
    tooMany: (minutes) => `Il y a eu trop d’essais. Réessayez dans ${minutes} min.`,
  },
  consent: {
    title: (application) => `Autoriser ${application} ?`,
    asks: (application) => `${application} demande à agir en votre nom, et à pouvoir :`,
    scopes: {
      read: "lire ce que vous pouvez lire",
      write: "modifier et ajouter ce que vous pouvez modifier et ajouter",
      admin: "administrer ce que vous administrez",
    },
    signedInAs: "Vous êtes connecté en tant que",
    goesTo: "La réponse sera envoyée à",
    approve: "Autoriser",
    deny: "Refuser",
  },
  activation: {
    title: "Connecter un appareil",
    code: "Code",
    next: "Continuer",
    program: "Programme",
    unnamed: "Il ne dit pas son nom",
    address: "Demande venue de",
    time: "Demandé le",
    mayDo: "Ce qu’il pourra faire",
    onlyOwn: "N’approuvez que ce que vous avez lancé vous-même, et seulement si le code est celui que vous y voyez.",
    approve: "Approuver",
    deny: "Refuser",
    approved: "Approuvé. Retournez à votre appareil.",
    denied: "Refusé. L’appareil n’obtient rien.",
    wrongCode: "Aucun appareil n’attend avec ce code. Vérifiez-le, ou recommencez sur l’appareil.",
    wrongScope: "C’est plus que ce que l’appareil a demandé, ou que ce que vous pouvez donner.",
    tooManyTokens: "Vous avez autant de jetons d’accès qu’il peut y en avoir. Révoquez-en un d’abord.",
    needsPassword: "Redonnez votre mot de passe pour approuver.",
    tooMany: (minutes) => `Il y a eu trop de codes erronés. Réessayez dans ${minutes} min.`,
  },
  tokens: {
    title: "Jetons d'accès",
    made: "Votre nouveau jeton",
    shownOnce: "Copiez-le maintenant : il ne sera plus affiché.",
    none: "Vous n’en avez aucun.",
    existing: "Vos jetons",
    another: "Créer un jeton",
    name: "Nom",
    scopes: "Ce qu’il pourra faire",
    days: "Jours avant son expiration",
    password: "Votre mot de passe",
    create: "Créer le jeton",
    revokeThis: "Révoquer",
    revoke: (name) => `Révoquer ${name}`,
    expires: "Expire",
    lastUsed: "Dernier usage",
    never: "jamais",
    action: "Action",
    applications: "Applications qui agissent en votre nom",
    noApplications: "Il n’y en a aucune.",
    since: "Depuis",
    renewed: "Dernier renouvellement",
    scopeNames: { read: "lire", write: "modifier", admin: "administrer" },
    sessions: "Où vous êtes connecté",
    browser: "Navigateur",
    browserOn: (browser, system) => `${browser} sous ${system}`,
    unknownBrowser: "Navigateur inconnu",
    address: "Adresse",
    unknownAddress: "inconnue",
    signedIn: "Connexion",
    proved: "Dernière saisie du mot de passe",
    thisSession: "Cette session",
    endSession: "Déconnecter",
    needsPassword: "Redonnez votre mot de passe pour créer un jeton.",
    wrongPassword: "Ce n’est pas votre mot de passe.",
    tooMany: (minutes) => `Il y a eu trop d’essais. Réessayez dans ${minutes} min.`,
    tooManyTokens: "Vous avez autant de jetons qu’il peut y en avoir. Révoquez-en un d’abord.",
    wrongName: "Le nom doit avoir de 1 à 100 caractères, sur une ligne.",
    wrongScopes: "Choisissez ce que le jeton pourra faire ; l’administration est réservée aux administrateurs.",
    wrongDays: "Les jours doivent être de 1 à 365.",
  },
  publicFolder: {
    publishedBy: (organization) => `Publié par ${organization}`,
    upTo: (parent) => `Remonter à ${parent}`,
    empty: "Rien n’est montré ici.",
    truncated: (shown) => `Seuls les ${shown} premiers éléments sont montrés ; il y en a d’autres.`,
    folder: "Dossier",
    changed: "modifié le",
    kinds: {
      pdf: "Document PDF",
      image: "Image",
      text: "Texte",
      writing: "Document de texte",
      table: "Tableur",
      slides: "Présentation",
      archive: "Archive",
      sound: "Son",
      film: "Film",
      other: "Fichier",
    },
  },
  errors: {
    400: { title: "Demande illisible", advice: "Revenez en arrière et recommencez depuis le début." },
    403: { title: "Accès refusé", advice: "Rechargez la page d’où vous venez et réessayez." },
    404: { title: "Page introuvable", advice: "Vérifiez l’adresse." },
    405: { title: "Cela ne se fait pas ici", advice: "Revenez en arrière et utilisez le formulaire de la page." },
    413: { title: "C’est trop", advice: "Revenez en arrière et envoyez moins." },
    414: { title: "Cette adresse est trop longue", advice: "Vérifiez l’adresse." },
    415: { title: "Demande illisible", advice: "Revenez en arrière et utilisez le formulaire de la page." },
    422: { title: "Quelque chose ne va pas", advice: "Revenez en arrière, vérifiez votre saisie et réessayez." },
    429: { title: "Trop d’essais", advice: "Attendez un peu et réessayez." },
    500: { title: "Quelque chose s’est mal passé ici", advice: "Dites-nous le numéro de la requête." },
    503: { title: "Pas maintenant", advice: "Réessayez dans quelques secondes." },
    other: { title: "Cela a été refusé", advice: "Revenez en arrière et réessayez." },
  },
  reasons: {
    invalid_client: "Ce serveur ne connaît pas l’application qui vous envoie ici.",
    invalid_redirect_uri: "L’application qui vous envoie ici veut la réponse à une adresse qui n’est pas enregistrée.",
    invalid_request: "L’application qui vous envoie ici a omis quelque chose, ou l’a dit deux fois.",
  },
  code: "Code",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en, fr };
