import { TestResponse } from '@stoa/testing';

/** Fields of an error besides `result` and `msg`, and its status; what is not named is 400 `BAD_REQUEST`. */
export type ErrorFields = { status?: number; code?: string; [field: string]: unknown };

/** The whole body of an error, so that an additional or a missing field fails too. */
export function expectError(
  response: TestResponse,
  msg: string,
  { status = 400, code = 'BAD_REQUEST', ...extra }: ErrorFields = {},
): void {
  expect(response.body).toEqual({ result: 'error', msg, code, ...extra });
  expect(response.status).toBe(status);
}
