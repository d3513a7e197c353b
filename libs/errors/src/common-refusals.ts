import { unauthorized } from './account-errors';
import { DomainError, badRequest } from './domain-error';

/** What several services say alike (organization.md 1.3). */
export function insufficientPermission(): DomainError {
  return badRequest('Insufficient permission');
}

export function invalidChannelId(): DomainError {
  return badRequest('Invalid channel ID');
}

export function noSuchUser(): DomainError {
  return badRequest('No such user');
}

export function userIsDeactivated(): DomainError {
  return badRequest('User is deactivated');
}

/** HTTP 404: no organization is at the host. */
export function noSuchOrganization(): DomainError {
  return new DomainError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', { status: 404 });
}

export function organizationDeactivated(): DomainError {
  return unauthorized('This organization has been deactivated');
}

/** Credentials are needed, and there are none. */
export function notLoggedIn(): DomainError {
  return unauthorized('Not logged in: API authentication or user session required');
}
