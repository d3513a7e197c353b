/** What the relay answers: a status and a JSON body. */
export interface RelayAnswer {
  status: number;
  body: Record<string, unknown>;
}

export function success(fields: Record<string, unknown> = {}): RelayAnswer {
  return { status: 200, body: { result: 'success', msg: '', ...fields } };
}

export function failure(status: number, code: string, msg: string, extra: Record<string, unknown> = {}): RelayAnswer {
  return { status, body: { result: 'error', code, msg, ...extra } };
}

export const unauthorized = (msg: string): RelayAnswer => failure(401, 'UNAUTHORIZED', msg);
export const badRequest = (msg: string): RelayAnswer => failure(400, 'BAD_REQUEST', msg);
