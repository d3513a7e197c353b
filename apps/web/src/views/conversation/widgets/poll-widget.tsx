import { useId } from 'react';
import { useClient, useClientState } from '../../../client/client';
import type { Message } from '../../../store/message';
import { userOf } from '../../../store/users';
import { type Poll, type PollOption, newOption, voteFor } from '../../../store/widgets/poll';
import { t } from '../../../strings/strings';
import { Button } from '../../../ui/button';
import { addToWidget } from './additions';
import { useTyped } from './typed';
import { LONGEST_TEXT } from './widget-limits';
import { WidgetTitle } from './widget-title';

interface PollProps {
  message: Message;
  poll: Poll;
  canAdd: boolean;
}

/** Most names that stand beside an option. */
const MOST_NAMES = 12;

/** Who voted for an option, as far as there is room; the user first. */
function useVoters({ voterIds }: PollOption): string {
  return useClientState((state) => {
    const ids = [...voterIds].sort((a, b) => Number(b === state.userId) - Number(a === state.userId));
    const shown = ids.slice(0, MOST_NAMES);
    const names = shown.map((id) => (id === state.userId ? t('user.you') : userOf(state, id).full_name)).join(', ');
    return ids.length > MOST_NAMES ? t('poll.andMore', { names, count: ids.length - MOST_NAMES }) : names;
  });
}

function Option({ message, option, canAdd }: { message: Message; option: PollOption; canAdd: boolean }) {
  const client = useClient();
  const names = useVoters(option);
  const isOwn = useClientState((state) => option.voterIds.includes(state.userId));
  const count = option.voterIds.length;
  const vote = (): void => {
    void addToWidget(client, message, voteFor(option, client.store.get().userId));
  };
  return (
    <li className="poll-option">
      <button
        type="button"
        className="poll-vote"
        aria-pressed={isOwn}
        aria-label={t('poll.vote', { option: option.text, count })}
        disabled={!canAdd}
        onClick={vote}
      >
        {count}
      </button>
      <span className="poll-text">
        <bdi>{option.text}</bdi> {names !== '' && <span className="poll-voters">{names}</span>}
      </span>
    </li>
  );
}

function AddOption({ message, poll }: Omit<PollProps, 'canAdd'>) {
  const client = useClient();
  const id = useId();
  const [typed, setTyped] = useTyped(message.id, 'option');
  const text = typed.trim();
  const isThere = poll.options.some((option) => option.text === text);
  const add = (): void => {
    if (text === '' || isThere) return;
    setTyped('');
    const addition = newOption(poll, text, client.store.get().userId);
    void addToWidget(client, message, addition).then((isTaken) => isTaken || setTyped(text));
  };
  return (
    <form
      className="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="widget-line">
        <input
          className="input"
          aria-label={t('poll.addOption')}
          aria-describedby={isThere ? id : undefined}
          placeholder={t('poll.addOption')}
          maxLength={LONGEST_TEXT}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" disabled={text === '' || isThere}>
          {t('widget.add')}
        </Button>
      </div>
      <p id={id} role="status" className="widget-note">
        {isThere && t('poll.isThere')}
      </p>
    </form>
  );
}

/** A question that everybody answers with votes, for as many options as they like. */
export function PollWidget({ message, poll, canAdd }: PollProps) {
  const client = useClient();
  const id = useId();
  const isAuthor = useClientState((state) => state.userId === message.sender_id);
  const ask = (question: string): void => {
    void addToWidget(client, message, { type: 'question', question });
  };
  return (
    <div className="widget" role="group" aria-labelledby={id}>
      <WidgetTitle
        id={id}
        text={poll.question}
        placeholder={t('poll.noQuestion')}
        editLabel={t('poll.editQuestion')}
        onSave={isAuthor && canAdd ? ask : undefined}
      />
      <ul>
        {poll.options.map((option) => (
          <Option key={option.key} message={message} option={option} canAdd={canAdd} />
        ))}
      </ul>
      {poll.options.length === 0 && <p className="widget-note">{t('poll.noOptions')}</p>}
      {canAdd && <AddOption message={message} poll={poll} />}
    </div>
  );
}
