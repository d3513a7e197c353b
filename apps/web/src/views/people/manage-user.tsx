import { deactivateBot, deactivateUser, reactivateUser, updateUser } from '@stoa/contracts/users';
import { useId, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { useSubmit } from '../../client/submit';
import { roleText } from '../../parts/role-text';
import type { User } from '../../store/state';
import { type RoleCode, mayDeactivate, rolesFor } from '../../store/user-administration';
import { tp } from '../../strings/people-strings';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { RowShell, TypedInput } from '../settings/setting-row';

const LONGEST_NAME = 100;
const LONGEST_COMMENT = 2000;

function Name({ user }: { user: User }) {
  const id = useId();
  const [saving, save] = useSaving();
  const commit = (typed: string): void => {
    const full_name = typed.trim();
    if (full_name === '' || full_name === user.full_name) return;
    void save(() => call(updateUser, { user_id: user.user_id, full_name }));
  };
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={tp('manage.name')} saving={saving} isStacked>
      <TypedInput id={id} value={user.full_name} maxLength={LONGEST_NAME} onCommit={commit} />
    </RowShell>
  );
}

function isSameList(a: readonly RoleCode[], b: readonly RoleCode[]): boolean {
  return a.join() === b.join();
}

function Role({ user }: { user: User }) {
  const id = useId();
  const [saving, save] = useSaving();
  const roles = useClientState((state) => rolesFor(state, user), isSameList);
  const isFixed = roles.length < 2;
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={tp('manage.role')}
      hint={isFixed && tp('manage.roleFixed')}
      saving={saving}
    >
      <select
        id={id}
        className="input select"
        disabled={isFixed}
        aria-describedby={isFixed ? `${id}-hint` : undefined}
        value={user.role}
        onChange={(event) => {
          const role = roles.find((known) => String(known) === event.target.value);
          if (role !== undefined) void save(() => call(updateUser, { user_id: user.user_id, role }));
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleText(role)}
          </option>
        ))}
      </select>
    </RowShell>
  );
}

interface DeactivateProps {
  user: User;
  onClose: () => void;
}

/** Asks before an account ends; its person may be told by mail. */
function DeactivateDialog({ user, onClose }: DeactivateProps) {
  const [comment, setComment] = useState<string>();
  const { isBusy, problem, submit } = useSubmit();
  const request = (): Promise<unknown> =>
    user.is_bot
      ? call(deactivateBot, { bot_id: user.user_id })
      : call(deactivateUser, {
          user_id: user.user_id,
          ...(comment === undefined ? {} : { deactivation_notification_comment: comment }),
        });
  return (
    <Confirm
      title={tp('manage.deactivateTitle', { name: user.full_name })}
      action={tp('manage.deactivate')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void submit(request).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{user.is_bot ? tp('manage.deactivateBotText') : tp('manage.deactivateText', { name: user.full_name })}</p>
      {!user.is_bot && (
        <label className="check-line">
          <input
            type="checkbox"
            checked={comment !== undefined}
            onChange={(event) => setComment(event.target.checked ? '' : undefined)}
          />
          {tp('manage.tellByMail')}
        </label>
      )}
      {comment !== undefined && (
        <textarea
          className="input"
          rows={3}
          maxLength={LONGEST_COMMENT}
          aria-label={tp('manage.comment')}
          placeholder={tp('manage.comment')}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
    </Confirm>
  );
}

function Ending({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  const isAllowed = useClientState((state) => mayDeactivate(state, user));
  if (user.is_active) {
    return (
      <>
        {isAllowed && (
          <Button kind="danger" onClick={() => setAsked(true)}>
            {tp('manage.deactivate')}
          </Button>
        )}
        {isAsked && <DeactivateDialog user={user} onClose={() => setAsked(false)} />}
      </>
    );
  }
  return (
    <>
      <p>{tp('manage.isDeactivated')}</p>
      <Button disabled={isBusy} onClick={() => void submit(() => call(reactivateUser, { user_id: user.user_id }))}>
        {tp('manage.reactivate')}
      </Button>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** What administrators change of somebody's account, and owners of their bots. */
export function ManageUser({ user }: { user: User }) {
  return (
    <div className="settings-form">
      <Name user={user} />
      <Role user={user} />
      <div className="inline-form">
        <Ending user={user} />
      </div>
    </div>
  );
}
