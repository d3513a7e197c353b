import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Metrics } from '@stoa/observability';
import type { GatewayEnvironment } from '../gateway-environment';
import { BodyBudget } from './body-budget';

const MEGABYTE = 1024 * 1024;

describe('the memory of request bodies', () => {
  const environment = { STOA_HTTP_BODIES_BYTES: 4 * MEGABYTE, STOA_HTTP_BODY_BYTES: 3 * MEGABYTE };
  const reserve = (url: string, headers: Record<string, string>) => {
    const metrics = new Metrics({ service: 'gateway', replica: '1' });
    const budget = new BodyBudget(environment as GatewayEnvironment, metrics);
    return budget.reserve({ url, headers } as IncomingMessage, new EventEmitter() as unknown as ServerResponse, 1);
  };
  const length = { 'content-length': String(3 * MEGABYTE) };

  it.each([
    '/api/v1/external/uptimekuma?api_key=x',
    '/api/v1/%65xternal/uptimekuma',
    'http://chat.example/api/v1/external/uptimekuma',
    '/api/v1/external/%',
  ])('is reserved for forms that are collected whole: %s', (url) => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(reserve(url, { ...type, ...length })).toBe('tenant');
    expect(reserve(url, { ...type, 'transfer-encoding': 'chunked' })).toBe('tenant');
  });

  it.each(['multipart/form-data; boundary=b', 'application/offset+octet-stream'])(
    'is not reserved for what passes in pieces: %s',
    (type) => {
      expect(reserve('/api/v1/user_uploads?of=/api/v1/external/', { 'content-type': type, ...length })).toBeUndefined();
      expect(reserve('/api/v1/messages', { 'content-type': 'text/plain', ...length })).toBe('tenant');
    },
  );
});
