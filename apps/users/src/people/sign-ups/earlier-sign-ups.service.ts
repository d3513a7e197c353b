import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { earlierOpenInvitation, earlierRequestSignUp, earlierSignUp } from '@stoa/contracts/users';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { LoginChecks } from '../logins/login-checks';
import { SignUpsService } from './sign-ups.service';

/** Answers gateways of the release before, whose pages end without a session. */
@Injectable()
export class EarlierSignUpsService {
  constructor(
    private readonly signUps: SignUpsService,
    private readonly logins: LoginChecks,
  ) {}

  @Handles(earlierOpenInvitation)
  async open(
    ctx: CallContext,
    { realmId, key, isMultiuse }: RpcRequest<typeof earlierOpenInvitation>,
  ): Promise<RpcResponse<typeof earlierOpenInvitation>> {
    const { name } = await this.logins.realmWithPasswords(realmId);
    const { email } = await this.signUps.open(ctx, { realm_id: realmId, key, is_reusable: isMultiuse });
    return { organization: name, email };
  }

  @Handles(earlierRequestSignUp)
  async request(ctx: CallContext, request: RpcRequest<typeof earlierRequestSignUp>): Promise<void> {
    const { realmId, partition, realmUrl, email, linkKey } = request;
    await this.signUps.request(ctx, { realm_id: realmId, partition, realm_url: realmUrl, email, link_key: linkKey });
  }

  @Handles(earlierSignUp)
  async signUp(
    ctx: CallContext,
    { realmId, partition, realmHost, fullName, ...given }: RpcRequest<typeof earlierSignUp>,
  ): Promise<RpcResponse<typeof earlierSignUp>> {
    const place = { realm_id: realmId, partition, realm_host: realmHost };
    const { account } = await this.signUps.createAccount(ctx, { ...place, ...given, full_name: fullName });
    return { user_id: account.id };
  }
}
