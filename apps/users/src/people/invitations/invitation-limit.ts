import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';
import { isAdministrator } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { isAboveDailyLimit } from './daily-invitations';
import { InvitationsRepository } from './invitations.repository';

/** How many invitations an organization, and one who invites, may send by mail: they go to people who asked for nothing. */
@Injectable()
export class InvitationLimit {
  constructor(
    private readonly environment: UsersEnvironment,
    private readonly repository: InvitationsRepository,
  ) {}

  get perDay(): number {
    return this.environment.STOA_INVITATIONS_PER_DAY;
  }

  /** @param tx holds the organization's lock exclusively */
  async allows(tx: WriteTransaction, inviter: { id: number; role: number }, more: number): Promise<boolean> {
    const sent = await this.repository.sentInADay(tx, inviter.id);
    const limits = { perDay: this.perDay, isAdministrator: isAdministrator(inviter) };
    return !isAboveDailyLimit(sent, more, limits);
  }
}
