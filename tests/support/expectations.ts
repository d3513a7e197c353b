import { TestResponse } from '@stoa/testing';

/** The whole body of an error, so that an additional or a missing field fails too. */
export function expectError(
  response: TestResponse,
  msg: string,
  { status = 400, code = 'BAD_REQUEST', ...extra }: { status?: number; code?: string; [field: string]: unknown } = {},
): void {
  expect(response.body).toEqual({ result: 'error', msg, code, ...extra });
  expect(response.status).toBe(status);
}
