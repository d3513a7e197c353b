import { Inject, Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { SignInFailure } from '../protocols/sign-in-failure';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import { type SignInStart, SignInStarts } from './sign-in-starts';

/** A way to a provider that ends where it began: in the session of whoever is signed in. */
interface OwnStart extends Omit<SignInStart, 'purpose'> {
  /** Path of the page to come back to. */
  next: string;
}

/** Sends people who are signed in to providers, for something of their own account. */
@Injectable()
export class OwnSignInStarts {
  constructor(
    private readonly providers: UsedProviders,
    private readonly starts: SignInStarts,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * @param among what is known of the providers that there are for the person
   * @throws DomainError for a name that none of them has
   */
  async find<Known extends { name: string }>(
    realmId: number,
    name: string,
    among: readonly Known[],
  ): Promise<{ known: Known; provider: UsedProvider }> {
    const known = among.find((one) => one.name === name);
    const provider = known && (await this.providers.byName(realmId, name));
    if (!known || !provider) throw badRequest('Invalid sign-in provider');
    return { known, provider };
  }

  /**
   * @param fault what the log says where the provider cannot be asked
   * @returns where the browser goes
   * @throws DomainError for a provider that cannot be asked
   */
  async begin(provider: UsedProvider, { next, ...start }: OwnStart, fault: string): Promise<string> {
    const purpose = { next, app: null, isSignUp: false, linkKey: null };
    try {
      return await this.starts.begin(provider, { ...start, purpose });
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      this.log.warn({ realmId: start.realmId, provider: provider.name, detail: error.message }, fault);
      throw badRequest('The provider cannot be reached. Try again later.');
    }
  }
}
