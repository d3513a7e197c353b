import { useEffect, useId, useMemo, useState } from 'react';
import { serverNow } from '../../../api/server-clock';
import { useClient, useClientState } from '../../../client/client';
import { goTo } from '../../../client/location';
import { confirmDone } from '../../../client/notices';
import { findTopics } from '../../../compose/typeahead/channels';
import { loadTopics } from '../../../compose/typeahead/topics-loader';
import { useKnownTopics } from '../../../compose/use-warnings';
import { kindOf, narrowKey, topicNarrow } from '../../../narrow/terms';
import { topicAddress } from '../../../parts/addresses';
import { subscribeOthers } from '../../../parts/channel-actions';
import { loadSubscribers } from '../../../parts/load-subscribers';
import { LazyWhoHas } from '../../../parts/lazy-who-has';
import { channelPermissions } from '../../../store/channel-permissions';
import type { ChannelMessage } from '../../../store/message';
import { userOf } from '../../../store/users';
import { languageInUse, listText, t } from '../../../strings/strings';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Problem } from '../../../ui/problem';
import { useViewNarrow } from '../view-narrow';
import type { DialogFor } from './dialog-parts';
import { saysInNew, saysInOld } from './move-notices';
import { type Holders, tooLateFor, whoBeginsTopics, whoMovesOut, whoRenames } from './move-rights';
import { useMoving } from './use-moving';
import {
  type Counts,
  MOVE_PROBLEMS,
  type Move,
  type MoveProblem,
  type Scope,
  destinations,
  isMerge,
  knownCounts,
  leftBehind,
  losesReaders,
  moveProblem,
} from './move';

const SCOPES = { change_one: 'move.one', change_later: 'move.later', change_all: 'move.all' } as const;
const SCOPE_NAMES: readonly Scope[] = ['change_one', 'change_later', 'change_all'];
const MOST_TOPICS = 100;

interface FieldsProps {
  message: ChannelMessage;
  move: Move;
  onChange: (move: Move) => void;
}

/** Why a part of a move is not the user's to make: those who may, or the time that has passed. */
type Reason = Holders | 'too-late' | undefined;

/** What of a move the user may not do, as of when the dialog was opened. */
function useRefused(message: ChannelMessage, toId: number): { readonly moving: Reason; readonly renaming: Reason } {
  const [age] = useState(() => serverNow() / 1000 - message.timestamp);
  const state = useClientState((whole) => whole);
  const { stream_id: fromId } = message;
  return useMemo(() => {
    const [from, to] = [state.channels.get(fromId), state.channels.get(toId)];
    const tooLate = tooLateFor(state, age);
    return {
      moving: (from && whoMovesOut(state, { from })) ?? (tooLate.moving ? 'too-late' : undefined),
      renaming: (from && to && whoRenames(state, { from, to })) ?? (tooLate.renaming ? 'too-late' : undefined),
    };
  }, [state, fromId, toId, age]);
}

interface RefusalProps {
  id: string;
  text: 'move.mayNotMove' | 'move.mayNotRename';
  reason: Reason;
}

/** Why a field is off, and whom to ask (web-details.md M). */
function Refusal({ id, text, reason }: RefusalProps) {
  if (reason === undefined) return null;
  return (
    <p id={id} className="dialog-note">
      {reason === 'too-late' ? t('move.tooLate') : t(text)} {reason !== 'too-late' && <LazyWhoHas {...reason} />}
    </p>
  );
}

