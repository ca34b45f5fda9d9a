import type { DeviceFlow } from "@cartulary/auth";
import { DEVICE_BASE, deviceOperations } from "@cartulary/wire";
import { Hono } from "hono";
import { mountOAuth } from "./requests/oauth-endpoint.ts";
import type { RequestDependencies } from "./requests/respond.ts";

export interface DeviceApiDependencies extends RequestDependencies {
  readonly deviceFlow: DeviceFlow;
}

/** The device flow for programs, for any mount path such as {@link DEVICE_BASE}. */
export function deviceApi(dependencies: DeviceApiDependencies): Hono {
  const { deviceFlow } = dependencies;
  const { startDeviceFlow, pollDeviceFlow } = deviceOperations;
  const app = new Hono();
  mountOAuth(app, DEVICE_BASE, startDeviceFlow, dependencies, (request, requestSource) =>
    deviceFlow.start(request, requestSource),
  );
  mountOAuth(app, DEVICE_BASE, pollDeviceFlow, dependencies, (request, requestSource) =>
    deviceFlow.poll(request, requestSource),
  );
  return app;
}
