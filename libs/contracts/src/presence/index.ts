export {
  getRealmPresence,
  getUserPresence,
  reportPresence,
  setPresenceVisibility,
  storePresence,
  storePresenceSince,
} from './presence.api';
export type { PresenceTimes, StorePresenceRequest } from './presence.api';
export { getUserStatus, updateOwnStatus, updateUserStatus } from './user-status.api';
