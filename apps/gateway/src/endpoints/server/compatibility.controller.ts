import { checkCompatibility } from '@stoa/contracts/server';
import { badRequest } from '@stoa/errors';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { isTooOld } from './compatibility';

@EndpointController()
export class CompatibilityController {
  @Endpoint(checkCompatibility)
  check(ctx: RequestContext): Record<string, never> {
    const userAgent = ctx.http.headers['user-agent'];
    if (!userAgent) throw badRequest('User-Agent header missing from request');
    if (isTooOld(userAgent)) throw badRequest('Client is too old');
    return {};
  }
}
