import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { beginConfirmation, confirmByProvider, getConfirmation, readConfirmation } from '@stoa/contracts/users';
import { answersByForm, safeNext } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { browserCookies } from '../../access/sessions/sign-in-cookies';
import { currentSession } from '../../http/current-session';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';

/** What shows once more who is signed in (identity.md 9). */
@EndpointController()
export class ConfirmationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint(getConfirmation)
  read(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(readConfirmation, ctx, { session_id: currentSession(ctx) });
  }

  @Endpoint(confirmByProvider)
  async begin(
    ctx: UserContext,
    { provider, next }: RequestOf<typeof confirmByProvider>,
  ): Promise<Answer<RpcResponse<typeof beginConfirmation>>> {
    const { headers, isSecure } = ctx.http;
    const [kind = ''] = provider.split(':');
    const { token, setCookies } = browserCookies({ cookie: headers.cookie, isSecure }, answersByForm(kind));
    const begun = await this.rpc.call(beginConfirmation, ctx, {
      current_session_id: currentSession(ctx),
      provider,
      next: safeNext(next, ctx.actor.realmUrl) ?? '/',
      browser_token: token,
    });
    return new Answer(begun, '', {}, setCookies);
  }
}
