import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { realmUrl } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { InvitationMails } from './invitation-mails';
import { DueReminder, InvitationRemindersRepository } from './invitation-reminders.repository';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/** Reminds of invitations that are about to expire. In every replica: each reminder is claimed, so none is sent twice. */
@Injectable()
export class InvitationRemindersJob extends PeriodicJob {
  constructor(
    private readonly database: Database,
    private readonly repository: InvitationRemindersRepository,
    private readonly mails: InvitationMails,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'nobody could be reminded of invitations', everyMs: HOUR_MS }, log);
  }

  async round(): Promise<void> {
    for (;;) {
      const due = await this.repository.due(BATCH);
      const [first] = due;
      if (!first || this.stopping.aborted) return;
      const ofOneRealm = due.filter(({ realmId }) => realmId === first.realmId);
      const claimed = await this.database.write(first, [], (tx) =>
        this.repository.claim(
          tx,
          ofOneRealm.map(({ id }) => id),
        ),
      );
      await this.mails.remind(ofOneRealm.filter(({ id }) => claimed.has(id)).map((reminder) => this.mailOf(reminder)));
    }
  }

  private mailOf(reminder: DueReminder) {
    const { id, email, key, organization, language, inviterName, inviterEmail } = reminder;
    const url = realmUrl(reminder, this.environment);
    const inviter = { fullName: inviterName, email: inviterEmail };
    return { id, email, key, organization, language, realmUrl: url, inviter };
  }
}
