import { ALIGNMENTS, CONTENT_FORMATS, CONTENT_SOURCES, PART_STATUSES, PART_TYPES } from "@cartulary/composition";
import { z } from "zod";
import { flag, freeForm, integer, text } from "../fields.ts";

export const partFields = {
  title: text().nullable().exactOptional(),
  content: text().exactOptional(),
  contentFormat: z.enum(CONTENT_FORMATS).exactOptional(),
  contentSource: z.enum(CONTENT_SOURCES).exactOptional(),
  partType: z.enum(PART_TYPES).exactOptional(),
  position: integer().exactOptional(),
  status: z.enum(PART_STATUSES).exactOptional(),
  alignment: z.enum(ALIGNMENTS).exactOptional(),
  /** Width in columns of twelve. */
  bsize: integer().exactOptional(),
  pageBreak: flag().exactOptional(),
  rowGroup: integer().nullable().exactOptional(),
  key: text().nullable().exactOptional(),
  instructions: text().nullable().exactOptional(),
  assigneeId: z.guid().toLowerCase().nullable().exactOptional(),
  assigneeType: text().nullable().exactOptional(),
  metadata: freeForm().nullable().exactOptional(),
};
