import type { ChannelPermissionSetting } from '@stoa/policy';

interface PermissionSection {
  readonly title: 'subscribing' | 'messages' | 'moderation' | 'administration';
  readonly settings: readonly ChannelPermissionSetting[];
}

/** Every permission of a channel, once (web-details.md F). */
export const PERMISSION_SECTIONS: readonly PermissionSection[] = [
  {
    title: 'subscribing',
    settings: ['can_subscribe_group', 'can_add_subscribers_group', 'can_remove_subscribers_group'],
  },
  { title: 'messages', settings: ['can_send_message_group', 'can_create_topic_group'] },
  {
    title: 'moderation',
    settings: [
      'can_move_messages_within_channel_group',
      'can_move_messages_out_of_channel_group',
      'can_resolve_topics_group',
      'can_delete_any_message_group',
      'can_delete_own_message_group',
    ],
  },
  { title: 'administration', settings: ['can_administer_channel_group'] },
];

/** Permissions that give access to what a channel holds: who cannot read it may not give them. */
export const GIVES_ACCESS: ReadonlySet<ChannelPermissionSetting> = new Set([
  'can_subscribe_group',
  'can_add_subscribers_group',
]);
/** Permissions that the organization keeps for some people. */
export const ABOUT_DELETION: ReadonlySet<ChannelPermissionSetting> = new Set([
  'can_delete_any_message_group',
  'can_delete_own_message_group',
]);
