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
  readonly count: (done: number, all: number) => string;
  /** The name of each step, which is its link, and what to do. */
  readonly steps: Readonly<Record<StepName, { readonly name: string; readonly what: string }>>;
}

const en: TourTexts = {
  what: "Ten steps through a sample agency. Nothing here is real, and everything is deleted when the demonstration stops. A step ticks itself once it is done; come back with the link Tour at the top of every page.",
  done: "Done",
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
      what: "The public page of the folder is what somebody sees who has no account. Then go back.",
    },
    exclude: {
      name: "Exclude a folder",
      what: "Exclude the folder Plans et photos. Load the public page again: it is gone for strangers at once.",
    },
    compile: {
      name: "Compile a lease",
      what: "A lease is written from a template. Press Compile; its PDF appears on the same page after some seconds.",
    },
    read: {
      name: "Read its PDF",
      what: "The PDF stands beside the parts of the lease. Open it as a document.",
    },
    review: {
      name: "Review a billing run",
      what: "The rents of April are computed. Each line has its amount, its formula and what is unusual. Acknowledge the anomalies, then validate.",
    },
    apply: {
      name: "Apply it",
      what: "Press Apply: the page says what will be written, then rent calls and entries are made.",
    },
    fec: {
      name: "Download the accounting file",
      what: "Below Accounting files, press Download: this is the FEC that the tax office reads, with the verdict of the checker beside it.",
    },
  },
};

const fr: TourTexts = {
  what: "Dix étapes dans une agence d'exemple. Rien n'y est réel, et tout est effacé à l'arrêt de la démonstration. Une étape se coche toute seule quand elle est faite ; revenez par le lien Visite guidée, en haut de chaque page.",
  done: "Fait",
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
      what: "La page publique du dossier est ce que voit une personne sans compte. Revenez ensuite en arrière.",
    },
    exclude: {
      name: "Exclure un dossier",
      what: "Excluez le dossier Plans et photos. Rechargez la page publique : il a disparu aussitôt pour les inconnus.",
    },
    compile: {
      name: "Compiler un bail",
      what: "Un bail s'écrit à partir d'un modèle. Cliquez sur Compiler ; son PDF apparaît sur la même page après quelques secondes.",
    },
    read: {
      name: "Lire son PDF",
      what: "Le PDF est à côté des parties du bail. Ouvrez-le comme document.",
    },
    review: {
      name: "Relire un quittancement",
      what: "Les loyers d'avril sont calculés. Chaque ligne a son montant, sa formule et ce qui est inhabituel. Acquittez les anomalies, puis validez.",
    },
    apply: {
      name: "L'appliquer",
      what: "Cliquez sur Appliquer : la page dit ce qui sera écrit, puis les avis d'échéance et les écritures sont créés.",
    },
    fec: {
      name: "Télécharger le FEC",
      what: "Sous Fichiers des écritures comptables, cliquez sur Télécharger : c'est le fichier que lit l'administration fiscale, avec le verdict du contrôleur.",
    },
  },
};

export const TOUR_TEXTS: Readonly<Record<Language, TourTexts>> = { en, fr };
