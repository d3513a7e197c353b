import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { unsubscribe } from '@stoa/contracts/channels';
import { eventOf } from '@stoa/contracts/events';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { Database, WriteTransaction, lockChannel, lockRealm, setKeys } from '@stoa/database';
import { type ChangeFacts, ChangeFactsReader, Directory, DirectoryUser } from '@stoa/directory';
import { canAccessChannelMetadata, canUnsubscribeOthers } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { GuestAccessService } from '../../access/guest-access/guest-access.service';
import { policyUser } from '../../access/policy-user';
import { LeftChannels } from '../pending-reads/left-channels';
import { PendingRead, PendingReadsRepository } from '../pending-reads/pending-reads.repository';
import { ChannelState, loadState } from '../../access/channel-access/channel-state';
import { resolvePrincipals } from './principals';
import { peerEvents } from './subscription-change';
import { SubscriptionsRepository } from './subscriptions.repository';

type UnsubscribeRequest = RequestOf<typeof unsubscribe>;
type UnsubscribeResponse = RpcResponse<typeof unsubscribe>;

export interface UnsubscribingOutcome {
  response: UnsubscribeResponse;
  /** Channels that were left: what is unread in them is to be marked. */
  left: PendingRead[];
}

interface Ended {
  userId: number;
  state: ChannelState;
}

/** `DELETE /users/me/subscriptions` (channels.md 7.2). */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly facts: ChangeFactsReader,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly pendingReads: PendingReadsRepository,
    private readonly leftChannels: LeftChannels,
    private readonly guests: GuestAccessService,
  ) {}

  /** @throws DomainError `Channel(s) (A, B) do not exist`, `Insufficient permission`, principal errors of 7.1 */
  @Handles(unsubscribe)
  async unsubscribe(ctx: ActorContext, request: UnsubscribeRequest): Promise<UnsubscribeResponse> {
    const { realmId } = ctx.actor;
    const names = [...new Map(request.subscriptions.map((name) => [name.trim().toLowerCase(), name.trim()])).values()];
    const channelIds = await this.directory.decide(realmId, async (view) => {
      const channels = await view.channels();
      const missing = names.filter((name) => !channels.byName(name));
      if (missing.length > 0) throw badRequest(`Channel(s) (${missing.join(', ')}) do not exist`);
      return names.flatMap((name) => channels.byName(name)?.channelId ?? []);
    });
    const locks = [lockRealm(realmId, 'shared'), ...channelIds.map((id) => lockChannel(id, 'exclusive'))];
    const outcome = await this.database.write(ctx, locks, async (tx) => {
      const facts = await this.facts.current(ctx);
      const states = await loadState(this.directory, channelIds);
      const principals = resolvePrincipals(request.principals, facts.requester, facts.users);
      this.checkPermission(facts, states, principals);
      return this.unsubscribeWithin(tx, facts, states, principals);
    });
    this.afterUnsubscribing(ctx, outcome);
    return outcome.response;
  }

  /** Unread messages of the channels that were left are marked read after the answer (channels.md 14.2 step 5). */
  afterUnsubscribing(ctx: ActorContext, { left }: UnsubscribingOutcome): void {
    this.leftChannels.settleSoon(left, ctx.requestId);
  }

  private checkPermission(
    facts: ChangeFacts,
    states: readonly ChannelState[],
    principals: readonly DirectoryUser[],
  ): void {
    const { requester, groups } = facts;
    const others = principals.filter(
      (principal) => principal.id !== requester.id && principal.botOwnerId !== requester.id,
    );
    if (others.length === 0) return;
    for (const { channel, members } of states) {
      const viewer = {
        user: policyUser(requester),
        isSubscribed: members.has(requester.id),
        groups: groups.graph,
      };
      if (!canUnsubscribeOthers(channel, viewer)) throw insufficientPermission();
    }
  }

  /** The caller holds the channels' exclusive locks and has checked who may. */
  async unsubscribeWithin(
    tx: WriteTransaction,
    facts: ChangeFacts,
    states: readonly ChannelState[],
    principals: readonly DirectoryUser[],
  ): Promise<UnsubscribingOutcome> {
    const ended: Ended[] = [];
    const response: UnsubscribeResponse = { removed: [], not_removed: [] };
    for (const user of principals) {
      for (const state of states) {
        const isSubscribed = state.members.has(user.id);
        (isSubscribed ? response.removed : response.not_removed).push(state.channel.name);
        if (isSubscribed) ended.push({ userId: user.id, state });
      }
    }
    if (ended.length === 0) return { response, left: [] };
    const left = await this.end(tx, ended);
    tx.emit(...unsubscribedEvents(facts, states, ended));
    tx.emit(...(await this.guests.lost(tx, facts, leftChannels(ended))));
    return { response, left };
  }

  /** @returns what is to be marked read: its rows are there even if this process dies after the commit */
  private async end(tx: WriteTransaction, ended: readonly Ended[]): Promise<PendingRead[]> {
    const pairs = ended.map(({ userId, state: { channel } }) => ({
      userId,
      channelId: channel.channelId,
      recipientId: channel.recipientId,
    }));
    const { rows, boundaryId } = await this.subscriptions.deactivate(tx, pairs);
    for (const { id, channel_id: channelId } of rows) {
      tx.bump(setKeys.channel(channelId), { table: 'subscription', ids: [id] });
      tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: [channelId] });
    }
    return this.pendingReads.addLeft(tx, pairs, boundaryId);
  }
}

/** Channels with the members that stay, and who leaves. */
function leftChannels(ended: readonly Ended[]) {
  const left = new Map<number, { members: Iterable<number>; altered: Set<number> }>();
  for (const { state } of ended) {
    const altered = new Set(ended.filter((item) => item.state === state).map((item) => item.userId));
    const members = [...state.members.keys()].filter((userId) => !altered.has(userId));
    left.set(state.channel.channelId, { members, altered });
  }
  return left;
}

/** The events of channels.md 14.2, steps 1 to 3, in order. */
function unsubscribedEvents(facts: ChangeFacts, states: readonly ChannelState[], ended: readonly Ended[]) {
  const altered = (state: ChannelState) =>
    new Set(ended.filter((item) => item.state === state).map((item) => item.userId));
  const events = peerEvents(
    'peer_remove',
    facts,
    states.map((state) => {
      const left = altered(state);
      return {
        channel: state.channel,
        altered: left,
        subscribers: new Set([...state.members.keys()].filter((userId) => !left.has(userId))),
      };
    }),
  );
  for (const userId of new Set(ended.map((item) => item.userId))) {
    const own = ended.filter((item) => item.userId === userId).map((item) => item.state.channel);
    const subscriptions = own.map((channel) => ({ stream_id: channel.channelId, name: channel.name }));
    events.push(eventOf('subscription', 'remove', { subscriptions }, [userId]));
    const user = facts.users.get(userId);
    if (!user) continue;
    const viewer = { user: policyUser(user), isSubscribed: false, groups: facts.groups.graph };
    const lost = own
      .filter((channel) => !canAccessChannelMetadata(channel, viewer))
      .map((channel) => channel.channelId);
    if (lost.length > 0) {
      const streams = lost.map((channelId) => ({ stream_id: channelId }));
      events.push(eventOf('stream', 'delete', { streams, stream_ids: lost }, [userId]));
    }
  }
  return events;
}
