import type { DocumentedError } from '@stoa/contracts';
import { testWelcomeMessage } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { TestWelcomeMessageParams } from './test-welcome-message.params';

const error = (msg: string, code = 'BAD_REQUEST'): DocumentedError => ({ code, msg });

/** The organization's own settings (organization.md 14). */
@EndpointController()
export class RealmSettingsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'realm/test_welcome_bot_custom_message',
    summary: 'Try the text for new users',
    description: 'The welcome bot sends it to the caller.',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: TestWelcomeMessageParams,
    response: testWelcomeMessage.response,
    errors: [error('Message must not be empty')],
  })
  testWelcomeMessage(ctx: UserContext, { text }: TestWelcomeMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(testWelcomeMessage, ctx, { text });
  }
}
