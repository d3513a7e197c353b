import { Type } from '@sinclair/typebox';
import { badRequest } from '@stoa/contracts';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext } from '../http/request-context';
import { isTooOld } from './compatibility';

@EndpointController()
export class CompatibilityController {
  @Endpoint({
    method: 'GET',
    path: 'compatibility',
    summary: 'Whether the requesting client may be used',
    tag: 'Server and organization',
    auth: 'public',
    response: Type.Object({}, { additionalProperties: false }),
    errors: [
      { code: 'BAD_REQUEST', msg: 'User-Agent header missing from request' },
      { code: 'BAD_REQUEST', msg: 'Client is too old' },
    ],
  })
  check(ctx: RequestContext): Record<string, never> {
    const userAgent = ctx.http.headers['user-agent'];
    if (!userAgent) throw badRequest('User-Agent header missing from request');
    if (isTooOld(userAgent)) throw badRequest('Client is too old');
    return {};
  }
}
