import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { AppSignIn, desktopLoginText, generateSessionToken, hashPad, phoneLoginUrl } from '@stoa/policy';
import { ApiKeyIssuer } from '../../people/api-keys/api-key-issuer';
import { clientSummary } from '../../people/sessions/client-summary';
import type { ProvenAccount } from '../../people/sessions/session-openings';
import { AccountMails } from '../../shared/account-mails/account-mails';
import type { BegunWith } from '../log-outs/provider-sessions';
import { SignInAttempts } from './sign-in-attempts';

export interface HandOver {
  proven: ProvenAccount;
  app: AppSignIn;
  realmUrl: string;
  /** How the person signed in. */
  method: string;
  /** Page that the desktop app opens. */
  next: string;
  browser: { user_agent: string; ip_address: string };
  /** The provider, and the session there. */
  begunWith?: BegunWith;
  /** Part of the transaction that makes a phone's key. */
  within?: (tx: WriteTransaction) => Promise<void>;
}

/** Signs apps in that opened a browser for it (identity.md 1.6, 1.7). */
@Injectable()
export class AppHandOvers {
  constructor(
    private readonly keys: ApiKeyIssuer,
    private readonly mails: AccountMails,
    private readonly attempts: SignInAttempts,
  ) {}

  /** @returns where the browser is sent; only the app that has the pad can read the key */
  async toPhone({ proven, app, realmUrl, browser, within }: HandOver): Promise<string> {
    const key = await this.keys.issue(proven, async (tx) => {
      const client = clientSummary(browser.user_agent);
      await this.mails.newLogin(tx, proven.account.id, { client, ipAddress: browser.ip_address });
      await within?.(tx);
    });
    return phoneLoginUrl({ apiKey: key.api_key, pad: app.pad, email: key.email, userId: key.user_id, realmUrl });
  }

  /** @returns what the person pastes into the app, which opens a session with it within a minute */
  async toDesktop({ proven, app, method, next, begunWith }: HandOver): Promise<string> {
    const token = generateSessionToken();
    const holder = { realmId: proven.realmId, key: token, holderHash: hashPad(app.pad) };
    const { session, authenticatedAt, longestUntil } = begunWith ?? {};
    const data = { account: proven.account, method, next, session, authenticatedAt, longestUntil };
    await this.attempts.begin('desktop', holder, begunWith?.providerId ?? null, data);
    return desktopLoginText(token, app.pad);
  }
}
