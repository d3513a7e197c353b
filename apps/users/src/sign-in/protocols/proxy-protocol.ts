import { Injectable } from '@nestjs/common';
import { type ExternalIdentity, PROXY_START } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';
import { SignInFailure } from './sign-in-failure';
import type { SignInProtocol } from './sign-in-protocol';

/** A proxy in front of the service has signed people in before they come: there is nobody to send them to. */
@Injectable()
export class ProxyProtocol implements SignInProtocol {
  begin(): Promise<string> {
    return Promise.resolve(PROXY_START);
  }

  finish(provider: UsedProvider): Promise<ExternalIdentity> {
    return Promise.reject(new SignInFailure('provider-failed', `${provider.name} sends no answers`));
  }

  test(): Promise<string | null> {
    return Promise.resolve(null);
  }
}
