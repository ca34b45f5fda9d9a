import type { SharedTexts } from "./field-text.ts";

const NAME = "of 1 to 255 characters on one line";
const LINE = { minLength: 1, maxLength: 255, pattern: "\\S" } as const;
const PASSAGE = { maxLength: 10_000 } as const;
const KEY = { pattern: "^[a-z0-9][a-z0-9_-]{0,99}$" } as const;
const SOURCE = { maxLength: 1_048_576 } as const;

const COMPOSED = ["ListedComposedDocument", "ComposedDocument", "ComposedDocumentCreate", "ComposedDocumentInput"];
const TEMPLATES = ["DocumentTemplate", "DocumentTemplateCreate", "DocumentTemplateInput"];
const PARTS = ["Part", "ListedPart", "PartInput", "TemplatePart", "PartPosition"];
const COMMUNICATIONS = ["MassCommunication", "MassCommunicationCreate"];
const RECIPIENTS = ["MassCommunicationRecipients", "MassCommunicationRecipientsInput"];

/** Texts of templates, composed documents, their parts and mass communications. */
export const compositionTexts: readonly SharedTexts[] = [
  {
    of: TEMPLATES,
    texts: {
      key: {
        description:
          "Unique key of the template: a-z, 0-9, _ and -, of at most 100 characters, a letter or digit first",
        ...KEY,
      },
      name: { description: `Name of the template, ${NAME}`, ...LINE },
      description: { description: "What the template is for, of at most 10,000 characters", ...PASSAGE },
      category: { description: "Group of templates for screens, of at most 255 characters", maxLength: 255 },
      locale: "Language of its documents, such as fr or fr-FR; fr by default",
      typstSource: {
        description: "Typst source before the parts, with {{variables}}, of at most 1,048,576 characters",
        ...SOURCE,
      },
      variablesSchema: "The variables of the template by name, each with type, required, enum and default",
      defaultParts: { description: "Parts of every new document, at most 1,000", maxItems: 1_000 },
      pageSettings: "Paper, margins and fonts as a JSON object; lengths such as 25mm",
      active: "False when no new document can be made from it; true by default",
      composedDocumentsCount: "Number of documents made from it",
    },
  },
  {
    of: PARTS,
    texts: {
      composedDocumentId: "The composed document that the part belongs to",
      title: { description: "Heading of the part, of at most 255 characters; null for none", maxLength: 255 },
      content: {
        description:
          "Text of the part in its format, of at most 1,048,576 characters; in lists only with include=content",
        ...SOURCE,
      },
      contentFormat: "Language of the content: markdown, the default, or typst",
      contentSource: "Who wrote the content: human (the default), agent (a program) or template",
      partType: "Place on the page: content (the default), header, footer, signature or appendix",
      position: "Order within the document, ascending; any whole number",
      status: "draft (the default), editing, ready, validated or locked; a new part is draft or editing",
      alignment: "Alignment of the content in its columns: left (the default), center or right",
      bsize: { description: "Width in columns of the page, from 1 to 12; 12 by default", minimum: 1, maximum: 12 },
      pageBreak: "True when its row begins a new page",
      rowGroup: "Neighbouring parts with the same number share a row; null for a row of its own",
      key: {
        description: "Key by which programs find the part: a-z, 0-9, _ and -, of at most 100 characters; null for none",
        ...KEY,
      },
      instructions: {
        description: "What the writer of the part is to do, of at most 10,000 characters",
        ...PASSAGE,
      },
      assigneeId: "Identifier of the user who writes the part; null when the part has no assignee",
      assigneeType: { description: "Kind of assignee, of at most 255 characters, such as User", maxLength: 255 },
      lockedAt: "Moment at which the part was locked, in UTC; null while it is not",
    },
  },
  { of: ["PartsReorder"], texts: { parts: "The new positions; parts that are not named keep theirs" } },
  {
    of: COMPOSED,
    texts: {
      name: { description: `Name of the document and of its PDF, ${NAME}`, ...LINE },
      description: { description: "What the document is, of at most 10,000 characters", ...PASSAGE },
      status: "draft, in_progress (edited), ready (all parts are) or exported (compiled since its last edit)",
      templateId: "The template it was made from; null once that template is deleted",
      templateKey: "Key of the template it is made from; null once that template is deleted",
      variables: "Values of the template's variables by name: a JSON object of at most 64 KiB",
      variablesSchema: "The template's variables by name, each with type, required, enum and default",
      pageSettings: "Paper, margins and fonts as a JSON object; null or {} for those of the template",
      assemblyMode: {
        description: "composed (from its parts, the default) or pure_typst (from typst_source alone)",
        enum: ["composed", "pure_typst"],
      },
      typstSource: {
        description: "Typst source of a pure_typst document, of at most 1,048,576 characters",
        ...SOURCE,
      },
      pdfFileId: "The document that holds the compiled PDF; null before the first compilation",
      partsCount: "Number of parts, from 0 to 1,000",
      exportedAt: "Moment of the latest compilation, in UTC; null before the first one",
    },
  },
  {
    of: ["CompileResult"],
    texts: {
      pdfFileId: "The document that holds the PDF, a new version of it from the second compilation on",
      composedDocumentId: "The composed document that was compiled",
      status: "Status of the composed document from now on: exported",
      fileName: "Name of the PDF file",
      pageCount: "Number of pages, at most 2,000",
      partsIncluded: "Number of parts in the PDF",
      partsSkipped: "Number of parts left out because they are drafts",
      warnings: "What did not prevent the compilation but may look wrong",
      exportedAt: "Moment of the compilation, in UTC",
    },
  },
  {
    of: ["CompileWarning"],
    texts: { partId: "The part concerned; null for the whole document", message: "What may look wrong, for people" },
  },
  {
    of: ["FontList", "Font", "FontVariant"],
    texts: {
      fonts: "The fonts, by family",
      total: "Number of font families",
      fontPaths: "Folders of this server with more fonts",
      family: "Name of the font family, as page settings use it",
      variants: "Its variants; only with with_variants=true",
      source: "Where the font comes from: embedded, path (a font folder) or system",
      style: "Slant of the variant: normal, italic or oblique",
      weight: "Boldness of the variant, from 100 (thin) to 900 (black); 400 is regular",
      stretch: "Width of the variant as a ratio; 1 is regular",
    },
  },
  {
    of: COMMUNICATIONS,
    texts: {
      templateKey: "Key of the template from which each recipient's document is made",
      name: { description: `Name of the documents, ${NAME}; that of the template by default`, ...LINE },
      variables: "Values of variables for all recipients by name: a JSON object of at most 64 KiB",
      recipients: "Who gets a document, at most 10,000 people",
      folderId: "The folder for the documents; null for none",
      status: "pending, processing, completed, failed or cancelled",
      totalFiles: "Number of documents to make, one for each recipient",
      processedFiles: "Number of recipients whose outcome is known",
      successfulFiles: "Number of documents made",
      failedFiles: "Number of recipients without a document",
      progress: "Recipients whose outcome is known, in percent from 0 to 100",
      failures: "The first hundred recipients without a document",
    },
  },
  {
    of: RECIPIENTS,
    texts: {
      contactIds: "Contacts who get a document",
      userIds: "Users who get a document",
      groupIds: "Groups whose members get a document",
    },
  },
  {
    of: ["MassCommunicationFailure"],
    texts: {
      emailAddress: "E-mail address of the recipient",
      message: "Why there is no document, of at most 500 characters",
    },
  },
];
