import { Decoded, boolean, integer, text } from '@stoa/http-params';
import { GroupSettingValueSchema } from '../users/group-object';
import { permissionParams } from './permission-params';

/** Settings of channels that a call creates (channels.md 6). */
export const newChannelParams = {
  invite_only: boolean({ default: false, doc: 'Private.' }),
  is_web_public: boolean({ default: false, doc: 'Readable without an account.' }),
  is_default_stream: boolean({ default: false, doc: 'New users are subscribed.' }),
  history_public_to_subscribers: boolean({
    optional: true,
    doc: 'Whether subscribers of a private channel read what was sent before.',
  }),
  message_retention_days: text({
    default: 'realm_default',
    doc: 'Days as a JSON integer, `unlimited` or `realm_default`.',
  }),
  topics_policy: text({ default: 'inherit', doc: 'Whether the empty topic may or must be used.' }),
  folder_id: integer({ optional: true, doc: 'Folder of the new channels.' }),
  ...permissionParams(GroupSettingValueSchema),
};
export type NewChannelParams = Decoded<typeof newChannelParams>;
