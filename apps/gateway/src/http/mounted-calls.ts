import { Injectable } from '@nestjs/common';
import { API } from '@stoa/contracts/api';
import { CalledEndpoint, isCalled } from '@stoa/contracts/rpc';
import { ParamsDecoder } from '@stoa/http-params';
import { RpcClient } from '@stoa/rpc';
import type { RegisteredEndpoint } from './registered-endpoint';
import type { RequestContext } from './request-context';

/** The declared endpoints whose work is one call: the decoded parameters go out, the service's answer comes back unparsed. */
@Injectable()
export class MountedCalls {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * @param answered declarations that a method of the gateway answers
   * @throws Error for a declaration that has neither such a method nor a call
   */
  except(answered: ReadonlySet<object>): RegisteredEndpoint[] {
    return API.filter(({ endpoint }) => !answered.has(endpoint)).map(({ name, endpoint }) => {
      if (!isCalled(endpoint)) throw new Error(`nothing answers ${name}`);
      return this.mounted(name, endpoint);
    });
  }

  private mounted(operationId: string, endpoint: CalledEndpoint): RegisteredEndpoint {
    const decoder = new ParamsDecoder(endpoint.params ?? {}, endpoint.path, endpoint.readsAsDeclared);
    const call = (context: RequestContext, params: object) => this.rpc.callRaw(endpoint, context, params);
    return { options: endpoint, operationId, decoder, call };
  }
}
