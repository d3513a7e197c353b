import { EndpointDeclaration } from '@stoa/contracts';
import { ParamsDecoder } from '@stoa/http-params';
import { EndpointOptions } from './endpoint.decorator';
import type { RequestContext } from './request-context';

/** One endpoint, ready to be called. */
export interface RegisteredEndpoint {
  options: EndpointDeclaration | EndpointOptions;
  /** Unique: the name of the declaration. */
  operationId: string;
  decoder: ParamsDecoder<object>;
  call(context: RequestContext, params: object): unknown;
}
