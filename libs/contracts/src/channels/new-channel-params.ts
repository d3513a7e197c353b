import { Decoded, boolean, integer, retentionDays, text } from '@stoa/http-params';
import { GroupSettingValueSchema } from '../users/group-object';
import { permissionParams } from './permission-params';

export const RETENTION_DOC = 'Days as a JSON integer, `"unlimited"` or `"realm_default"`.';

/** Settings of channels that a call creates (channels.md 6). */
export const newChannelParams = {
  invite_only: boolean({ default: false, doc: 'Private.' }),
  is_web_public: boolean({ default: false, doc: 'Readable without an account.' }),
  is_default_stream: boolean({ default: false, doc: 'New users are subscribed.' }),
  history_public_to_subscribers: boolean({
    optional: true,
    doc: 'Whether subscribers of a private channel read what was sent before.',
  }),
  message_retention_days: retentionDays({ default: 'realm_default', doc: RETENTION_DOC }),
  topics_policy: text({
    json: true,
    default: 'inherit',
    nullMeansAbsent: true,
    doc: 'Whether the empty topic may or must be used.',
  }),
  folder_id: integer({ optional: true, doc: 'Folder of the new channels.' }),
  ...permissionParams(GroupSettingValueSchema),
};
export type NewChannelParams = Decoded<typeof newChannelParams>;
