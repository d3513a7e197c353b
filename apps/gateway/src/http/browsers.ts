import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { openSession } from '@stoa/contracts/users';
import { Answer } from './endpoint.decorator';
import type { HttpFacts } from './request-context';
import { sessionCookie } from '../access/sessions/session-cookie';
import { Sessions } from '../access/sessions/sessions';

/** What is known of a browser by its request. */
export interface BrowserRequest {
  http: Pick<HttpFacts, 'headers' | 'isSecure' | 'ipAddress'>;
}

/** Whose browser it is now. */
export type SignedIn = Answer<{ email: string; user_id: number }>;

/** The browsers in which sessions begin, by whichever way of signing in. */
@Injectable()
export class Browsers {
  constructor(private readonly sessions: Sessions) {}

  /** The session that the browser has already ends with a new one: nobody can prepare it for somebody else. */
  async of({ http }: BrowserRequest, realmId: number) {
    const { headers, isSecure, ipAddress } = http;
    const before = await this.sessions.find({ cookie: headers.cookie, isSecure });
    return {
      realm_id: realmId,
      ip_address: ipAddress,
      user_agent: headers['user-agent'] ?? '',
      replaced_session_id: before?.sessionId ?? null,
    };
  }

  /** The answer that signs the browser in. */
  signIn(request: BrowserRequest, opened: RpcResponse<typeof openSession>): SignedIn {
    const { email, user_id } = opened;
    return new Answer({ email, user_id }, '', { 'set-cookie': this.cookieOf(request, opened) });
  }

  /** `Set-Cookie` that signs the browser in. */
  cookieOf({ http }: BrowserRequest, opened: RpcResponse<typeof openSession>): string {
    return sessionCookie(opened.token, opened.max_age_seconds, http.isSecure);
  }
}
