import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { QueueCapability, QueueProfile } from '../queue-profile';

/** A profile without capabilities, with the named ones switched on. */
export function profileWith({ capabilities = [], ...changes }: ProfileChanges = {}): QueueProfile {
  return {
    realmHost: 'chat.example',
    eventTypes: null,
    applyMarkdown: false,
    clientGravatar: false,
    slimPresence: false,
    includeSubscribers: false,
    narrow: [],
    ...changes,
    capabilities: { ...NO_CAPABILITIES, ...Object.fromEntries(capabilities.map((name) => [name, true])) },
  };
}

export type ProfileChanges = Partial<Omit<QueueProfile, 'capabilities'>> & { capabilities?: QueueCapability[] };

export const ALL_CAPABILITIES = {
  capabilities: [
    'bulk_message_deletion',
    'stream_typing_notifications',
    'user_settings_object',
    'linkifier_url_template',
    'user_list_incomplete',
    'include_deactivated_groups',
    'archived_channels',
    'empty_topic_name',
    'simplified_presence_events',
    'individual_emoji_changes',
  ] satisfies QueueCapability[],
};
