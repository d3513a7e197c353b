import { deactivateBot, deactivateUser } from '@stoa/contracts/users';
import { useId, useState } from 'react';
import { call } from '../../api/client';
import { useSubmit } from '../../client/submit';
import type { User } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { Confirm } from '../../ui/confirm';
import { DELETIONS, type Deletion, deletionsFor } from './deletions';

const LONGEST_COMMENT = 2000;

interface DeletionChoicesProps {
  chosen: ReadonlySet<Deletion>;
  onChange: (chosen: ReadonlySet<Deletion>) => void;
  /** What has to be typed, and what is. */
  name: string;
  typed: string;
  onType: (typed: string) => void;
}

/** What goes with the account, and the question whether that is meant. */
function DeletionChoices({ chosen, onChange, name, typed, onType }: DeletionChoicesProps) {
  const id = useId();
  const toggle = (deletion: Deletion): void => {
    const next = new Set(chosen);
    if (!next.delete(deletion)) next.add(deletion);
    onChange(next);
  };
  return (
    <>
      <fieldset className="choices">
        <legend>{tp('manage.deletionTitle')}</legend>
        {DELETIONS.map((deletion) => (
          <label key={deletion} className="check-line">
            <input type="checkbox" checked={chosen.has(deletion)} onChange={() => toggle(deletion)} />
            {tp(`manage.delete.${deletion}`)}
          </label>
        ))}
      </fieldset>
      {chosen.size > 0 && (
        <>
          <p>{tp('manage.deletionText')}</p>
          <label htmlFor={id}>{tp('manage.deletionConfirm', { name })}</label>
          <input
            id={id}
            className="input"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => onType(target.value)}
          />
        </>
      )}
    </>
  );
}

interface CommentProps {
  /** Undefined when nobody is told. */
  comment: string | undefined;
  onChange: (comment: string | undefined) => void;
}

/** Whether the person is told by mail, and with which words. */
function Comment({ comment, onChange }: CommentProps) {
  return (
    <>
      <label className="check-line">
        <input
          type="checkbox"
          checked={comment !== undefined}
          onChange={(event) => onChange(event.target.checked ? '' : undefined)}
        />
        {tp('manage.tellByMail')}
      </label>
      {comment !== undefined && (
        <textarea
          className="input"
          rows={3}
          maxLength={LONGEST_COMMENT}
          aria-label={tp('manage.comment')}
          placeholder={tp('manage.comment')}
          value={comment}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  );
}

interface DeactivateProps {
  user: User;
  onClose: () => void;
}

/** Asks before an account ends: what goes with it, and whether its person is told by mail. */
export function DeactivateDialog({ user, onClose }: DeactivateProps) {
  const { user_id, full_name: name, is_bot } = user;
  const [comment, setComment] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<Deletion>>(new Set());
  const [typed, setTyped] = useState('');
  const { isBusy, problem, submit } = useSubmit();
  const request = (): Promise<unknown> =>
    is_bot
      ? call(deactivateBot, { bot_id: user_id })
      : call(deactivateUser, {
          ...{ user_id, ...deletionsFor(chosen) },
          ...(comment === undefined ? {} : { deactivation_notification_comment: comment }),
        });
  return (
    <Confirm
      title={tp('manage.deactivateTitle', { name })}
      action={tp('manage.deactivate')}
      isDanger
      isBusy={isBusy}
      isReady={chosen.size === 0 || typed.trim() === name}
      problem={problem}
      onConfirm={() => void submit(request).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{is_bot ? tp('manage.deactivateBotText') : tp('manage.deactivateText', { name })}</p>
      {!is_bot && (
        <>
          {chosen.size === 0 && <p>{tp('manage.deactivateStays')}</p>}
          <Comment comment={comment} onChange={setComment} />
          <DeletionChoices {...{ chosen, name, typed }} onChange={setChosen} onType={setTyped} />
        </>
      )}
    </Confirm>
  );
}
