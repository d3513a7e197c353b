import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { NO_ZOOM, NO_ZOOM_CALL, NO_ZOOM_TOKEN, createZoomCall } from '@stoa/contracts/server';
import { DomainError, badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { hasZoom } from '../../shared/realm-facts/video-providers';
import { UsersEnvironment } from '../../users-environment';
import { ZoomClient, ZoomToken, isFresh } from './zoom-client';
import { zoomFailureOf } from './zoom-failures';
import { ZoomTokens } from './zoom-tokens';

/** Calls at Zoom (organization.md 17): in the account of the installation, or in that of who begins one. */
@Injectable()
export class ZoomCallsService {
  /** Of the installation's account. */
  private accountToken: ZoomToken | undefined;

  constructor(
    private readonly environment: UsersEnvironment,
    private readonly zoom: ZoomClient,
    private readonly tokens: ZoomTokens,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError if there is no app, the caller has not connected it, or Zoom makes no call */
  @Handles(createZoomCall)
  async create(
    ctx: ActorContext,
    { is_video_call: isVideoCall }: RequestOf<typeof createZoomCall>,
  ): Promise<RpcResponse<typeof createZoomCall>> {
    if (!hasZoom(this.environment)) throw badRequest(NO_ZOOM.msg);
    const isOfAccount = this.environment.STOA_ZOOM_ACCOUNT_ID !== 'none';
    try {
      return { url: await (isOfAccount ? this.inAccount(ctx, isVideoCall) : this.inOwnAccount(ctx, isVideoCall)) };
    } catch (error) {
      const failure = zoomFailureOf(error);
      if (failure === undefined) throw error;
      throw this.noCall({ failure });
    }
  }

  private async inAccount(ctx: ActorContext, isVideoCall: boolean, isLast = false): Promise<string> {
    const token = await this.tokenOfAccount();
    const created = await this.zoom.createMeeting(token, ctx.actor.deliveryEmail, isVideoCall);
    if (created.kind === 'created') return created.url;
    const isTakenBack = created.kind === 'unauthorized' && this.accountToken === token;
    if (isLast || !isTakenBack) throw this.noCall({ status: created.status });
    // It may have been before its time.
    this.accountToken = undefined;
    return this.inAccount(ctx, isVideoCall, true);
  }

  private async tokenOfAccount(): Promise<ZoomToken> {
    if (!this.accountToken || !isFresh(this.accountToken, Date.now())) {
      this.accountToken = await this.zoom.tokenOfAccount();
    }
    return this.accountToken;
  }

  private async inOwnAccount(ctx: ActorContext, isVideoCall: boolean): Promise<string> {
    const usable = await this.tokens.usable(ctx);
    if (!usable) throw noToken();
    const created = await this.zoom.createMeeting(usable.token, 'me', isVideoCall);
    if (created.kind === 'created') return created.url;
    if (created.kind === 'failed') throw this.noCall({ status: created.status });
    await this.tokens.forget(ctx, usable.sealed);
    throw noToken();
  }

  /** @param why for the log */
  private noCall(why: { failure: string } | { status: number }): DomainError {
    this.log.warn(why, 'Zoom made no call');
    return badRequest(NO_ZOOM_CALL.msg);
  }
}

function noToken(): DomainError {
  return new DomainError(NO_ZOOM_TOKEN.code, NO_ZOOM_TOKEN.msg);
}
