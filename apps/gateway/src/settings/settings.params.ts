import { USER_SETTINGS } from '@stoa/contracts';
import { StringParam } from '@stoa/http-params';
import { canonicalTimeZone } from '@stoa/policy';
import { declareSettings } from './setting-params';

/** One's own account and settings; the settings themselves are declared below, from their table. */
export class UpdateSettingsParams {
  @StringParam({ name: 'full_name', doc: 'New name.', optional: true, allowNul: true })
  fullName?: string;

  @StringParam({ doc: 'New address: a link is sent there, and nothing changes before it is opened.', optional: true })
  email?: string;

  @StringParam({ name: 'old_password', doc: 'Current password; needed for a new one.', optional: true })
  oldPassword?: string;

  @StringParam({ name: 'new_password', doc: 'New password.', optional: true })
  newPassword?: string;

  @StringParam({
    doc: 'IANA name of a time zone.',
    optional: true,
    check: (name: string) => (canonicalTimeZone(name) === null ? 'Not a recognized time zone' : undefined),
  })
  timezone?: string;
}
declareSettings(UpdateSettingsParams, USER_SETTINGS, new Set(['resolved_topic_notice_auto_read_policy']));

/** What new accounts start with: the settings that have such a default. */
export class UpdateSettingsDefaultsParams {}
declareSettings(
  UpdateSettingsDefaultsParams,
  USER_SETTINGS.filter(({ inRealmDefaults }) => inRealmDefaults),
  new Set(['resolved_topic_notice_auto_read_policy', 'web_home_view', 'web_animate_image_previews']),
);
