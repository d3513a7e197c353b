/** The release whose API level the service implements; clients parse the leading number (organization.md 3). */
export const SERVICE_VERSION = '12.2';
const FEATURE_LEVEL = 500;

/** Fields with the version, in both spellings (organization.md 1.7). */
export const VERSION_FIELDS = {
  zulip_version: SERVICE_VERSION,
  service_version: SERVICE_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
  service_feature_level: FEATURE_LEVEL,
  zulip_merge_base: SERVICE_VERSION,
  service_merge_base: SERVICE_VERSION,
} as const;
