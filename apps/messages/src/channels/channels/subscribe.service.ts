import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { subscribe } from '@stoa/contracts/channels';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFacts, ChangeFactsReader, Directory, DirectoryUser } from '@stoa/directory';
import { canAccessChannelContent, canSubscribeOthers, isGuest } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { policyUser } from '../../access/policy-user';
import { ChannelCreationService } from './channel-creation.service';
import { ChannelGroupSettingsService } from './channel-group-settings.service';
import { ChannelNoticesService, MOST_SUBSCRIPTION_MESSAGES } from './channel-notices.service';
import {
  ChannelCreation,
  channelCreation,
  checkNewColor,
  checkedChannelName,
  storedDescription,
} from '../../access/channel-access/channel-rules';
import { ChannelsRepository } from './channels.repository';
import { ChannelState, loadState, lockChannels } from '../../access/channel-access/channel-state';
import { resolvePrincipals } from './principals';
import { SubscriptionWriter } from './subscription-writer';

type SubscribeRequest = RequestOf<typeof subscribe>;
type SubscribeResponse = RpcResponse<typeof subscribe>;

/** A channel that a call names, as it would be made. */
export interface WantedChannel {
  name: string;
  description: string;
  color: string | undefined;
}

export interface SubscribingPlan {
  request: Pick<
    SubscribeRequest,
    'principals' | 'authorization_errors_fatal' | 'send_new_subscription_messages' | 'folder_id'
  >;
  wanted: readonly WantedChannel[];
  creation: ChannelCreation;
  values: Partial<Record<string, GroupSettingValue>>;
}

export interface SubscribingOutcome {
  response: SubscribeResponse;
  created: ChannelState[];
  newSubscriptions: { userId: number; channelId: number }[];
  /** The named channels, after it. */
  states: ChannelState[];
}

/** A required channel does not exist, and the realm's lock that was taken does not allow to make it. */
class NeedsCreation extends Error {}

