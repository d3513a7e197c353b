import { Injectable } from '@nestjs/common';
import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { OutgoingHttp } from '@stoa/outgoing-http';
import {
  ClientSecretBasic,
  Configuration,
  TokenEndpointResponse,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  customFetch,
  genericGrantRequest,
  refreshTokenGrant,
} from 'openid-client';
import { PROVIDER_WAIT_MS, guardedFetch } from '../../shared/outgoing/guarded-fetch';
import { UsersEnvironment } from '../../users-environment';

const LARGEST_ANSWER_BYTES = 262_144;
/** A token that ends within this time is not used any more. */
const MARGIN_MS = 60_000;
/** Where Zoom does not say how long a token is good for. */
const SHORT_LIFE_SECONDS = 300;

export const ZoomTokenSchema = Type.Object({
  accessToken: Type.String(),
  /** Absent: the token is not renewed. A renewal may replace it. */
  refreshToken: Type.Optional(Type.String()),
  /** Milliseconds since 1970. */
  expiresAt: Type.Number(),
});
export type ZoomToken = Static<typeof ZoomTokenSchema>;

export function isFresh({ expiresAt }: ZoomToken, now: number): boolean {
  return expiresAt - MARGIN_MS > now;
}

/** `status` is that of HTTP. */
export type CreatedCall = { kind: 'created'; url: string } | { kind: 'unauthorized' | 'failed'; status: number };

const MeetingSchema = Type.Object({ join_url: Type.String({ pattern: '^https?://' }) });

/** The app of the installation at Zoom (https://developers.zoom.us/docs/integrations/oauth/). */
@Injectable()
export class ZoomClient {
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly environment: UsersEnvironment,
  ) {}

  /** Where a person lets the app make calls in their name. @param callback where the browser comes back to */
  authorizationUrl(callback: string, state: string): string {
    const parameters = { redirect_uri: callback, response_type: 'code', state };
    return buildAuthorizationUrl(this.configuration(), parameters).href;
  }

  /** What the code of the callback is worth. @param url of the callback, with its query */
  async tokenOfCode(url: URL, state: string): Promise<ZoomToken> {
    return tokenOf(await authorizationCodeGrant(this.configuration(), url, { expectedState: state }));
  }

  async renewed(refreshToken: string): Promise<ZoomToken> {
    const token = tokenOf(await refreshTokenGrant(this.configuration(), refreshToken));
    return { ...token, refreshToken: token.refreshToken ?? refreshToken };
  }

  /** Of a server-to-server app: for everybody in its account. */
  async tokenOfAccount(): Promise<ZoomToken> {
    const account = { account_id: this.environment.STOA_ZOOM_ACCOUNT_ID };
    return tokenOf(await genericGrantRequest(this.configuration(), 'account_credentials', account));
  }

  /**
   * @param user `me`, or the address of somebody in the account
   * @throws OutgoingError if Zoom cannot be reached
   */
  async createMeeting({ accessToken }: ZoomToken, user: string, isVideoCall: boolean): Promise<CreatedCall> {
    const settings = { host_video: isVideoCall, participant_video: isVideoCall };
    const { status, body } = await this.outgoing.exchange({
      method: 'POST',
      url: `${this.environment.STOA_ZOOM_API_URL.replace(/\/+$/, '')}/v2/users/${encodeURIComponent(user)}/meetings`,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      // With a password where those who join from elsewhere would need one.
      body: JSON.stringify({ settings, default_password: true }),
      timeoutMs: PROVIDER_WAIT_MS,
      largestBytes: LARGEST_ANSWER_BYTES,
    });
    if (status === 401) return { kind: 'unauthorized', status };
    const meeting = status >= 200 && status < 300 ? jsonOf(body.toString()) : undefined;
    return Value.Check(MeetingSchema, meeting)
      ? { kind: 'created', url: meeting.join_url }
      : { kind: 'failed', status };
  }

  private configuration(): Configuration {
    const { STOA_ZOOM_OAUTH_URL: base, STOA_ZOOM_CLIENT_ID: id, STOA_ZOOM_CLIENT_SECRET: secret } = this.environment;
    const issuer = base.replace(/\/+$/, '');
    const server = {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
    };
    const configuration = new Configuration(server, id, {}, ClientSecretBasic(secret));
    configuration[customFetch] = guardedFetch(this.outgoing);
    configuration.timeout = PROVIDER_WAIT_MS / 1000;
    if (this.environment.STOA_MODE === 'development') allowInsecureRequests(configuration);
    return configuration;
  }
}

function tokenOf(answer: TokenEndpointResponse): ZoomToken {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds = SHORT_LIFE_SECONDS } = answer;
  return { accessToken, refreshToken, expiresAt: Date.now() + seconds * 1_000 };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
