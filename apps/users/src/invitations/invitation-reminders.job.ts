import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Database } from '@stoa/database';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { realmHost } from '@stoa/policy';
import { UsersEnvironment } from '../users-environment';
import { InvitationMails } from './invitation-mails.service';
import { DueReminder, InvitationRemindersRepository } from './invitation-reminders.repository';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/** Reminds of invitations that are about to expire. In every replica: each reminder is claimed, so none is sent twice. */
@Injectable()
export class InvitationReminders implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly repository: InvitationRemindersRepository,
    private readonly mails: InvitationMails,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // Replicas that started together do not all work at the same moment.
    this.timer = setInterval(() => this.runSoon(), HOUR_MS * (0.9 + Math.random() * 0.2));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** One round. */
  async run(): Promise<void> {
    for (;;) {
      const due = await this.repository.due(BATCH);
      const [first] = due;
      if (!first || this.isStopping) return;
      const ofOneRealm = due.filter(({ realmId }) => realmId === first.realmId);
      const claimed = await this.database.write(first, { locks: [] }, (tx) =>
        this.repository.claim(
          tx,
          ofOneRealm.map(({ id }) => id),
        ),
      );
      await this.mails.remind(ofOneRealm.filter(({ id }) => claimed.has(id)).map((reminder) => this.mailOf(reminder)));
    }
  }

  private mailOf(reminder: DueReminder) {
    const { email, key, organization, stringId, customHost, inviterName, inviterEmail } = reminder;
    const { STOA_EXTERNAL_SCHEME: scheme, STOA_EXTERNAL_HOST: externalHost } = this.environment;
    const realmUrl = `${scheme}://${customHost ?? realmHost(stringId, externalHost)}`;
    return { email, key, organization, realmUrl, inviter: { fullName: inviterName, email: inviterEmail } };
  }

  private runSoon(): void {
    this.running = this.running
      .then(() => this.run())
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'nobody could be reminded of invitations');
      });
  }
}
