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
export { addRealmDomain, changeRealmDomain, listRealmDomains, removeRealmDomain } from './realm-domains.api';
