import type { Language } from "@cartulary/http/pages";

/** A step of the tour. */
export type StepName =
  | "find"
  | "upload"
  | "publish"
  | "stranger"
  | "exclude"
  | "compile"
  | "read"
  | "review"
  | "apply"
  | "fec";

/** Texts of the tour. */
interface TourTexts {
  readonly what: string;
  readonly done: string;
  /** Beside the first step that is not done. */
  readonly next: string;
  /** After the last one. */
  readonly end: string;
  readonly count: (done: number, all: number) => string;
  /** The name of each step, which is its link, and what to do. */
  readonly steps: Readonly<Record<StepName, { readonly name: string; readonly what: string }>>;
}

const en: TourTexts = {
  what: "Ten steps through a sample agency. Nothing here is real, and everything is deleted when the demonstration stops. A step ticks itself once it is done; come back with the link Tour at the top of the pages.",
  done: "Done",
  next: "Next step",
  end: "That was the tour. Look around as you like: every page of the menu has sample data.",
  count: (done, all) => `${done} of ${all} steps done`,
  steps: {
    find: {
      name: "Find a document",
      what: "Search for “local commercial”: the lease of lot 7 has these words in its text, and they are marked.",
    },
    upload: {
      name: "Upload a document",
      what: "Choose any file of yours, or drop it on the page, then press Upload.",
    },
    publish: {
      name: "Publish a folder",
      what: "Everybody who has the link may then read the folder Technique. Press Publish twice: the page first says how much becomes public.",
    },
    stranger: {
      name: "Look as a stranger",
      what: "The public page of the folder is what a person without an account sees. It has no menu: come back with the Back button of your browser.",
    },
    exclude: {
      name: "Exclude a folder",
      what: "Press Exclude twice: the page first says what becomes hidden. Then look as a stranger again: the folder Plans et photos is gone.",
    },
    compile: {
      name: "Compile a lease",
      what: "A lease is written from a template. Press Compile; its PDF appears on the same page after some seconds.",
    },
    read: {
      name: "Read its PDF",
      what: "Open the PDF from the page of the lease, where it stands beside the parts or, on a telephone, above them.",
    },
    review: {
      name: "Review a billing run",
      what: "The rents of April are computed. Each line has its amount, its formula and what is unusual. Press Acknowledge anomalies, then Validate, each of them twice.",
    },
    apply: {
      name: "Apply it",
      what: "Press Apply twice: the page first says what will be written. Then the tenants are called for their rents, and the entries stand in the books.",
    },
    fec: {
      name: "Download the accounting file",
      what: "Create the file of this year, which then holds the rents of April, and press Download. It is the fichier des écritures comptables (FEC) that the tax office reads; the verdict of the checker stands beside it.",
    },
  },
};

const fr: TourTexts = {
  what: "Dix étapes dans une agence d'exemple. Rien n'y est réel, et tout est effacé à l'arrêt de la démonstration. Une étape se coche toute seule quand elle est faite ; revenez par le lien Visite guidée, en haut des pages.",
  done: "Fait",
  next: "Étape suivante",
  end: "La visite est terminée. Explorez à votre guise : toutes les pages du menu ont des données d'exemple.",
  count: (done, all) => `${done} étape${done > 1 ? "s" : ""} sur ${all}`,
  steps: {
    find: {
      name: "Trouver un document",
      what: "Recherchez « local commercial » : le texte du bail du lot 7 contient ces mots, qui sont surlignés.",
    },
    upload: {
      name: "Déposer un document",
      what: "Choisissez un de vos fichiers, ou glissez-le sur la page, puis cliquez sur Déposer.",
    },
    publish: {
      name: "Publier un dossier",
      what: "Quiconque a le lien pourra alors lire le dossier Technique. Cliquez deux fois sur Publier : la page dit d'abord combien d'éléments deviennent publics.",
    },
    stranger: {
      name: "Regarder comme un inconnu",
      what: "La page publique du dossier est ce que voit une personne sans compte. Elle n'a pas de menu : revenez par le bouton Précédent de votre navigateur.",
    },
    exclude: {
      name: "Exclure un dossier",
      what: "Cliquez deux fois sur Exclure : la page dit d'abord ce qui sera caché. Regardez ensuite à nouveau comme un inconnu : le dossier Plans et photos a disparu.",
    },
    compile: {
      name: "Compiler un bail",
      what: "Un bail s'écrit à partir d'un modèle. Cliquez sur Compiler ; son PDF apparaît sur la même page après quelques secondes.",
    },
    read: {
      name: "Lire son PDF",
      what: "Ouvrez le PDF depuis la page du bail, où il est à côté des parties ou, sur un téléphone, au-dessus.",
    },
    review: {
      name: "Relire un quittancement",
      what: "Les loyers d'avril sont calculés. Chaque ligne a son montant, sa formule et ce qui est inhabituel. Cliquez sur Acquitter les anomalies, puis sur Valider, deux fois chacun.",
    },
    apply: {
      name: "L'appliquer",
      what: "Cliquez deux fois sur Appliquer : la page dit d'abord ce qui sera écrit. Les loyers sont alors appelés, et les écritures passées.",
    },
    fec: {
      name: "Télécharger le FEC",
      what: "Créez le fichier de cette année, qui contient alors les loyers d'avril, puis cliquez sur Télécharger : c'est le fichier des écritures comptables que lit l'administration fiscale, avec le verdict du contrôleur.",
    },
  },
};

export const TOUR_TEXTS: Readonly<Record<Language, TourTexts>> = { en, fr };
