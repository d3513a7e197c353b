export { ACCOUNT_DEACTIVATED, accountDeactivated, unauthorized } from './account-errors';
export { DomainError, UnavailableError, badRequest } from './domain-error';
export type { SerializedDomainError } from './domain-error';
export type { ErrorCode } from './error-codes';
