import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { UnavailableError } from '@stoa/errors';
import { isRetryable, unavailableOr } from './sql-errors';

const coded = (code: string) => Object.assign(new Error('a text'), { code });

/** An error of the driver as Prisma's client hands it on. */
const wrapped = (code: string, cause: object) =>
  Object.assign(new Error('Database error.'), {
    code,
    meta: { driverAdapterError: Object.assign(new Error('postgres'), { cause }) },
  });

describe('errors of the database', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a server that shuts down', coded('57P01')],
    ['a full disk', coded('53100')],
    ['a disk that cannot be read', coded('58030')],
    ['a connection that ended in the middle', new Error('Connection terminated unexpectedly')],
    ['Prisma that gets no connection', coded('P2024')],
    ['a connection that was reset while a transaction began', new DriverAdapterError({ kind: 'ConnectionClosed' })],
    ['a server that does not answer a commit', new DriverAdapterError({ kind: 'SocketTimeout' })],
    [
      'a server that shuts down while a transaction commits',
      new DriverAdapterError({
        kind: 'postgres',
        code: '57P01',
        severity: 'FATAL',
        message: 'terminating connection due to administrator command',
        detail: undefined,
        column: undefined,
        hint: undefined,
        originalCode: '57P01',
      }),
    ],
    [
      'a server that is still starting when a transaction begins',
      wrapped('P2039', { kind: 'postgres', code: '57P03', originalCode: '57P03' }),
    ],
    ['a connection that Prisma says nothing of', wrapped('P2039', { kind: 'ConnectionClosed' })],
  ])('tell of an outage: %s', (_what, error) => {
    expect(unavailableOr(error)).toBeInstanceOf(UnavailableError);
  });

  it('stay what they are otherwise', () => {
    for (const error of [
      coded('42601'),
      new Error('anything'),
      new DriverAdapterError({ kind: 'TableDoesNotExist' }),
      wrapped('P2039', { kind: 'postgres', originalCode: '42601' }),
    ]) {
      expect(unavailableOr(error)).toBe(error);
    }
  });

  it('say that a transaction that lost may be run again, also where the adapter tells it', () => {
    const lost = new DriverAdapterError({ kind: 'TransactionWriteConflict', originalCode: '40001' });
    const handedOn = wrapped('P2039', { kind: 'postgres', originalCode: '40001' });
    expect([coded('40P01'), lost, handedOn, coded('23505')].map(isRetryable)).toEqual([true, true, true, false]);
  });
});
