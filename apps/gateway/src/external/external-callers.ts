import { Injectable } from '@nestjs/common';
import { DomainError, unauthorized } from '@stoa/errors';
import { protocolErrors } from '@stoa/http-params';
import type { FastifyRequest } from 'fastify';
import type { KeyHolder } from '../access/authentication/api-key-store';
import { Authenticator } from '../access/authentication/authenticator';
import { RateLimits } from '../access/rate-limits/rate-limits';
import type { Exchange } from '../http/exchange';
import { costOfBody } from '../http/request-body';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Who sends a delivery: the key stands in the address, where most tools can put it, or in the Authorization header, as
 * `Bearer KEY` or with the bot's address as in the rest of the API.
 */
@Injectable()
export class ExternalCallers {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Counts the delivery for its bot; wrong keys count against the address that they come from, as everywhere.
   * @throws DomainError 400 without a key, 401 for a wrong one, 429
   */
  async identify(exchange: Exchange, apiKey: string | undefined): Promise<KeyHolder> {
    const { request } = exchange;
    let holder: KeyHolder;
    try {
      holder = await this.holderOf(request, apiKey);
    } catch (error) {
      if (error instanceof DomainError) exchange.limit = await this.limits.countAddress(request.ip);
      if (exchange.limit?.isAllowed === false) throw protocolErrors.rateLimited(exchange.limit.retryAfterSeconds);
      throw error;
    }
    exchange.limit = await this.limits.countUser(holder.userId, costOfBody(request));
    if (exchange.limit?.isAllowed === false) throw protocolErrors.rateLimited(exchange.limit.retryAfterSeconds);
    request.callerLanguage = holder.language;
    return holder;
  }

  private async holderOf({ headers, host, raw }: FastifyRequest, inAddress: string | undefined): Promise<KeyHolder> {
    const { authorization: header } = headers;
    const bearer = BEARER.exec(header?.trim() ?? '')?.[1];
    const apiKey = inAddress ?? bearer;
    try {
      if (apiKey !== undefined) return await this.authenticator.authenticateByKey(apiKey, host, true);
      if (header === undefined) {
        throw new DomainError('REQUEST_VARIABLE_MISSING', "Missing 'api_key' argument", {
          data: { var_name: 'api_key' },
        });
      }
      return await this.authenticator.authenticate({ header, connection: raw.socket, host, allowsWebhookBots: true });
    } catch (error) {
      throw isWrongKey(error) ? new DomainError('INVALID_API_KEY', 'Invalid API key', { status: 401 }) : error;
    }
  }
}

const WRONG_KEY = [unauthorized('Invalid API key').message, unauthorized('Malformed API key').message];

function isWrongKey(error: unknown): boolean {
  return error instanceof DomainError && WRONG_KEY.includes(error.message);
}
