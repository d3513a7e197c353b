export { ACCOUNT_DEACTIVATED, LAST_OWN_METHOD, accountDeactivated, unauthorized } from './account-errors';
export {
  insufficientPermission,
  invalidChannelId,
  noSuchOrganization,
  noSuchUser,
  notLoggedIn,
  organizationDeactivated,
  userIsDeactivated,
} from './common-refusals';
export { DomainError, UnavailableError, badRequest } from './domain-error';
export type { SerializedDomainError } from './domain-error';
export type { ErrorCode } from './error-codes';
