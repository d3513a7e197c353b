import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { createChannel } from '@stoa/contracts/channels';
import { Database, lockRealm } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { type ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { policyUser } from '../../access/policy-user';
import { ChannelCreationService } from './channel-creation.service';
import { ChannelGroupSettingsService } from './channel-group-settings.service';
import { ChannelNoticesService } from './channel-notices.service';
import {
  channelCreation,
  checkCreation,
  checkedChannelName,
  storedDescription,
} from '../../access/channel-access/channel-rules';
import { ChannelsRepository } from './channels.repository';
import { resolvePrincipals } from './principals';
import { SubscriptionWriter } from './subscription-writer';

type Request = RequestOf<typeof createChannel>;

/** `POST /channels/create` (channels.md 6). */
@Injectable()
export class CreateChannelService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: ChannelsRepository,
    private readonly creation: ChannelCreationService,
    private readonly groupSettings: ChannelGroupSettingsService,
    private readonly writer: SubscriptionWriter,
    private readonly notices: ChannelNoticesService,
  ) {}

  /** @throws DomainError with the texts of channels.md 6, checked in its order */
  @Handles(createChannel)
  async create(ctx: ActorContext, request: Request): Promise<RpcResponse<typeof createChannel>> {
    const name = checkedChannelName(request.name);
    const description = storedDescription(request.description, 'description');
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive')];
    const { state, notices } = await this.database.write(ctx, locks, async (tx) => {
      const facts = await this.facts.current(ctx);
      await this.repository.checkNameIsFree(tx, name);
      await this.creation.checkFolder(tx, request.folder_id ?? null);
      const wanted = channelCreation(request);
      const actor = policyUser(facts.requester);
      checkCreation(wanted, { user: actor, ...facts });
      const groupValues = this.groupSettings.checked(request, { actor, ...facts });
      const subscribers = resolveSubscribers(request, facts);
      const plan = {
        wanted: [{ name, description }],
        creation: wanted,
        folderId: request.folder_id ?? null,
        groupValues,
      };
      const channels = await this.creation.create(tx, facts, plan);
      const written = await this.writer.subscribe(tx, facts, {
        channels,
        principals: subscribers,
        colors: new Map(),
        isDefault: wanted.isDefault,
      });
      const [made] = channels;
      if (!made) throw new Error('a channel that was asked for has been made');
      const { newSubscriptions } = written;
      const told = {
        announce: request.announce,
        send_new_subscription_messages: false,
        creation: wanted,
        descriptions: new Map([[name.toLowerCase(), description]]),
      };
      // Without subscribers nobody gets any event or notice, not even the announcement (channels.md 6).
      const isTold = newSubscriptions.length > 0;
      const notices = isTold && (await this.notices.add(tx, facts, told, { created: [made], newSubscriptions }));
      return { state: made, notices };
    });
    if (notices) await this.notices.tell(ctx, notices);
    return { id: state.channel.channelId };
  }
}

/** Exactly who is listed: the creator only then. */
function resolveSubscribers({ subscribers }: Request, { requester, users }: ChangeFacts) {
  return subscribers.length === 0 ? [] : resolvePrincipals(subscribers, requester, users);
}
