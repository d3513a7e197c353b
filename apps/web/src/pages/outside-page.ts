import { getServerSettings } from '@stoa/contracts/server';
import { type AnswerOf, call } from '../api/client';
import { RequestRefused } from '../api/failures';
import { type EntryPage, entryPageAt, isAccountFinder } from './entry/entry-page';
import { LEAST_FEATURE_LEVEL, type SignedOut } from './signed-out';

type ServerSettings = AnswerOf<typeof getServerSettings>;

/** What is shown to somebody who has no session, or whose address needs none. */
export type OutsidePage =
  | { kind: 'starting' }
  | { kind: 'sign-in'; settings: ServerSettings }
  | { kind: 'entry'; settings: ServerSettings; page: EntryPage }
  | { kind: 'account-finder' }
  | { kind: 'unknown-organization' }
  | { kind: 'deactivated-organization' }
  | { kind: 'old-service'; featureLevel: number }
  | { kind: 'failed' };

/** The pages need to know the organization; without one there is nothing to come in to. */
export async function outsidePage(pathname: string, reason: SignedOut): Promise<OutsidePage> {
  if (reason === 'organization-deactivated') return { kind: 'deactivated-organization' };
  if (isAccountFinder(pathname)) return { kind: 'account-finder' };
  const page = entryPageAt(pathname);
  try {
    const settings = await call(getServerSettings, {});
    const featureLevel = settings.zulip_feature_level;
    if (featureLevel < LEAST_FEATURE_LEVEL) return { kind: 'old-service', featureLevel };
    if (settings.realm_name === undefined) return { kind: 'unknown-organization' };
    return page ? { kind: 'entry', settings, page } : { kind: 'sign-in', settings };
  } catch (error) {
    return { kind: error instanceof RequestRefused ? 'unknown-organization' : 'failed' };
  }
}
