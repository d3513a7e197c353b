import { Inject, Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import type { RequestOf } from '@stoa/contracts/rpc';
import { eventOf, keysRevoked } from '@stoa/contracts/events';
import { deactivateRealm } from '@stoa/contracts/organization';
import { Database, lockRealm } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { isOwner } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { Mailer, oneLine } from '@stoa/mail';
import { SERVER_LIMITS } from '../../shared/realm-facts/server-facts';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { activeUserIds, requireRole } from '../../shared/user-changes/user-rules';
import { RealmSettingsRepository } from './realm-settings.repository';

/** `POST /realm/deactivate` (organization.md 13). */
@Injectable()
export class DeactivateRealmService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: RealmSettingsRepository,
    private readonly sessions: SessionEndings,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(deactivateRealm)
  async deactivate(ctx: ActorContext, request: RequestOf<typeof deactivateRealm>): Promise<void> {
    const deletionDelayDays = request.deletion_delay_days ?? null;
    const least = SERVER_LIMITS.server_min_deactivated_realm_deletion_days;
    if (deletionDelayDays !== null && deletionDelayDays < least) {
      throw badRequest(`Data deletion time must be at least ${least} days in the future.`);
    }
    const { realmId } = ctx.actor;
    const facts = await this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const current = await this.facts.current(ctx);
      requireRole('owner', current.requester);
      await this.repository.deactivate(tx, deletionDelayDays);
      const everybody = encodeAudience(activeUserIds(current.users));
      // The event ends polls that are held; the second makes requests in flight come back and be refused.
      tx.emit(eventOf('realm', 'deactivated', { realm_id: realmId }, everybody));
      await this.sessions.ofRealm(tx, 'realm_deactivated');
      tx.emit(keysRevoked(activeUserIds(current.users)));
      return current;
    });
    await this.tellOwners(facts, deletionDelayDays);
  }

  /** The organization is deactivated, whether its owners can be notified or not. */
  private async tellOwners({ ctx, users, settings }: ChangeFacts, deletionDelayDays: number | null): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const { realmUrl: url, fullName: user, deliveryEmail: address } = ctx.actor;
    const facts = { organization: oneLine(settings.name), url, user, address };
    const owners = [...users.byId.values()].filter((user) => user.isActive && !user.isBot && isOwner(user));
    const mails = owners.map(({ deliveryEmail, language }) => {
      const write = textsIn(language);
      return this.mailer.send({
        to: deliveryEmail,
        organization: { name: settings.name, url },
        subject: write('mail.organizationDeactivatedSubject', { organization: settings.name }),
        text:
          deletionDelayDays === null
            ? write('mail.organizationDeactivated', facts)
            : write('mail.organizationDeleted', { ...facts, days: deletionDelayDays }),
      });
    });
    for (const outcome of await Promise.allSettled(mails)) {
      if (outcome.status === 'rejected') {
        this.log.error({ err: outcome.reason, requestId: ctx.requestId }, 'an owner was not told of the deactivation');
      }
    }
  }
}
