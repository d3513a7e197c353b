import { Injectable } from '@nestjs/common';
import type { ExternalSignInOutcome } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import type { ExternalIdentity } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import type { CallContext } from '@stoa/rpc';
import type { AttemptData } from '../external/attempt-data';
import { ExternalSignInLog, type SignInFacts } from '../external/external-sign-in-log';
import { SignInFailure } from '../protocols/sign-in-failure';
import type { UsedProvider } from '../providers/used-provider';
import { linkProblem } from './addable-providers';
import { IdentityLinksRepository } from './identity-links.repository';
import { IdentityMails } from './identity-mails';

type Holder = AttemptData<'link'>['linkTo'];

/** Somebody who is signed in comes back from a provider. */
export interface IdentityAddition {
  place: { realmId: number; partition: number; realmUrl: string };
  provider: UsedProvider;
  linkTo: Holder;
  facts: SignInFacts;
}

/** Adds accounts at providers to those of whoever began it, while that session goes on. */
@Injectable()
export class IdentityAdditions {
  constructor(
    private readonly database: Database,
    private readonly repository: IdentityLinksRepository,
    private readonly mails: IdentityMails,
    private readonly log: ExternalSignInLog,
  ) {}

  /** @param identify asks the provider */
  async finish(
    ctx: CallContext,
    addition: IdentityAddition,
    identify: () => Promise<ExternalIdentity>,
  ): Promise<ExternalSignInOutcome> {
    const { place, provider, linkTo, facts } = addition;
    const { userId } = linkTo;
    try {
      const isNew = await this.add(ctx, addition, await identify());
      this.log.ended(ctx, { ...facts, userId }, 'linked');
      const told = { change: 'added', userId, url: place.realmUrl, provider: provider.displayName } as const;
      if (isNew) await this.mails.tell(told);
      return { result: 'linked', problem: null };
    } catch (error) {
      return { result: 'linked', problem: this.log.caught(ctx, { ...facts, userId }, error).reason };
    }
  }

  /** @returns whether it is new @throws SignInFailure for what opens another account, and when the session is over */
  private async add(
    ctx: CallContext,
    { place, provider, linkTo: { userId, sessionId } }: IdentityAddition,
    { subject }: ExternalIdentity,
  ): Promise<boolean> {
    const { realmId, partition } = place;
    return this.database.write({ ...ctx, realmId, partition }, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.isLive(tx, sessionId, userId)))
        throw new SignInFailure('expired', 'the session ended');
      const providers = await this.repository.providers(realmId, userId, readerOf(tx));
      const now = providers.find(({ name }) => name === provider.name);
      const problem = now ? linkProblem(now) : 'method-off';
      if (problem !== null) throw new SignInFailure('method-off', `accounts there cannot be added: ${problem}`);
      const added = await this.repository.add(tx, provider.id, subject, userId);
      if (!added) throw new SignInFailure('linked-elsewhere', 'the account there opens another account');
      return added.isNew;
    });
  }
}
