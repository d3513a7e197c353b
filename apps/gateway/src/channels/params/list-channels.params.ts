import { BooleanParam } from '@stoa/http-params';

/** `GET /streams` (channels.md 5.1): the sources are joined. */
export class ListChannelsParams {
  @BooleanParam({ default: true, name: 'include_public', doc: 'All public channels.' })
  includePublic!: boolean;

  @BooleanParam({ default: false, name: 'include_web_public', doc: 'All web-public channels.' })
  includeWebPublic!: boolean;

  @BooleanParam({ default: true, name: 'include_subscribed', doc: 'Channels that the user is subscribed to.' })
  includeSubscribed!: boolean;

  @BooleanParam({
    default: false,
    name: 'include_owner_subscribed',
    doc: "For bots: channels that the bot's owner is subscribed to.",
  })
  includeOwnerSubscribed!: boolean;

  @BooleanParam({
    default: false,
    name: 'include_can_access_content',
    doc: 'Every channel whose messages the user can read.',
  })
  includeCanAccessContent!: boolean;

  @BooleanParam({
    default: false,
    name: 'include_all',
    alias: ['include_all_active'],
    doc: 'Every channel that the user can see.',
  })
  includeAll!: boolean;

  @BooleanParam({ default: true, name: 'exclude_archived', doc: 'Leaves archived channels out.' })
  excludeArchived!: boolean;

  @BooleanParam({ default: false, name: 'include_default', doc: 'Adds `is_default` to each channel.' })
  includeDefault!: boolean;
}
