import type { LetterTemplateKey } from "./letter.ts";
import { CHARGE_STATEMENT_SOURCE, CHARGE_STATEMENT_VARIABLES } from "./templates/charge-statement.ts";
import { DEPOSIT_STATEMENT_SOURCE, DEPOSIT_STATEMENT_VARIABLES } from "./templates/deposit-statement.ts";
import type { LetterVariable } from "./templates/layout.ts";
import { INVOICE_SOURCE, NOTICE_SOURCE, NOTICE_VARIABLES } from "./templates/notice.ts";
import { OWNER_STATEMENT_SOURCE, OWNER_STATEMENT_VARIABLES } from "./templates/owner-statement.ts";
import { RECEIPT_SOURCE, RECEIPT_VARIABLES } from "./templates/receipt.ts";
import { REMINDER_SOURCE, REMINDER_VARIABLES } from "./templates/reminder.ts";
import { REVISION_SOURCE, REVISION_VARIABLES } from "./templates/revision.ts";

/** A seeded template of a letter. */
export interface LetterTemplate {
  readonly name: string;
  readonly description: string;
  readonly typstSource: string;
  readonly variables: Readonly<Record<string, LetterVariable>>;
}

/** The seeded templates of letters, which also print where the agency's or the host's template is broken or absent. */
export const LETTER_TEMPLATES: Readonly<Record<LetterTemplateKey, LetterTemplate>> = {
  notice: {
    name: "Avis d’échéance",
    description: "Appel du loyer et des charges d’une période, adressé au locataire.",
    typstSource: NOTICE_SOURCE,
    variables: NOTICE_VARIABLES,
  },
  receipt: {
    name: "Quittance ou reçu",
    description: "Quittance, ou reçu d’un paiement partiel (article 21 de la loi du 6 juillet 1989).",
    typstSource: RECEIPT_SOURCE,
    variables: RECEIPT_VARIABLES,
  },
  invoice: {
    name: "Facture de loyer",
    description: "Appel de loyer avec TVA (article 242 nonies A de l’annexe II au code général des impôts).",
    typstSource: INVOICE_SOURCE,
    variables: NOTICE_VARIABLES,
  },
  revision: {
    name: "Révision du loyer",
    description: "Lettre qui annonce au locataire son loyer révisé.",
    typstSource: REVISION_SOURCE,
    variables: REVISION_VARIABLES,
  },
  reminder: {
    name: "Relance",
    description: "Rappel, relance ou mise en demeure d’un appel de loyer impayé.",
    typstSource: REMINDER_SOURCE,
    variables: REMINDER_VARIABLES,
  },
  charge_statement: {
    name: "Décompte de charges",
    description: "Régularisation annuelle des charges (article 23 de la loi du 6 juillet 1989).",
    typstSource: CHARGE_STATEMENT_SOURCE,
    variables: CHARGE_STATEMENT_VARIABLES,
  },
  deposit_statement: {
    name: "Décompte du dépôt de garantie",
    description: "Dépôt de garantie, retenues et restitution (article 22 de la loi du 6 juillet 1989).",
    typstSource: DEPOSIT_STATEMENT_SOURCE,
    variables: DEPOSIT_STATEMENT_VARIABLES,
  },
  owner_statement: {
    name: "Compte rendu de gestion",
    description: "Compte rendu de gestion adressé au mandant (article 66 du décret du 20 juillet 1972).",
    typstSource: OWNER_STATEMENT_SOURCE,
    variables: OWNER_STATEMENT_VARIABLES,
  },
};
