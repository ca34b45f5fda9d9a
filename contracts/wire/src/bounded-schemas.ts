import { ERRORS_REPORTED_MAX } from "@cartulary/kernel";
import { z } from "zod";

/** An array that stops parsing after {@link ERRORS_REPORTED_MAX} errors: a body may have half a million elements. */
const FaultBoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor("FaultBoundedArray", (array, def) => {
  z.ZodArray.init(array, def);
  const { element } = def;
  const parse = array._zod.parse;
  array._zod.parse = (payload, context) => {
    const sent: unknown = payload.value;
    if (!Array.isArray(sent)) return parse(payload, context);
    const read: unknown[] = [];
    for (const sentElement of sent) {
      const { value, issues } = element._zod.run({ value: sentElement, issues: [] }, context) as z.core.ParsePayload;
      if (issues.length > 0) {
        for (const issue of z.core.util.prefixIssues(read.length, issues)) payload.issues.push(issue);
      }
      if (payload.issues.length >= ERRORS_REPORTED_MAX) break;
      read.push(value);
    }
    payload.value = read;
    return payload;
  };
});

/** Creates an array schema that reports about {@link ERRORS_REPORTED_MAX} errors at most. */
export function boundedArray<Element extends z.ZodType>(element: Element): z.ZodArray<Element> {
  return new FaultBoundedArray({ type: "array", element }) as unknown as z.ZodArray<Element>;
}

/** An object that passes unchanged without checking its keys; the core checks its size. */
const OpaqueRecord: z.core.$constructor<z.ZodRecord> = z.core.$constructor("OpaqueRecord", (record, def) => {
  z.ZodRecord.init(record, def);
  const parse = record._zod.parse;
  record._zod.parse = (payload, context) =>
    z.core.util.isPlainObject(payload.value) ? payload : parse(payload, context);
});

/** True if the schema passes JSON objects unchanged. */
export function isOpaqueRecord(schema: z.core.$ZodType): boolean {
  return schema instanceof OpaqueRecord;
}

/** Creates a schema for a JSON object with arbitrary keys and values. */
export function opaqueRecord(): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  const def = { type: "record", keyType: z.string(), valueType: z.unknown() } as const;
  return new OpaqueRecord(def) as unknown as z.ZodRecord<z.ZodString, z.ZodUnknown>;
}
