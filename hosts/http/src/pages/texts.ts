import type { Scope } from "@cartulary/kernel";
import type { Language } from "../language.ts";

/** What a page says when something is refused: its heading, and what to do. */
interface Refused {
  readonly title: string;
  readonly advice: string;
}

/** Every word on our pages. One object a language, so that a text without its twin does not compile. */
interface Texts {
  readonly signOut: string;
  readonly requestId: string;
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
  /** By status; `other` for all that are not named. */
  readonly errors: Readonly<Record<400 | 403 | 404 | 405 | 429 | 500 | 503 | "other", Refused>>;
}

const en: Texts = {
  signOut: "Sign out",
  requestId: "Request",
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
  errors: {
    400: { title: "This cannot be read", advice: "Go back and try again from the start." },
    403: { title: "This is not allowed", advice: "Reload the page you came from and try again." },
    404: { title: "Nothing is here", advice: "Check the address." },
    405: { title: "This is not done here", advice: "Go back and use the form of the page." },
    429: { title: "Too many attempts", advice: "Wait a little and try again." },
    500: { title: "Something went wrong here", advice: "Tell us the number of the request." },
    503: { title: "Not now", advice: "Try again in a few seconds." },
    other: { title: "This was refused", advice: "Go back and try again." },
  },
};

const fr: Texts = {
  signOut: "Se déconnecter",
  requestId: "Requête",
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
  errors: {
    400: { title: "Demande illisible", advice: "Revenez en arrière et recommencez depuis le début." },
    403: { title: "Ce n’est pas permis", advice: "Rechargez la page d’où vous venez et réessayez." },
    404: { title: "Il n’y a rien ici", advice: "Vérifiez l’adresse." },
    405: { title: "Cela ne se fait pas ici", advice: "Revenez en arrière et utilisez le formulaire de la page." },
    429: { title: "Trop d’essais", advice: "Attendez un peu et réessayez." },
    500: { title: "Quelque chose s’est mal passé ici", advice: "Dites-nous le numéro de la requête." },
    503: { title: "Pas maintenant", advice: "Réessayez dans quelques secondes." },
    other: { title: "Cela a été refusé", advice: "Revenez en arrière et réessayez." },
  },
};

/** The texts of our pages. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, fr };
