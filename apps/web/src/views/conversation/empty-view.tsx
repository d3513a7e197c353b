import { type ReactNode, Suspense, lazy } from 'react';
import { useClientState } from '../../client/client';
import { type Narrow, kindOf, narrowKey, operandOf, withoutPlace } from '../../narrow/terms';
import { type StringKey, t } from '../../strings/strings';
import { historyLimitsOf } from './history-start';
import { StartText } from './list-ends';
import { NothingFound } from './nothing-found';

/** Filters that have a view of their own; each explains itself while it is empty. */
const FILTERS = ['mentioned', 'starred', 'followed', 'reactions', 'dm', 'unread'] as const;
type Filter = (typeof FILTERS)[number];

/** Which of the filters a narrow is, if it is nothing more than that. */
export function filterOf(narrow: Narrow, ownId: number): Filter | undefined {
  const terms = withoutPlace(narrow);
  const isPlain = terms.every(({ negated }) => !negated);
  const is = operandOf(terms, 'is');
  if (isPlain && terms.length === 1) return FILTERS.find((name) => name !== 'reactions' && name === is);
  const isOwn = operandOf(terms, 'has') === 'reaction' && operandOf(terms, 'sender') === ownId;
  return isPlain && terms.length === 2 && isOwn ? 'reactions' : undefined;
}

const TITLES = {
  topic: 'conversation.emptyTopic',
  direct: 'conversation.emptyDirect',
  channel: 'conversation.emptyChannel',
  feed: 'conversation.emptyFeed',
  'direct-feed': 'empty.dm',
  search: 'conversation.nothingFound',
  other: 'conversation.nothingHere',
} as const;

/** What it takes to know who may write is loaded with the box for writing. */
const WriteFirst = lazy(() => import('./write-first'));

/** Notes are what people write to themselves alone. */
function isNotes(narrow: Narrow, ownId: number): boolean {
  const people = operandOf(narrow, 'dm');
  return typeof people === 'object' && people.length === 1 && people[0] === ownId;
}

/** What a view says that has no messages, and what to do about it (web-details.md B). */
export function EmptyView({ narrow }: { narrow: Narrow }) {
  const ownId = useClientState((state) => state.userId);
  const kind = kindOf(narrow);
  const filter = filterOf(narrow, ownId);
  const hint = filter ? (`empty.${filter}Hint` as const) : undefined;
  if (isNotes(narrow, ownId)) return <Words title="empty.notes" hint="empty.notesHint" />;
  return (
    <Words title={filter ? `empty.${filter}` : TITLES[kind]} hint={hint}>
      {(kind === 'topic' || kind === 'direct' || kind === 'channel') && (
        <Suspense>
          <WriteFirst narrow={narrow} />
        </Suspense>
      )}
      {kind === 'feed' && (
        <p>
          <a href="#channels/all">{t('channels.browse', { count: 0 })}</a>
        </p>
      )}
      {!filter && (kind === 'search' || kind === 'other') && <NothingFound narrow={narrow} />}
      {!filter && <HistoryLimits narrow={narrow} />}
    </Words>
  );
}

/** Says what there may have been, where not all of it is shown. */
function HistoryLimits({ narrow }: { narrow: Narrow }) {
  const channels = useClientState((state) => state.channels);
  const organization = useClientState((state) => state.organization);
  const historyLimited = useClientState((state) => state.windows.get(narrowKey(narrow))?.historyLimited === true);
  return historyLimitsOf({ channels, organization }, narrow, { historyLimited }).map((limit) => (
    <p key={limit.kind}>
      <StartText start={limit} />
    </p>
  ));
}

function Words({ title, hint, children }: { title: StringKey; hint?: StringKey; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{t(title)}</h2>
      {hint && <p>{t(hint)}</p>}
      {children}
    </div>
  );
}

/** There are messages, but all of them are muted: where they can be read. */
export function AllMuted({ topics }: { topics: string | undefined }) {
  return (
    <div className="empty">
      <h2>{t('empty.muted')}</h2>
      {topics !== undefined && (
        <p>
          <a href={topics}>{t('empty.mutedHint')}</a>
        </p>
      )}
    </div>
  );
}
