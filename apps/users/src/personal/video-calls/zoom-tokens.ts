import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { eventOf } from '@stoa/contracts/events';
import { Database, lockUser } from '@stoa/database';
import { UnavailableError } from '@stoa/errors';
import { openSealedText, sealText } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { UsersEnvironment } from '../../users-environment';
import { ZoomClient, ZoomToken, ZoomTokenSchema, isFresh } from './zoom-client';
import { isRefusal } from './zoom-failures';
import { ZoomTokensRepository } from './zoom-tokens.repository';

const PURPOSE = 'stoa/zoom-token';
/** A renewal lasts no longer: Zoom is waited for a little less. */
const CLAIM_SECONDS = 10;
const LONGEST_WAIT_MS = 11_000;
const AGAIN_MS = 200;

/** A token that can be used, and the bytes by which it is known. */
export interface UsableToken {
  token: ZoomToken;
  sealed: Buffer;
}

/** The tokens of people at Zoom. Their other clients hear of it when one comes or goes. */
@Injectable()
export class ZoomTokens {
  constructor(
    private readonly database: Database,
    private readonly repository: ZoomTokensRepository,
    private readonly environment: UsersEnvironment,
    private readonly zoom: ZoomClient,
  ) {}

  /**
   * Of the caller, renewed if need be: by one request at a time, for which the others wait.
   * @returns undefined without one that works; one that Zoom renews no more is forgotten
   * @throws what {@link ZoomClient} throws if Zoom cannot be asked; UnavailableError if another request asks for too long
   */
  async usable(ctx: ActorContext): Promise<UsableToken | undefined> {
    const { userId } = ctx.actor;
    const givesUpAt = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const held = await this.held(userId);
      if (!held || isFresh(held.token, Date.now())) return held;
      if (await this.repository.claim(userId, held.sealed, CLAIM_SECONDS)) return this.renew(ctx, held);
      if (performance.now() > givesUpAt) throw new UnavailableError('another request renews the token at Zoom');
      await pause(AGAIN_MS);
    }
  }

  async store(ctx: ActorContext, token: ZoomToken): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const isNew = await this.repository.store(tx, userId, this.seal(token));
      if (isNew) tx.emit(eventOf('has_zoom_token', { value: true }, [userId]));
    });
  }

  /** Unless it was replaced meanwhile. */
  async forget(ctx: ActorContext, sealed: Buffer): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const isGone = await this.repository.remove(tx, userId, sealed);
      if (isGone) tx.emit(eventOf('has_zoom_token', { value: false }, [userId]));
    });
  }

  private async renew(ctx: ActorContext, { token, sealed }: UsableToken): Promise<UsableToken | undefined> {
    const { userId } = ctx.actor;
    const renewed = await this.renewed(userId, token, sealed);
    if (!renewed) {
      await this.forget(ctx, sealed);
      return this.fresh(userId);
    }
    const after = this.seal(renewed);
    const isStored = await this.repository.replace(userId, { before: sealed, after });
    // The person has connected Zoom again meanwhile.
    return isStored ? { token: renewed, sealed: after } : this.fresh(userId);
  }

  private async renewed(userId: number, { refreshToken }: ZoomToken, sealed: Buffer): Promise<ZoomToken | undefined> {
    if (refreshToken === undefined) return undefined;
    try {
      return await this.zoom.renewed(refreshToken);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      await this.repository.release(userId, sealed);
      throw error;
    }
  }

  private async held(userId: number): Promise<UsableToken | undefined> {
    const sealed = await this.repository.find(userId);
    const token = sealed && this.opened(sealed);
    return sealed && token ? { token, sealed } : undefined;
  }

  /** What another request has put there, if it can be used. */
  private async fresh(userId: number): Promise<UsableToken | undefined> {
    const held = await this.held(userId);
    return held && isFresh(held.token, Date.now()) ? held : undefined;
  }

  private seal(token: ZoomToken): Buffer {
    return sealText(this.environment.STOA_API_KEY_SECRET, PURPOSE, JSON.stringify(token));
  }

  private opened(sealed: Buffer): ZoomToken | undefined {
    const token: unknown = JSON.parse(openSealedText(this.environment.STOA_API_KEY_SECRET, PURPOSE, sealed));
    return Value.Check(ZoomTokenSchema, token) ? token : undefined;
  }
}
