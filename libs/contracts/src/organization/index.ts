export { addCustomEmoji, addSpooledEmoji, listCustomEmoji, removeCustomEmoji } from './custom-emoji.api';
export type { CustomEmojiTable } from './custom-emoji-table';
export {
  EXPORT_TYPES,
  deleteExport,
  listExportConsents,
  listExports,
  listNumberedExports,
  namedExport,
  requestExport,
  requestExportInBrowser,
} from './exports.api';
export type { ExportType, NumberedExport, RealmExportObject } from './exports.api';
export { createLinkifier, deleteLinkifier, listLinkifiers, reorderLinkifiers, updateLinkifier } from './linkifiers.api';
export type { LinkifierObject, PlaygroundObject, ProfileFieldObject, RealmDomainObject } from './list-objects';
export { createPlayground, deletePlayground } from './playgrounds.api';
export type { NewPlayground } from './playgrounds.api';
export {
  createProfileField,
  deleteProfileField,
  listProfileFields,
  reorderProfileFields,
  updateProfileField,
} from './profile-fields.api';
export type { ProfileFieldValues } from './profile-fields.api';
export { applyReactivation, readReactivation, sendReactivationLinks } from './reactivations.api';
export { addRealmDomain, changeRealmDomain, listRealmDomains, removeRealmDomain } from './realm-domains.api';
export {
  findRealmImage,
  openRealmIcon,
  openRealmLogo,
  removeRealmIcon,
  removeRealmLogo,
  setRealmIcon,
  setRealmImage,
  setRealmLogo,
} from './realm-images.api';
export type { RealmImageName } from './realm-images.api';
export { REALM_SETTING_NAMES, REALM_SETTING_SCHEMAS, realmSettingColumn } from './realm-settings';
export { deactivateRealm, updateRealm } from './realm.api';
export type { UpdateRealmRequest } from './realm.api';
export {
  addSignInProvider,
  changeSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  testSignInProvider,
} from './sign-in-providers.api';
export { getDirectoryStates } from './directory-states.api';
export type { NewSignInProvider, SignInProviderChange, SignInProviderObject } from './sign-in-providers.api';