/** `POST /users/me/subscriptions` (channels.md 7.1): makes missing channels and subscribes users, in one transaction. */
@Injectable()
export class SubscribeService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly facts: ChangeFactsReader,
    private readonly repository: ChannelsRepository,
    private readonly creation: ChannelCreationService,
    private readonly groupSettings: ChannelGroupSettingsService,
    private readonly writer: SubscriptionWriter,
    private readonly notices: ChannelNoticesService,
  ) {}

  /** @throws DomainError with the texts of channels.md 7.1, checked in its order */
  @Handles(subscribe)
  async subscribe(ctx: ActorContext, request: SubscribeRequest): Promise<SubscribeResponse> {
    if (isGuest(ctx.actor)) throw badRequest('Not allowed for guest users');
    const wanted = wantedChannels(request);
    const creation = channelCreation(request);
    const known = await this.repository.idsByName(
      ctx.actor.realmId,
      wanted.map((channel) => channel.name.toLowerCase()),
    );
    const mayExist = known.length >= new Set(wanted.map((channel) => channel.name.toLowerCase())).size;
    const run = (mode: 'shared' | 'exclusive') => this.run(ctx, request, wanted, creation, mode);
    const outcome = await run(mayExist ? 'shared' : 'exclusive').catch((error: unknown) => {
      if (error instanceof NeedsCreation) return run('exclusive');
      throw error;
    });
    await this.notices.tell(ctx, outcome.notices);
    return outcome.response;
  }

  private run(
    ctx: ActorContext,
    request: SubscribeRequest,
    wanted: readonly WantedChannel[],
    creation: ChannelCreation,
    mode: 'shared' | 'exclusive',
  ) {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, mode)], async (tx) => {
      const existing = await this.repository.idsByName(
        realmId,
        wanted.map((channel) => channel.name.toLowerCase()),
      );
      await lockChannels(tx, existing);
      const facts = await this.facts.current(ctx);
      const values = this.groupSettings.checked(request, {
        actor: policyUser(facts.requester),
        ...facts,
      });
      const missing = wanted.filter((channel) => !facts.channels.byName(channel.name));
      if (missing.length > 0 && mode === 'shared') throw new NeedsCreation();
      const outcome = await this.subscribeWithin(tx, facts, { request, wanted, creation, values });
      const descriptions = new Map(wanted.map(({ name, description }) => [name.toLowerCase(), description]));
      const notices = await this.notices.add(tx, facts, { ...request, creation, descriptions }, outcome);
      return { ...outcome, notices };
    });
  }

  /** The caller holds the exclusive locks of the named channels, and the realm's if one of them is to be made. */
  async subscribeWithin(tx: WriteTransaction, facts: ChangeFacts, plan: SubscribingPlan): Promise<SubscribingOutcome> {
    const { request, wanted } = plan;
    const created = await this.creation.create(tx, facts, {
      wanted: wanted.filter((channel) => !facts.channels.byName(channel.name)),
      creation: plan.creation,
      folderId: request.folder_id ?? null,
      groupValues: plan.values,
    });
    const existingIds = new Set<number>();
    for (const { name } of wanted) {
      const channel = facts.channels.byName(name);
      if (channel) existingIds.add(channel.channelId);
    }
    const existing = await loadState(this.directory, [...existingIds]);
    const { accessible, unauthorized } = this.authorized(facts, existing, request.authorization_errors_fatal);
    const principals = resolvePrincipals(request.principals, facts.requester, facts.users);
    this.checkSubscribingOthers(facts, accessible, principals);
    const written = await this.writer.subscribe(tx, facts, {
      channels: [...created, ...accessible],
      principals,
      colors: new Map(wanted.map((channel) => [channel.name.toLowerCase(), channel.color])),
      isDefault: plan.creation.isDefault,
    });
    const response: SubscribeResponse = {
      subscribed: written.subscribed,
      already_subscribed: written.alreadySubscribed,
      ...(request.authorization_errors_fatal ? {} : { unauthorized }),
      ...(request.send_new_subscription_messages
        ? { new_subscription_messages_sent: Object.keys(written.subscribed).length <= MOST_SUBSCRIPTION_MESSAGES }
        : {}),
    };
    return {
      response,
      created,
      newSubscriptions: written.newSubscriptions,
      states: [...created, ...accessible].map((state) => withSubscribers(state, written.newSubscriptions)),
    };
  }

  private authorized(
    facts: ChangeFacts,
    existing: readonly ChannelState[],
    fatal: boolean,
  ): { accessible: ChannelState[]; unauthorized: string[] } {
    const accessible: ChannelState[] = [];
    const unauthorized: string[] = [];
    for (const state of existing) {
      const viewer = {
        user: policyUser(facts.requester),
        isSubscribed: state.members.has(facts.requester.id),
        groups: facts.groups.graph,
      };
      if (canAccessChannelContent(state.channel, viewer)) accessible.push(state);
      else unauthorized.push(state.channel.name);
    }
    if (fatal && unauthorized[0] !== undefined) throw badRequest(`Unable to access channel (${unauthorized[0]}).`);
    return { accessible, unauthorized };
  }

  private checkSubscribingOthers(
    facts: ChangeFacts,
    existing: readonly ChannelState[],
    principals: readonly DirectoryUser[],
  ): void {
    const { requester, groups, settings } = facts;
    if (principals.every((principal) => principal.id === requester.id)) return;
    for (const state of existing) {
      const viewer = {
        user: policyUser(requester),
        isSubscribed: state.members.has(requester.id),
        groups: groups.graph,
      };
      if (isGuest(viewer.user) || !canSubscribeOthers(state.channel, viewer, settings.canAddSubscribersGroup)) {
        throw insufficientPermission();
      }
    }
  }
}

function withSubscribers(state: ChannelState, added: SubscribingOutcome['newSubscriptions']): ChannelState {
  const members = new Map(state.members);
  for (const { userId, channelId } of added) if (channelId === state.channel.channelId) members.set(userId, false);
  return { ...state, members };
}

/** @throws DomainError with the texts of channels.md 0 */
export function wantedChannels(request: Pick<SubscribeRequest, 'subscriptions'>): WantedChannel[] {
  const wanted = new Map<string, WantedChannel>();
  request.subscriptions.forEach((subscription, index) => {
    const name = checkedChannelName(subscription.name);
    checkNewColor(subscription.color, index);
    const description = storedDescription(subscription.description ?? '', `subscriptions[${index}]["description"]`);
    const key = name.toLowerCase();
    if (!wanted.has(key)) wanted.set(key, { name, description, color: subscription.color });
  });
  return [...wanted.values()];
}
