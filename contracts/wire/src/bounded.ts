import { FAULTS_MAX } from "@cartulary/kernel";
import { z } from "zod";

/** An array that is looked at until so many faults were found in it: a body may bring half a million elements. */
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
      if (payload.issues.length >= FAULTS_MAX) break;
      read.push(value);
    }
    payload.value = read;
    return payload;
  };
});

/** An array of which the first {@link FAULTS_MAX} faults or so are found. */
export function boundedArray<Element extends z.ZodType>(element: Element): z.ZodArray<Element> {
  return new FaultBoundedArray({ type: "array", element }) as unknown as z.ZodArray<Element>;
}

/** An object that is passed on as it came, without a look at each of its keys: whoever judges its size does that. */
const OpaqueRecord: z.core.$constructor<z.ZodRecord> = z.core.$constructor("OpaqueRecord", (record, def) => {
  z.ZodRecord.init(record, def);
  const parse = record._zod.parse;
  record._zod.parse = (payload, context) =>
    z.core.util.isPlainObject(payload.value) ? payload : parse(payload, context);
});

/** Whether a schema passes JSON objects on as they came. */
export function isOpaqueRecord(schema: z.core.$ZodType): boolean {
  return schema instanceof OpaqueRecord;
}

/** A JSON object whose keys and values may be anything. */
export function opaqueRecord(): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  const def = { type: "record", keyType: z.string(), valueType: z.unknown() } as const;
  return new OpaqueRecord(def) as unknown as z.ZodRecord<z.ZodString, z.ZodUnknown>;
}
