import type { EndpointDeclaration } from '@stoa/contracts/rpc';
import type { ParamsDecoder } from '@stoa/http-params';
import type { RequestContext } from './request-context';

/** One endpoint, ready to be called. */
export interface RegisteredEndpoint {
  options: EndpointDeclaration;
  /** Unique: the name of the declaration. */
  operationId: string;
  decoder: ParamsDecoder;
  call(context: RequestContext, params: object): unknown;
}
