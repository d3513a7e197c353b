import { Injectable } from '@nestjs/common';
import type { ExternalIdentity } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';
import { SignInFailure } from './sign-in-failure';
import type { SignInProtocol } from './sign-in-protocol';

/** A program of the organization sends people with a token: they begin there, and are not sent anywhere. */
@Injectable()
export class TokenProtocol implements SignInProtocol {
  begin({ name }: UsedProvider): Promise<string> {
    return Promise.reject(new SignInFailure('method-off', `${name} begins elsewhere`));
  }

  finish({ name }: UsedProvider): Promise<ExternalIdentity> {
    return Promise.reject(new SignInFailure('provider-failed', `${name} sends no answers`));
  }

  test(): Promise<string | null> {
    return Promise.resolve(null);
  }
}
