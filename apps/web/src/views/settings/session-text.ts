import type { listSessions } from '@stoa/contracts/users';
import type { AnswerOf } from '../../api/client';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { derivedText } from './setting-row';

export type Session = AnswerOf<typeof listSessions>['sessions'][number];

function methodText({ method, provider }: Pick<Session, 'method' | 'provider'>): string | undefined {
  if (method === undefined) return undefined;
  return provider ?? derivedText(`sessions.method.${method}`) ?? ts('sessions.method.other');
}

/** How a session began, and when it ends at the latest; undefined where the service says neither. */
export function beginAndEndText(session: Pick<Session, 'method' | 'provider' | 'ends_by'>): string | undefined {
  const { ends_by } = session;
  const method = methodText(session);
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium', timeStyle: 'short' });
  const end = ends_by === undefined ? undefined : date.format(ends_by * 1000);
  if (method !== undefined && end !== undefined) return ts('sessions.how', { method, end });
  if (method !== undefined) return ts('sessions.by', { method });
  return end === undefined ? undefined : ts('sessions.until', { end });
}
