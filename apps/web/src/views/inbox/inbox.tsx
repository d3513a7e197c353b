import { Fragment, useMemo, useRef, useState } from 'react';
import { useClientState } from '../../client/client';
import { useCommands } from '../../client/commands';
import { foldedInInbox } from '../../parts/folded';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { useGrowingLimit } from '../../ui/use-growing-limit';
import { useKeptFocus, useRowWalking } from '../../ui/use-row-walking';
import { firstSteps } from './first-steps';
import { type Inbox as Rows, type InboxState, PARTS, inboxOf, limited, rowCountOf, seenIn } from './inbox-rows';
import { Directs, Section } from './inbox-sections';
import { InboxTools, shownInInbox } from './inbox-tools';
import './inbox.css';

function hasSameParts(a: InboxState, b: InboxState): boolean {
  return PARTS.every((part) => a[part] === b[part]);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.join() === b.join();
}

const NOBODY: ReadonlyMap<string, number> = new Map();

/** Where each conversation stands as long as the view is open. */
function useFirstSeen(state: InboxState): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState(NOBODY);
  const next = seenIn(state, seen);
  if (next !== seen) setSeen(next);
  return next;
}

const STEPS = {
  channel: { address: '#channels/new', text: 'channels.create' },
  invite: { address: '#invite', text: 'menu.invite' },
} as const;

/** What to begin with in an organization in which nobody else is. */
function FirstSteps() {
  const steps = useClientState(firstSteps, isSameList);
  if (steps.length === 0) return null;
  return (
    <p>
      {t('inbox.alone')}{' '}
      {steps.map((step, position) => (
        <Fragment key={step}>
          {position > 0 && ' · '}
          <a href={STEPS[step].address}>{t(STEPS[step].text)}</a>
        </Fragment>
      ))}
    </p>
  );
}

/** Nothing is unread, or nothing of it fits the filters. */
function NoRows({ isFiltered, hasUnread }: { isFiltered: boolean; hasUnread: boolean }) {
  if (isFiltered) return <p className="empty">{t('recent.noneFits')}</p>;
  return (
    <div className="empty">
      <h2>{t(hasUnread ? 'inbox.noneShown' : 'inbox.empty')}</h2>
      {hasUnread ? (
        <Button onClick={() => shownInInbox.set('all')}>{t('inbox.showAll')}</Button>
      ) : (
        <>
          <p>
            <a href="#recent">{t('inbox.emptyRecent')}</a> · <a href="#feed">{t('inbox.emptyHint')}</a>
          </p>
          <FirstSteps />
        </>
      )}
    </div>
  );
}

/** Everything is there, but folded away. */
function AllFolded({ rows: { directs, sections } }: { rows: Rows }) {
  const folded = useSlice(foldedInInbox, (keys) => keys);
  const isFolded = (key: string): boolean => folded.includes(key);
  const isAlone = sections.length === 1;
  const areDirectsFolded = directs.length === 0 || isFolded('directs');
  const areSectionsFolded = sections.every(
    ({ key, channels }) =>
      (!isAlone && isFolded(key)) || channels.every(({ channel }) => isFolded(`channel/${channel.stream_id}`)),
  );
  if (!areDirectsFolded || !areSectionsFolded) return null;
  return (
    <p className="inbox-folded">
      {t('inbox.allFolded')} <Button onClick={() => foldedInInbox.set([])}>{t('inbox.unfold')}</Button>
    </p>
  );
}

/** Every unread conversation, and nothing else (web-details.md B). */
export function Inbox() {
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown, enter } = useRowWalking(list);
  useKeptFocus(list);
  useCommands({ nextMessage: () => enter('first'), previousMessage: () => enter('last') });
  const [typed, setTyped] = useState('');
  const shown = useSlice(shownInInbox, (value) => value);
  const state = useClientState((current) => current, hasSameParts);
  const firstSeen = useFirstSeen(state);
  const all = useMemo(() => inboxOf(state, { typed, shown, firstSeen }), [state, typed, shown, firstSeen]);
  const count = rowCountOf(all);
  const [limit, end] = useGrowingLimit(count);
  const { directs, sections } = limited(all, limit);
  const isFiltered = typed.trim() !== '';
  return (
    <div ref={list} className="inbox" onKeyDown={onKeyDown}>
      <InboxTools typed={typed} onType={setTyped} />
      <p role="status" className="visually-hidden">
        {isFiltered && t('inbox.found', { count })}
      </p>
      {count === 0 && <NoRows isFiltered={isFiltered} hasUnread={firstSeen.size > 0} />}
      {count > 0 && !isFiltered && <AllFolded rows={all} />}
      <Directs rows={directs} isFiltered={isFiltered} />
      {sections.map((section) => (
        <Section key={section.key} section={section} isAlone={sections.length === 1} isFiltered={isFiltered} />
      ))}
      <div ref={end} />
    </div>
  );
}
