import { shownHeaders, withoutSecrets } from './shown-headers';

const KEY = 'abcdefghijklmnopqrstuvwxyz012345';

describe('headers in a log', () => {
  it.each([
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'x-api-key',
    'x-apikey',
    'x-functions-key',
    'x-auth-token',
    'x-gitlab-token',
    'x-hub-signature-256',
    'sentry-hook-signature',
    'x-zendesk-webhook-signature-timestamp',
    'x-stoa-signature',
    'x-webhook-secret',
    'x-shopify-hmac-sha256',
    'x-goog-iap-jwt-assertion',
    'x-amzn-oidc-data',
    'client-assertion',
    'x-session-id',
  ])('do not show %s', (name) => {
    expect(shownHeaders({ [name]: 'value' }, [])).toEqual({ [name]: '***' });
  });

  it.each([
    'content-type',
    'idempotency-key',
    'user-agent',
    'x-author',
    'x-event-key',
    'x-github-delivery',
    'x-github-event',
    'x-request-id',
    'x-stoa-delivery',
    'x-stoa-timestamp',
  ])('show %s', (name) => {
    expect(shownHeaders({ [name]: 'value' }, [KEY])).toEqual({ [name]: 'value' });
  });

  it('show no secret in other values, and none that is not there', () => {
    const headers = { referer: `https://chat.example/?api_key=${KEY}`, range: undefined };
    expect(shownHeaders(headers, [KEY])).toEqual({ referer: 'https://chat.example/?api_key=***' });
  });
});

describe('a text without secrets', () => {
  it('has each of them hidden each time, short ones apart', () => {
    expect(withoutSecrets(`${KEY}, ${KEY}, ab`, [KEY, 'ab', ''])).toBe('***, ***, ab');
  });
});
