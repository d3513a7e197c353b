import { Inject, Injectable } from '@nestjs/common';
import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { NO_ZOOM, beginZoomConnection, finishZoomConnection } from '@stoa/contracts/server';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { openSealedText, sealText } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { hasZoom } from '../../shared/realm-facts/video-providers';
import { UsersEnvironment } from '../../users-environment';
import { ZoomClient } from './zoom-client';
import { zoomFailureOf } from './zoom-failures';
import { ZoomTokens } from './zoom-tokens';

const PURPOSE = 'stoa/zoom-connection';
/** A person may take so long at Zoom. */
const LONGEST_MS = 600_000;

/** Carried by the browser to Zoom and back. Encrypted: nobody can bring another's account into one's own, or the reverse. */
const StateSchema = Type.Object({ userId: Type.Integer(), at: Type.Number() });
type State = Static<typeof StateSchema>;

/** Connects accounts of people at Zoom (OAuth 2). */
@Injectable()
export class ZoomConnectionsService {
  constructor(
    private readonly environment: UsersEnvironment,
    private readonly zoom: ZoomClient,
    private readonly tokens: ZoomTokens,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError `Zoom credentials have not been configured` */
  @Handles(beginZoomConnection)
  begin({ actor }: ActorContext): Promise<RpcResponse<typeof beginZoomConnection>> {
    this.requireApp();
    const state: State = { userId: actor.userId, at: Date.now() };
    const sealed = sealText(this.environment.STOA_API_KEY_SECRET, PURPOSE, JSON.stringify(state)).toString('base64url');
    return Promise.resolve({ url: this.zoom.authorizationUrl(callbackOf(actor), sealed) });
  }

  /**
   * @throws DomainError `Zoom credentials have not been configured`, `Invalid Zoom session identifier` for what the caller
   * did not begin just now, `Invalid Zoom credentials` if Zoom gives no token
   */
  @Handles(finishZoomConnection)
  async finish(ctx: ActorContext, { query }: RpcRequest<typeof finishZoomConnection>): Promise<void> {
    this.requireApp();
    const state = new URLSearchParams(query).get('state') ?? '';
    const begun = this.opened(state);
    const isOwn = begun?.userId === ctx.actor.userId && Date.now() - begun.at <= LONGEST_MS;
    if (!isOwn) throw badRequest('Invalid Zoom session identifier');
    await this.tokens.store(ctx, await this.tokenOf(new URL(`${callbackOf(ctx.actor)}?${query}`), state));
  }

  private async tokenOf(url: URL, state: string) {
    try {
      return await this.zoom.tokenOfCode(url, state);
    } catch (error) {
      const failure = zoomFailureOf(error);
      if (failure === undefined) throw error;
      this.log.warn({ failure }, 'Zoom gave no token for a person');
      throw badRequest('Invalid Zoom credentials');
    }
  }

  private opened(sealed: string): State | undefined {
    let text;
    try {
      text = openSealedText(this.environment.STOA_API_KEY_SECRET, PURPOSE, Buffer.from(sealed, 'base64url'));
    } catch {
      // Whatever it is, it was not made here.
      return undefined;
    }
    const state: unknown = JSON.parse(text);
    return Value.Check(StateSchema, state) ? state : undefined;
  }

  private requireApp(): void {
    const isOfPeople = this.environment.STOA_ZOOM_ACCOUNT_ID === 'none';
    if (!isOfPeople || !hasZoom(this.environment)) throw badRequest(NO_ZOOM.msg);
  }
}

function callbackOf({ realmUrl }: { realmUrl: string }): string {
  return `${realmUrl}/calls/zoom/complete`;
}
