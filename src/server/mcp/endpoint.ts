// What every POST of MCP is answered with: the service, its methods, and the SDK for what is the protocol's own.
import type { Service } from "../options.js";
import type { Methods } from "./asked.js";
import { methodsOf } from "./methods.js";
import { modernHandler, stamper } from "./modern.js";

export interface Endpoint {
  readonly service: Service;
  readonly methods: Methods;
  readonly stamp: ReturnType<typeof stamper>;
  readonly sdk: ReturnType<typeof modernHandler>;
}

export function endpointOf(service: Service, failed: (error: unknown) => void): Endpoint {
  return {
    service,
    methods: methodsOf(service),
    stamp: stamper(service.version),
    sdk: modernHandler(service.version, failed),
  };
}
