import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { postMessage } from '@stoa/contracts/messages';
import type { SendMessageRequest, SendMessageResponse } from '@stoa/contracts/messages';
import { Directory, DirectoryView } from '@stoa/directory';
import { DomainError, UnavailableError, badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChannelActivityService } from '../channel-activity/channel-activity.service';
import { BotOwnerWarnings } from './bot-owner-warnings';
import { ChannelMessageService } from './channel-message.service';
import { DirectMessageService } from './direct-message.service';
import { isChannelType } from './recipients';
import { PreparedSend } from '../storing/prepared-send';
import { IdempotentRequest, SendWithin, SendMessageRepository, SendOutcome } from '../storing/send-message.repository';
import { WelcomeBot } from '../notices/welcome-bot';

/** Each attempt follows a change of membership or settings in the instant before. */
const ATTEMPTS = 8;
const LONGEST_IDEMPOTENCY_KEY = 255;

/**
 * Sends messages (messages.md 3). A message is decided on copies of members, users and settings; the write confirms
 * their versions under the channel's lock and writes nothing if one is stale, then it is decided again.
 */
@Injectable()
export class SendMessageService {
  constructor(
    private readonly directory: Directory,
    private readonly channelMessages: ChannelMessageService,
    private readonly directMessages: DirectMessageService,
    private readonly repository: SendMessageRepository,
    private readonly activity: ChannelActivityService,
    private readonly botOwnerWarnings: BotOwnerWarnings,
    private readonly welcomeBot: WelcomeBot,
  ) {}

  /** @throws DomainError for every refusal of messages.md 3; 409 while a request with the same key is under way */
  @Handles(postMessage)
  async send(ctx: ActorContext, request: SendMessageRequest): Promise<SendMessageResponse> {
    refuseMirroring(request);
    const idempotent = idempotency(request, ctx.isRepetition ?? false);
    const stored = idempotent && (await this.storedAnswer(ctx.actor.userId, idempotent));
    if (stored) return answerOf(stored);
    try {
      return await this.decideAndSend(ctx, request, idempotent);
    } finally {
      await this.botOwnerWarnings.afterPost(ctx, request);
    }
  }

  /** A repeated request is answered before anything is decided: what was allowed then may be refused now. */
  private async storedAnswer(userId: number, idempotent: IdempotentRequest) {
    const { key, sendToken, isRepetition } = idempotent;
    if (sendToken !== undefined) {
      const response = isRepetition ? await this.repository.sentByCall(userId, sendToken) : null;
      return response && { status: 'repeated' as const, response };
    }
    return key === undefined ? null : this.repository.storedAnswer(userId, { ...idempotent, key });
  }

  private async decideAndSend(
    ctx: ActorContext,
    request: SendMessageRequest,
    idempotent: IdempotentRequest | null,
  ): Promise<SendMessageResponse> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const prepared = await this.directory.decide(ctx.actor.realmId, (view) => this.prepare(ctx, view, request));
      const outcome = await this.repository.send(prepared, idempotent, ctx.requestId);
      if (outcome.status === 'stale') {
        await this.refresh(prepared, outcome.staleKeys);
        continue;
      }
      if (outcome.status !== 'sent') return answerOf(outcome);
      await this.afterSending(ctx, prepared);
      const policy = prepared.automaticNewVisibilityPolicy;
      return { id: outcome.messageId, ...(policy === null ? {} : { automatic_new_visibility_policy: policy }) };
    }
    throw tooBusy();
  }

  /**
   * Everything that sending would check, without sending.
   * @throws DomainError for every refusal of messages.md 3
   */
  check(ctx: ActorContext, request: SendMessageRequest): Promise<PreparedSend> {
    return this.directory.decideConfirmed(ctx.actor.realmId, (view) => this.prepare(ctx, view, request));
  }

  /**
   * Sends in one transaction with what belongs to it.
   * @returns false if `within` wanted nothing to be sent
   * @throws DomainError for every refusal of messages.md 3
   */
  async sendWithin(ctx: ActorContext, request: SendMessageRequest, within: SendWithin): Promise<boolean> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const prepared = await this.directory.decide(ctx.actor.realmId, (view) => this.prepare(ctx, view, request));
      const outcome = await this.repository.sendWithin(prepared, within, ctx.requestId);
      if (outcome.status === 'declined') return false;
      if (outcome.status === 'sent') {
        await this.afterSending(ctx, prepared);
        return true;
      }
      if (outcome.status === 'stale') await this.refresh(prepared, outcome.staleKeys);
    }
    throw tooBusy();
  }

  private async refresh(prepared: PreparedSend, staleKeys: readonly string[]): Promise<void> {
    this.directMessages.wasStale(prepared);
    await this.directory.refresh(staleKeys);
  }

  private async afterSending(ctx: ActorContext, prepared: PreparedSend): Promise<void> {
    this.channelMessages.wasSent(prepared);
    if (prepared.record.channel_id === null) return this.welcomeBot.answer(ctx, prepared);
    await this.activity.afterMessage(ctx, prepared.record.channel_id);
  }

  private prepare(ctx: ActorContext, view: DirectoryView, request: SendMessageRequest): Promise<PreparedSend> {
    return isChannelType(request.type)
      ? this.channelMessages.prepare(ctx, view, request)
      : this.directMessages.prepare(ctx, view, request);
  }
}

/** Messages of other systems are not mirrored: no account may send in the name of another (messages.md 3). */
function refuseMirroring({ forged, sender }: SendMessageRequest): void {
  if (forged === 'yes' || forged === 'true') throw badRequest('User not authorized for this query');
  if (sender !== undefined) throw badRequest('Invalid mirrored message');
}

function tooBusy(): UnavailableError {
  return new UnavailableError('the channel changes faster than a message can be sent');
}

function answerOf(outcome: Exclude<SendOutcome, { status: 'sent' | 'stale' }>): SendMessageResponse {
  switch (outcome.status) {
    case 'repeated':
      return outcome.response;
    case 'in_progress':
      throw new DomainError('IDEMPOTENT_REQUEST_IN_PROGRESS', 'A request with this Idempotency-Key is in progress', {
        status: 409,
      });
    case 'key_reused':
      throw badRequest('This Idempotency-Key was used for another request');
  }
}

/** @throws DomainError if the key is empty or longer than 255 characters */
function idempotency(request: SendMessageRequest, isRepetition: boolean): IdempotentRequest | null {
  // Gateways of the release before do not say whether there are previews: what they repeat is the same request.
  const { idempotency_key: key, send_token: sendToken, without_previews: _previews, ...rest } = request;
  if (key === undefined && sendToken === undefined) return null;
  if (key !== undefined && (key.length === 0 || key.length > LONGEST_IDEMPOTENCY_KEY)) {
    throw badRequest(`Idempotency-Key must have 1 to ${LONGEST_IDEMPOTENCY_KEY} characters`);
  }
  if (sendToken !== undefined) {
    return {
      key: isRepetition ? `call:${sendToken}` : undefined,
      requestHash: Buffer.alloc(0),
      sendToken,
      isRepetition,
    };
  }
  // The values of `type` that mean the same are the same request.
  const same = { ...rest, type: isChannelType(rest.type) ? 'channel' : 'direct' };
  return { key, requestHash: createHash('sha256').update(JSON.stringify(same)).digest(), isRepetition };
}
