import { badRequest } from '@stoa/errors';

/** @param deliverAt seconds since the epoch @throws DomainError `Scheduled delivery time must be in the future.` */
export function requireFuture(deliverAt: number): void {
  if (deliverAt * 1000 <= Date.now()) throw badRequest('Scheduled delivery time must be in the future.');
}
