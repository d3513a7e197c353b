import * as channels from './channels';
import * as messages from './messages';
import * as organization from './organization';
import * as presence from './presence';
import * as push from './push';
import * as queues from './queues';
import { EndpointDeclaration, isEndpoint } from './rpc/define-endpoint';
import * as server from './server';
import * as users from './users';

/** An endpoint under the name of its declaration, which is its `operationId` in the OpenAPI document. */
export interface NamedEndpoint {
  name: string;
  endpoint: EndpointDeclaration;
}

/** Every endpoint of the API that is declared. */
export const API: readonly NamedEndpoint[] = [channels, messages, organization, presence, push, queues, server, users]
  .flatMap((area): [string, unknown][] => Object.entries(area))
  .flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ name, endpoint }] : []));
