export {
  ServerSettingsSchema,
  checkCompatibility,
  getServerSettings,
  getSubdomainAvailability,
} from './server-settings.api';
export type { ServerSettings } from './server-settings.api';
export {
  NO_BIG_BLUE_BUTTON,
  NO_CONSTRUCTOR_GROUPS,
  NO_NEXTCLOUD_TALK,
  NO_WEBEX,
  NO_ZOOM,
  NO_ZOOM_CALL,
  NO_ZOOM_TOKEN,
  beginZoomConnection,
  createBigBlueButtonCall,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
  createWebexCall,
  createZoomCall,
  finishZoomConnection,
  joinBigBlueButtonCall,
} from './video-calls.api';
export { SERVICE_VERSION, VERSION_FIELDS } from './service-version';
