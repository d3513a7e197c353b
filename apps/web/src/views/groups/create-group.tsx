import { createUserGroup } from '@stoa/contracts/users';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { useSubmit } from '../../client/submit';
import { tp } from '../../strings/people-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FormField } from '../settings/parts';
import { PeoplePicker } from '../settings/people-picker';

const LONGEST_NAME = 100;

/** A new group: a name, what it is for, and who is in it from the beginning. */
export function CreateGroup() {
  const ownId = useClientState((state) => state.userId);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [members, setMembers] = useState<readonly number[]>([ownId]);
  const { isBusy, problem, submit } = useSubmit();
  const create = async (): Promise<void> => {
    const { group_id } = await call(createUserGroup, { name: name.trim(), description, members: [...members] });
    goTo(`#groups/${group_id}`);
  };
  return (
    <form
      className="settings-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(create);
      }}
    >
      <h2>{tp('groups.create')}</h2>
      <FormField label={tp('group.name')}>
        <input
          className="input"
          dir="auto"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
      <FormField label={tp('group.description')}>
        <input
          className="input"
          dir="auto"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </FormField>
      <div className="field">
        <span>{tp('group.members')}</span>
        <PeoplePicker label={tp('group.members')} userIds={members} onChange={setMembers} />
      </div>
      <Problem text={problem} />
      <div className="inline-form">
        <Button kind="primary" type="submit" disabled={isBusy || name.trim() === ''}>
          {tp('groups.create')}
        </Button>
      </div>
    </form>
  );
}
