import type { DeviceFlow } from "@cartulary/auth";
import { DEVICE_BASE, deviceOperations } from "@cartulary/wire";
import { Hono } from "hono";
import type { ExchangeDependencies } from "./exchange/exchange.ts";
import { mountOAuth } from "./exchange/oauth-endpoint.ts";

/** What the device flow needs. */
export interface DeviceApiDependencies extends ExchangeDependencies {
  readonly deviceFlow: DeviceFlow;
}

/** The device flow for programs, to be mounted at {@link DEVICE_BASE} or anywhere else. */
export function deviceApi(dependencies: DeviceApiDependencies): Hono {
  const { deviceFlow } = dependencies;
  const { startDeviceFlow, pollDeviceFlow } = deviceOperations;
  const app = new Hono();
  mountOAuth(app, DEVICE_BASE, startDeviceFlow, dependencies, (request, visitor) => deviceFlow.start(request, visitor));
  mountOAuth(app, DEVICE_BASE, pollDeviceFlow, dependencies, (request, visitor) => deviceFlow.poll(request, visitor));
  return app;
}
