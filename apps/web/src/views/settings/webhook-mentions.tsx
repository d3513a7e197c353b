import { setBotMentions } from '@stoa/contracts/users';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { userOf } from '../../store/users';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FormField } from './parts';
import { PeoplePicker } from './people-picker';
import type { WebhookSetUp } from './webhook-set-up';

type Mention = WebhookSetUp['mentions'][number];

interface Props {
  botId: number;
  mentions: readonly Mention[];
  onChanged: () => void;
}

interface AddProps {
  /** @returns whether it was stored */
  onAdd: (mention: Mention) => Promise<boolean>;
  isBusy: boolean;
}

function AddMention({ onAdd, isBusy }: AddProps) {
  const [name, setName] = useState('');
  const [userId, setUserId] = useState<number>();
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (userId === undefined) return;
    void onAdd({ name: name.trim(), user_id: userId }).then((isDone) => {
      if (!isDone) return;
      setName('');
      setUserId(undefined);
    });
  };
  return (
    <form className="settings-form" onSubmit={add}>
      <FormField label={ts('webhookSettings.mentionName')}>
        <input
          className="input"
          autoComplete="off"
          maxLength={254}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FormField>
      <div className="field">
        <span>{ts('webhookSettings.person')}</span>
        <PeoplePicker
          label={ts('webhookSettings.person')}
          userIds={userId === undefined ? [] : [userId]}
          onChange={(ids) => setUserId(ids.at(-1))}
        />
      </div>
      <Button kind="primary" type="submit" disabled={isBusy || name.trim() === '' || userId === undefined}>
        {ts('webhookSettings.addMention')}
      </Button>
    </form>
  );
}

/** Whom names mean that tools give people: they are mentioned where something is theirs to do. */
export function WebhookMentions({ botId, mentions, onChanged }: Props) {
  const users = useClientState((state) => state.users);
  const { isBusy, problem, submit } = useSubmit();
  const store = async (wanted: readonly Mention[]): Promise<boolean> => {
    const isDone = await submit(() => call(setBotMentions, { bot_id: botId, mentions: [...wanted] }));
    if (isDone) onChanged();
    return isDone;
  };
  return (
    <>
      <p className="setting-hint">{ts('webhookSettings.mentionsAbout')}</p>
      {mentions.length > 0 && (
        <ul className="item-list" aria-label={ts('webhookSettings.mentions')}>
          {mentions.map((mention) => (
            <li className="item" key={mention.name}>
              <span className="item-text">
                <bdi>{mention.name}</bdi>
                <span className="setting-hint">{userOf({ users }, mention.user_id).full_name}</span>
              </span>
              <span className="item-actions">
                <Button disabled={isBusy} onClick={() => void store(mentions.filter((known) => known !== mention))}>
                  {ts('webhookSettings.removeMention')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
      <AddMention isBusy={isBusy} onAdd={(mention) => store([...mentions, mention])} />
    </>
  );
}
