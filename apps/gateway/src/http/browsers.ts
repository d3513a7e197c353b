import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { openSession } from '@stoa/contracts/users';
import { Answer } from './endpoint.decorator';
import type { RequestContext } from './request-context';
import { sessionCookie } from '../access/sessions/session-cookie';
import { Sessions } from '../access/sessions/sessions';

/** Whose browser it is now. */
export type SignedIn = Answer<{ email: string; user_id: number }>;

/** The browsers in which sessions begin, by whichever way of signing in. */
@Injectable()
export class Browsers {
  constructor(private readonly sessions: Sessions) {}

  /** The session that the browser has already ends with a new one: nobody can prepare it for somebody else. */
  async of({ http }: RequestContext, realmId: number) {
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
  signIn({ http }: RequestContext, opened: RpcResponse<typeof openSession>): SignedIn {
    const cookie = sessionCookie(opened.token, opened.max_age_seconds, http.isSecure);
    return new Answer({ email: opened.email, user_id: opened.user_id }, '', { 'set-cookie': cookie });
  }
}
