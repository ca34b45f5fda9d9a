import { ContainerModule } from "inversify";
import { configErrorFor } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";
import { version } from "../version.ts";

const PACKAGES = [
  "@opentelemetry/api",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/resources",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/exporter-trace-otlp-proto",
];

/** Exports traces to a collector. The packages of OpenTelemetry are loaded only here (docs/decisions/0166). */
export async function tracesModule(url: string): Promise<ContainerModule> {
  const { createTraces } = await import("@cartulary/telemetry/traces").catch((error: unknown) => {
    const problem = `traces need packages that are not installed; run: npm install ${PACKAGES.join(" ")}`;
    throw configErrorFor("OTEL_EXPORTER_OTLP_ENDPOINT", new Error(problem, { cause: error }));
  });
  const tracer = await createTraces({ url, version: version() });
  return new ContainerModule(({ rebind }) => {
    rebind(tokens.tracer)
      .toConstantValue(tracer)
      .onDeactivation(() => tracer.close());
  });
}
