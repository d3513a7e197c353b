import { Inject, Injectable } from '@nestjs/common';
import { DomainError, UnavailableError } from '@stoa/errors';
import { Directory, DirectoryView } from '@stoa/directory';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { SystemBots } from '../../send/system-bots/system-bots';
import { RenewedMessage, StaleMessage, StaleMessagesRepository } from './stale-messages.repository';
import { storedNames } from '../../send/rendering/stored-names';

/** Of messages of one organization. */
export interface Renewal {
  renewed: RenewedMessage[];
  /** Messages for which no thread that renders was free: later they may be rendered. */
  postponed: number;
}

/** Status of a refusal for want of room (see `Rendering`). */
const NO_ROOM = 429;

/** Gives messages of an older renderer the HTML of this one; what they say stays (see {@link storedNames}). */
@Injectable()
export class RerenderingService {
  private readonly renewals;

  constructor(
    private readonly repository: StaleMessagesRepository,
    private readonly directory: Directory,
    private readonly renderer: MessageRenderer,
    private readonly bots: SystemBots,
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.renewals = metrics.counter('stoa_rerendered_messages_total', 'Messages of an older renderer, by outcome.', [
      'outcome',
    ]);
    for (const outcome of ['renewed', 'changed_meanwhile', 'unrenderable']) this.renewals.inc({ outcome }, 0);
  }

  /**
   * Renders and writes messages of any organizations. No event is sent: clients keep what they have.
   * @throws UnavailableError if some have to be tried again, after the others were written
   */
  async renewAndStore(messages: readonly StaleMessage[]): Promise<void> {
    const renewed: RenewedMessage[] = [];
    let postponed = 0;
    for (const [realmId, some] of byRealm(messages)) {
      const ofRealm = await this.directory.decideConfirmed(realmId, (view) => this.renew(view, some));
      renewed.push(...ofRealm.renewed);
      postponed += ofRealm.postponed;
    }
    await this.store(renewed);
    if (postponed > 0) throw new UnavailableError(`there was no thread for ${postponed} messages`);
  }

  /** New HTML of messages of one organization; of those that cannot be rendered nothing. */
  async renew(view: DirectoryView, messages: readonly StaleMessage[]): Promise<Renewal> {
    const renewal: Renewal = { renewed: [], postponed: 0 };
    for (const message of messages) {
      const rendering = await this.rendered(view, message);
      if (rendering === 'postponed') renewal.postponed += 1;
      else if (rendering) renewal.renewed.push({ message, rendering });
    }
    return renewal;
  }

  async store(renewed: readonly RenewedMessage[]): Promise<void> {
    if (renewed.length === 0) return;
    const written = await this.repository.store(renewed);
    this.renewals.inc({ outcome: 'renewed' }, written.length);
    this.renewals.inc({ outcome: 'changed_meanwhile' }, renewed.length - written.length);
  }

  private async rendered(
    view: DirectoryView,
    message: StaleMessage,
  ): Promise<RenewedMessage['rendering'] | 'postponed' | undefined> {
    const sender = (await view.users()).get(message.sender_id) ?? (await this.bots.get(message.sender_id));
    if (!sender) return undefined;
    try {
      return await this.renderer.rerender(view, {
        content: message.content,
        sender,
        pagePreviews: new Map(Object.entries(message.previews ?? {})),
        stored: storedNames(message.rendered_content),
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.status === NO_ROOM) return 'postponed';
      this.renewals.inc({ outcome: 'unrenderable' });
      this.log.warn({ err: error, messageId: message.id }, 'a message keeps the HTML of an older renderer');
      return undefined;
    }
  }
}

function byRealm(messages: readonly StaleMessage[]): Map<number, StaleMessage[]> {
  const realms = new Map<number, StaleMessage[]>();
  for (const message of messages) realms.set(message.realm_id, [...(realms.get(message.realm_id) ?? []), message]);
  return realms;
}
