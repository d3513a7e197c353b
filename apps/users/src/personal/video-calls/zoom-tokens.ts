import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { eventOf } from '@stoa/contracts/events';
import { Database, lockUser } from '@stoa/database';
import { openSealedText, sealText } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { UsersEnvironment } from '../../users-environment';
import { ZoomClient, ZoomToken, ZoomTokenSchema, isFresh } from './zoom-client';
import { isRefusal } from './zoom-failures';
import { ZoomTokensRepository } from './zoom-tokens.repository';

const PURPOSE = 'stoa/zoom-token';

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
   * Of the caller, renewed if need be.
   * @returns undefined without one that works; one that Zoom renews no more is forgotten
   * @throws what {@link ZoomClient} throws if Zoom cannot be asked
   */
  async usable(ctx: ActorContext): Promise<UsableToken | undefined> {
    const { userId } = ctx.actor;
    const sealed = await this.repository.find(userId);
    const token = sealed && this.opened(sealed);
    if (!sealed || !token) return undefined;
    if (isFresh(token, Date.now())) return { token, sealed };
    const renewed = await this.renewed(token);
    if (!renewed) {
      await this.forget(ctx, sealed);
      return this.current(userId);
    }
    const after = this.seal(renewed);
    const isStored = await this.repository.replace(userId, { before: sealed, after });
    // Another request renewed it at the same moment: what it got is the one that Zoom knows last.
    return isStored ? { token: renewed, sealed: after } : this.current(userId);
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

  private async renewed({ refreshToken }: ZoomToken): Promise<ZoomToken | undefined> {
    if (refreshToken === undefined) return undefined;
    try {
      return await this.zoom.renewed(refreshToken);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** What another request has put there, if it can be used. */
  private async current(userId: number): Promise<UsableToken | undefined> {
    const sealed = await this.repository.find(userId);
    const token = sealed && this.opened(sealed);
    return sealed && token && isFresh(token, Date.now()) ? { token, sealed } : undefined;
  }

  private seal(token: ZoomToken): Buffer {
    return sealText(this.environment.STOA_API_KEY_SECRET, PURPOSE, JSON.stringify(token));
  }

  private opened(sealed: Buffer): ZoomToken | undefined {
    const token: unknown = JSON.parse(openSealedText(this.environment.STOA_API_KEY_SECRET, PURPOSE, sealed));
    return Value.Check(ZoomTokenSchema, token) ? token : undefined;
  }
}
