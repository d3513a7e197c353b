import { getDirectoryStates } from '@stoa/contracts/organization';
import { KeyRound } from 'lucide-react';
import { type AnswerOf, call } from '../../../api/client';
import { useFetched } from '../../../client/fetched';
import { languageInUse } from '../../../strings/strings';
import { ts } from '../../../strings/settings-strings';
import { Block, Fact, WhenFetched } from '../../settings/parts';

type States = AnswerOf<typeof getDirectoryStates>;
type Ldap = NonNullable<States['ldap']>;
type Scim = States['scim'];

const load = (signal: AbortSignal) => call(getDirectoryStates, {}, { signal });

function inWords(seconds: number): string {
  const format = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(seconds * 1000);
}

function countsText({ accounts, deactivated_accounts }: Ldap | Scim): string {
  return ts('directories.accounts', { count: accounts, deactivated: deactivated_accounts });
}

function LdapState({ ldap }: { ldap: Ldap }) {
  const next = inWords(ldap.due_at);
  return (
    <Fact name={ts('directories.ldap')}>
      {ldap.synced_at === null
        ? ts('directories.neverSynced', { next })
        : ts('directories.synced', { time: inWords(ldap.synced_at), next })}
      {ldap.problem !== null && (
        <span role="alert" className="field-error">
          {ts('directories.problem', { problem: ldap.problem })}
        </span>
      )}
      <span className="setting-hint">{countsText(ldap)}</span>
    </Fact>
  );
}

function tokenText({ date_created, last_used, expires_at }: Scim['tokens'][number]): string {
  const created = inWords(date_created);
  const use =
    last_used === null
      ? ts('directories.tokenUnused', { created })
      : ts('directories.tokenUsed', { created, used: inWords(last_used) });
  return expires_at === null ? use : `${use} · ${ts('directories.tokenEnds', { date: inWords(expires_at) })}`;
}

function ScimState({ scim }: { scim: Scim }) {
  return (
    <>
      <Fact name={ts('directories.scim')}>{countsText(scim)}</Fact>
      <ul className="item-list" aria-label={ts('directories.tokens')}>
        {scim.tokens.map((token) => (
          <li key={token.id} className="item">
            <KeyRound size="1.25rem" aria-hidden="true" />
            <span className="item-text">
              <bdi>{token.name}</bdi>
              <span className="setting-hint">{tokenText(token)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether the directories that the operator has connected work (identity.md 6, 8). */
export function DirectoryStates() {
  const [fetched, again] = useFetched(load);
  return (
    <Block title={ts('directories.title')}>
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ ldap, scim }) => {
          const hasScim = scim.tokens.length > 0;
          return (
            <>
              <p className="setting-hint">{ldap || hasScim ? ts('directories.about') : ts('directories.none')}</p>
              {ldap && <LdapState ldap={ldap} />}
              {hasScim && <ScimState scim={scim} />}
            </>
          );
        }}
      </WhenFetched>
    </Block>
  );
}
