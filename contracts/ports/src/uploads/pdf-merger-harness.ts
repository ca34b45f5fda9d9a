import type { PdfMerger } from "@cartulary/uploads";

/** A page as another program than the merger's reads it. */
export interface ReadPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** Position of each image, in points from the lower left corner. */
  readonly images: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** The pages that its links lead to, from 0. */
  readonly links: readonly (number | null)[];
  /** The appearances of form fields. */
  readonly drawnFields: readonly string[];
  /** The tagged headings. */
  readonly headings: readonly string[];
}

/** A PDF as another program than the merger's reads it. */
export interface ReadPdf {
  readonly pages: readonly ReadPage[];
  readonly layers: readonly { readonly name: string; readonly isVisible: boolean }[];
  readonly fields: Readonly<Record<string, string>>;
  readonly needsAppearances: boolean;
  /** The fonts that fields are drawn with, as the fields name them and the form has them. */
  readonly defaultFonts: readonly string[];
  /** Level by level, each before those below it. */
  readonly bookmarks: readonly { readonly title: string; readonly page: number | null }[];
  readonly attachments: readonly { readonly fileName: string; readonly text: string }[];
  readonly associatedFiles: number;
  /** The actions at opening. */
  readonly actions: readonly string[];
  readonly labels: readonly string[] | null;
  readonly isTagged: boolean;
  /** Objects that are pages, whether they are shown or not. */
  readonly pageObjects: number;
}

/** The harness of `pdfMergerContract`. */
export interface PdfMergerHarness {
  create(): PdfMerger;
  read(pdf: Uint8Array): Promise<ReadPdf>;
}
