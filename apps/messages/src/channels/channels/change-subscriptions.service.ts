import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { changeSubscriptions } from '@stoa/contracts/channels';
import { badRequest } from '@stoa/errors';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { type ChangeFacts, ChangeFactsReader, Directory } from '@stoa/directory';
import { isGuest } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChannelNoticesService } from './channel-notices.service';
import { ChannelCreation } from '../../access/channel-access/channel-rules';
import { ChannelState, loadState, lockChannels } from '../../access/channel-access/channel-state';
import { ChannelsRepository } from './channels.repository';
import { SubscribeService, wantedChannels } from './subscribe.service';
import { UnsubscribeService } from './unsubscribe.service';

type Request = RequestOf<typeof changeSubscriptions>;
type Response = RpcResponse<typeof changeSubscriptions>;

/** Channels that this call makes have the defaults (channels.md 6). */
const CREATION: ChannelCreation = {
  inviteOnly: false,
  isWebPublic: false,
  historyPublicToSubscribers: true,
  messageRetentionDays: null,
  topicsPolicy: 'inherit',
  isDefault: false,
};

const WITH_DEFAULTS = { authorization_errors_fatal: true, send_new_subscription_messages: true };

/** `PATCH /users/me/subscriptions` (channels.md 7.3): subscribes, then unsubscribes, all or nothing. */
@Injectable()
export class ChangeSubscriptionsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly facts: ChangeFactsReader,
    private readonly repository: ChannelsRepository,
    private readonly subscribing: SubscribeService,
    private readonly unsubscribing: UnsubscribeService,
    private readonly notices: ChannelNoticesService,
  ) {}

  /** @throws DomainError with the texts of channels.md 7.1 and 7.2 */
  @Handles(changeSubscriptions)
  async change(ctx: ActorContext, request: Request): Promise<Response> {
    if (request.add.length === 0 && request.delete.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    if (isGuest(ctx.actor)) throw badRequest('Not allowed for guest users');
    const wanted = wantedChannels({ subscriptions: request.add });
    const dropped = [...new Map(request.delete.map((name) => [name.trim().toLowerCase(), name.trim()])).values()];
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive')];
    const outcome = await this.database.write(ctx, locks, async (tx) => {
      const names = [...wanted.map(({ name }) => name), ...dropped].map((name) => name.toLowerCase());
      await lockChannels(tx, await this.repository.idsByName(realmId, names));
      const facts = await this.facts.current(ctx);
      const plan = { request: WITH_DEFAULTS, wanted, creation: CREATION, values: {} };
      const added = await this.subscribing.subscribeWithin(tx, facts, plan);
      const removed = await this.remove(tx, facts, dropped, added.states);
      const descriptions = new Map(wanted.map(({ name, description }) => [name.toLowerCase(), description]));
      const told = { announce: false, send_new_subscription_messages: true, creation: CREATION, descriptions };
      return { added, removed, notices: await this.notices.add(tx, facts, told, added) };
    });
    this.unsubscribing.afterUnsubscribing(ctx, outcome.removed);
    await this.notices.tell(ctx, outcome.notices);
    const { unauthorized: _none, ...subscribed } = outcome.added.response;
    return { ...subscribed, ...outcome.removed.response };
  }

  /** @param known channels as the first half of the request left them */
  private async remove(
    tx: WriteTransaction,
    facts: ChangeFacts,
    names: readonly string[],
    known: readonly ChannelState[],
  ) {
    const changed = new Map(known.map((state) => [state.channel.name.toLowerCase(), state]));
    const missing = names.filter((name) => !changed.has(name.toLowerCase()) && !facts.channels.byName(name));
    if (missing.length > 0) throw badRequest(`Channel(s) (${missing.join(', ')}) do not exist`);
    const otherIds = names.flatMap((name) =>
      changed.has(name.toLowerCase()) ? [] : (facts.channels.byName(name)?.channelId ?? []),
    );
    const others = await loadState(this.directory, otherIds);
    const states = [...names.flatMap((name) => changed.get(name.toLowerCase()) ?? []), ...others];
    return this.unsubscribing.unsubscribeWithin(tx, facts, states, [facts.requester]);
  }
}
