import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { NO_BIG_BLUE_BUTTON, createBigBlueButtonCall, joinBigBlueButtonCall } from '@stoa/contracts/server';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { OutgoingError, OutgoingHttp } from '@stoa/outgoing-http';
import { openSealedText, sealText } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { hasBigBlueButton } from '../../shared/realm-facts/video-providers';
import { PROVIDER_WAIT_MS } from '../../shared/outgoing/guarded-fetch';
import { UsersEnvironment } from '../../users-environment';
import { BigBlueButtonServer, apiAddress, readCreated } from './big-blue-button';

const PURPOSE = 'stoa/big-blue-button-call';
const LARGEST_ANSWER_BYTES = 65_536;

/** What a link says of its meeting. Encrypted, so that people join the meetings of links, and no others of the server. */
const CallSchema = Type.Object({
  realmId: Type.Integer(),
  meetingId: Type.String(),
  name: Type.String(),
  isVoiceOnly: Type.Boolean(),
  moderatorId: Type.Integer(),
});
type Call = Static<typeof CallSchema>;

/** Calls at the installation's BigBlueButton server (organization.md 17). */
@Injectable()
export class BigBlueButtonCallsService {
  constructor(
    private readonly environment: UsersEnvironment,
    private readonly outgoing: OutgoingHttp,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Nothing is asked of the server: the meeting begins with whoever opens the link first.
   * @throws DomainError `BigBlueButton is not configured.`
   */
  @Handles(createBigBlueButtonCall)
  create(
    { actor }: ActorContext,
    { meeting_name: name, voice_only: isVoiceOnly }: RequestOf<typeof createBigBlueButtonCall>,
  ): Promise<RpcResponse<typeof createBigBlueButtonCall>> {
    this.server();
    const call: Call = {
      realmId: actor.realmId,
      meetingId: `stoa-${randomUUID()}`,
      name,
      isVoiceOnly,
      moderatorId: actor.userId,
    };
    const sealed = sealText(this.environment.STOA_API_KEY_SECRET, PURPOSE, JSON.stringify(call));
    return Promise.resolve({ url: `/calls/bigbluebutton/join?bigbluebutton=${sealed.toString('base64url')}` });
  }

  /** @throws DomainError if there is no server, it cannot be used, or the link was not made here */
  @Handles(joinBigBlueButtonCall)
  async join(
    { actor }: ActorContext,
    { call: sealed }: RpcRequest<typeof joinBigBlueButtonCall>,
  ): Promise<RpcResponse<typeof joinBigBlueButtonCall>> {
    const server = this.server();
    const call = this.opened(sealed);
    if (call?.realmId !== actor.realmId) throw badRequest('Invalid signature.');
    const createTime = await this.createTimeOf(server, call);
    return {
      url: apiAddress(server, 'join', [
        ['meetingID', call.meetingId],
        ['role', call.moderatorId === actor.userId ? 'MODERATOR' : 'VIEWER'],
        ['fullName', actor.fullName],
        ['createTime', createTime],
      ]),
    };
  }

  /** Makes the meeting, unless it is there already. */
  private async createTimeOf(server: BigBlueButtonServer, { meetingId, name, isVoiceOnly }: Call): Promise<string> {
    const url = apiAddress(server, 'create', [
      ['meetingID', meetingId],
      ['name', name],
      ['lockSettingsDisableCam', String(isVoiceOnly)],
    ]);
    const created = readCreated(await this.answerOf(url));
    switch (created.kind) {
      case 'created':
        return created.createTime;
      case 'wrong-secret':
        this.log.warn('the BigBlueButton server does not know the secret');
        throw badRequest('Error authenticating to the BigBlueButton server.');
      case 'unexpected':
        this.log.warn('the BigBlueButton server made no meeting');
        throw badRequest('BigBlueButton server returned an unexpected error.');
    }
  }

  private async answerOf(url: string): Promise<string> {
    const limits = { timeoutMs: PROVIDER_WAIT_MS, largestBytes: LARGEST_ANSWER_BYTES };
    try {
      const { status, body } = await this.outgoing.exchange({ method: 'GET', url, headers: {}, ...limits });
      if (status === 200) return body.toString();
      this.log.warn({ status }, 'the BigBlueButton server failed');
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      // The address is signed, and a cause may name it.
      this.log.warn({ reason: error.reason, failure: error.message }, 'the BigBlueButton server cannot be reached');
    }
    throw badRequest('Error connecting to the BigBlueButton server.');
  }

  private opened(sealed: string): Call | undefined {
    let text;
    try {
      text = openSealedText(this.environment.STOA_API_KEY_SECRET, PURPOSE, Buffer.from(sealed, 'base64url'));
    } catch {
      // Whatever it is, it was not made here.
      return undefined;
    }
    const call: unknown = JSON.parse(text);
    return Value.Check(CallSchema, call) ? call : undefined;
  }

  private server(): BigBlueButtonServer {
    if (!hasBigBlueButton(this.environment)) throw badRequest(NO_BIG_BLUE_BUTTON.msg);
    return { url: this.environment.STOA_BIG_BLUE_BUTTON_URL, secret: this.environment.STOA_BIG_BLUE_BUTTON_SECRET };
  }
}
