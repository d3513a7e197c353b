export { DomainError, UnavailableError, badRequest } from './domain-error';
export type { SerializedDomainError } from './domain-error';
