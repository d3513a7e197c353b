import { Injectable } from '@nestjs/common';
import { tooMuchLoad } from '@stoa/lifecycle';
import { GatewayEnvironment } from '../gateway-environment';
import { Pace, type PaceOwner } from './pace';

/** Characters of a text that costs little more than an empty one: nearly all are shorter, and none of them waits. */
const SHORT_TEXT = 4_096;
const USER_SHARE = 0.25;
/** Two of the longest texts of a user, eight of an organization, at once. */
const BURST_MS = 300;

/**
 * How much of long texts an organization, and each of its users, hands in. They are rendered, stored, logged and carried to
 * every client, so what they cost goes by their length, which no rate of requests knows of.
 */
@Injectable()
export class TextPace {
  private readonly pace: Pace;
  private readonly longestWaitMs: number;

  constructor(environment: GatewayEnvironment) {
    const perSecond = environment.STOA_HTTP_TEXT_CHARACTERS_PER_SECOND;
    this.pace = new Pace({ perSecond, userShare: USER_SHARE, burstMs: BURST_MS });
    this.longestWaitMs = environment.STOA_HTTP_WAIT_MS;
  }

  /**
   * Waits until a text of this length is due; a short one is at once.
   * @throws DomainError 429 when that would take longer than requests wait
   */
  async take(characters: number, owner: PaceOwner): Promise<void> {
    if (characters <= SHORT_TEXT) return;
    if (this.pace.waitMs(owner) > this.longestWaitMs) throw tooMuchLoad('tenant');
    await this.pace.take(characters, owner);
  }
}