function Place({ message, move, onChange }: FieldsProps) {
  const client = useClient();
  const id = useId();
  const state = useClientState((whole) => whole);
  const refused = useRefused(message, move.channelId);
  const channels = useMemo(() => {
    const collator = new Intl.Collator(languageInUse());
    return destinations(state, message.stream_id).sort((a, b) => collator.compare(a.name, b.name));
  }, [state, message.stream_id]);
  useEffect(() => loadTopics(client, move.channelId), [client, move.channelId]);
  const isSaidOnce = refused.renaming === refused.moving;
  const isFixed = state.channels.get(move.channelId)?.topics_policy === 'empty_topic_only';
  const topics = findTopics(state, { channelId: move.channelId, query: '', most: MOST_TOPICS });
  return (
    <>
      <label className="field">
        <span>{t('move.channel')}</span>
        <select
          className="input"
          disabled={refused.moving !== undefined}
          aria-describedby={refused.moving && `${id}-moving`}
          value={move.channelId}
          onChange={(event) => {
            const channelId = Number(event.target.value);
            const isEmptyOnly = state.channels.get(channelId)?.topics_policy === 'empty_topic_only';
            onChange({ ...move, channelId, topic: isEmptyOnly ? '' : move.topic });
          }}
        >
          {channels.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              #{name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{t('move.topic')}</span>
        <input
          className="input"
          data-autofocus
          list={`${id}-topics`}
          maxLength={state.organization.max_topic_length}
          placeholder={state.organization.realm_empty_topic_display_name}
          disabled={isFixed || refused.renaming !== undefined}
          aria-describedby={refused.renaming && `${id}-${isSaidOnce ? 'moving' : 'renaming'}`}
          value={move.topic}
          onChange={(event) => onChange({ ...move, topic: event.target.value })}
        />
      </label>
      <datalist id={`${id}-topics`}>{topics.map((name) => name !== '' && <option key={name} value={name} />)}</datalist>
      <Refusal id={`${id}-moving`} text="move.mayNotMove" reason={refused.moving} />
      {!isFixed && !isSaidOnce && <Refusal id={`${id}-renaming`} text="move.mayNotRename" reason={refused.renaming} />}
    </>
  );
}

/** What to move, with how many messages that are where it is known. */
function scopeText(scope: Scope, counts: Counts | undefined): string {
  const count = scope === 'change_later' ? counts?.later : scope === 'change_all' ? counts?.all : undefined;
  return count === undefined ? t(SCOPES[scope]) : t('move.counted', { what: t(SCOPES[scope]), count });
}

function How({ message, move, onChange }: FieldsProps) {
  const window = useClientState(({ windows }) => windows.get(narrowKey(topicNarrow(message.stream_id, message.topic))));
  const counts = knownCounts(window, message.id);
  return (
    <>
      <fieldset className="choices">
        <legend>{t('move.scope')}</legend>
        {SCOPE_NAMES.map((scope) => (
          <label key={scope}>
            <input
              type="radio"
              name="scope"
              checked={move.scope === scope}
              onChange={() => onChange({ ...move, scope })}
            />
            {scopeText(scope, counts)}
          </label>
        ))}
      </fieldset>
      <div className="choices">
        <label>
          <input
            type="checkbox"
            checked={move.saysInNew}
            onChange={(event) => onChange({ ...move, saysInNew: event.target.checked })}
          />
          {t('move.noticeNew')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={move.saysInOld}
            onChange={(event) => onChange({ ...move, saysInOld: event.target.checked })}
          />
          {t('move.noticeOld')}
        </label>
      </div>
    </>
  );
}

interface ConsequencesProps extends Omit<FieldsProps, 'onChange'> {
  problem: MoveProblem | undefined;
}

function Consequences({ message, move, problem }: ConsequencesProps) {
  const state = useClientState((whole) => whole);
  const to = state.channels.get(move.channelId);
  return (
    <div role="status">
      {problem !== undefined && problem !== 'same-place' && (
        <p className="field-error">
          {t(MOVE_PROBLEMS[problem])}{' '}
          {problem === 'may-not-begin-topic' && to && <LazyWhoHas {...whoBeginsTopics(to)} />}
        </p>
      )}
      {isMerge(state, message, { ...move, topic: move.topic.trim() }) && <p>{t('move.exists')}</p>}
      {losesReaders(state, message, move.channelId) && <p>{t('move.narrower', { channel: to?.name ?? '' })}</p>}
    </div>
  );
}

interface MoveFormProps {
  message: ChannelMessage;
  /** What is chosen at first. */
  scope?: Scope;
  onClose: () => void;
}

export function MoveForm({ message, scope = 'change_later', onClose }: MoveFormProps) {
  const { store } = useClient();
  const view = useViewNarrow();
  const from = useClientState((state) => `#${state.channels.get(message.stream_id)?.name ?? ''} › ${message.topic}`);
  const [move, setMove] = useState<Move>({
    ...{ channelId: message.stream_id, topic: message.topic, scope },
    ...{ saysInOld: saysInOld.get(), saysInNew: saysInNew.get() },
  });
  const done = (plan: Move): void => {
    saysInOld.set(plan.saysInOld);
    saysInNew.set(plan.saysInNew);
    onClose();
    confirmDone(t('move.done'));
    // Who looks at the topic goes with its messages.
    if (kindOf(view) === 'topic' && plan.scope !== 'change_one') {
      goTo(topicAddress(store.get(), plan.channelId, plan.topic));
    }
  };
  const { isMoving, failure, partial, submit, submitAllowed } = useMoving(done);
  const state = useClientState((whole) => whole);
  const plan = { ...move, topic: move.topic.trim() };
  const knowsTopics = useKnownTopics({ type: 'channel', channelId: move.channelId });
  const problem = moveProblem(state, message, { ...plan, knowsTopics });
  const canMove = !isMoving && problem === undefined;
  return (
    <Dialog
      title={t('message.move')}
      description={t('move.text', { from })}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button kind="primary" type="submit" form="move" disabled={!canMove}>
            {isMoving ? t('move.moving') : t('move.submit')}
          </Button>
        </>
      }
    >
      <form
        id="move"
        className="dialog-fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (canMove) void submit(plan, message);
        }}
      >
        <Place message={message} move={move} onChange={setMove} />
        <How message={message} move={move} onChange={setMove} />
        <Consequences message={message} move={move} problem={problem} />
        {move.channelId !== message.stream_id && <LeftBehind message={message} channelId={move.channelId} />}
        <Problem text={failure} />
        {partial && (
          <p role="alert">
            {t('move.partial', { allowed: partial.allowed, total: partial.total })}{' '}
            <Button onClick={() => submitAllowed(plan, message)}>{t('move.partially')}</Button>
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Who wrote in the topic and would not see it there any more, and the way to bring them along. */
function LeftBehind({ message, channelId }: { message: ChannelMessage; channelId: number }) {
  const client = useClient();
  const state = useClientState((whole) => whole);
  const channel = state.channels.get(channelId);
  useEffect(() => {
    void loadSubscribers(client, channelId);
    void loadSubscribers(client, message.stream_id);
  }, [client, channelId, message.stream_id]);
  const { writers, guests } = leftBehind(state, message, channelId);
  if (!channel || (writers.length === 0 && guests === 0)) return null;
  const names = listText(writers.map((id) => userOf(state, id).full_name));
  return (
    <div role="status">
      {writers.length > 0 && (
        <p>
          {t('move.writers', { names, channel: channel.name, count: writers.length })}{' '}
          {channelPermissions(state, channel).canAddSubscribers && (
            <Button onClick={() => subscribeOthers(channel, writers)}>{t('warning.subscribeThem')}</Button>
          )}
        </p>
      )}
      {guests > 0 && <p>{t('move.guests', { count: guests, channel: channel.name })}</p>}
    </div>
  );
}

/** Moves messages to another topic or channel (web-details.md C.4). */
export function MoveDialog({ message, onClose }: DialogFor) {
  return message.type === 'stream' ? <MoveForm message={message} onClose={onClose} /> : null;
}
