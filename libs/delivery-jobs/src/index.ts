export { OutagePause } from './outage-pause';
export { RealmShares } from './realm-shares';
