import { endChannelEmailAddresses, getChannelEmailAddress } from '@stoa/contracts/channels';
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { useSubmit } from '../../client/submit';
import { administeredBots } from '../../store/bots';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { languageInUse, t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { FormField } from '../settings/parts';
import { MAIL_OPTIONS, type MailOption, withMailOptions } from './mail-address';

interface AddressProps {
  channel: Channel;
  onClose: () => void;
}

/** In whose name mail is posted: the service's bot, the reader, or a bot of the reader's. */
function Sender({ value, onChange }: { value: number | undefined; onChange: (id: number | undefined) => void }) {
  const ownId = useClientState((state) => state.userId);
  const bots = useClientState((state) => state.bots);
  const { compare } = new Intl.Collator(languageInUse());
  const users = useClientState((state) => state.users);
  const own = administeredBots({ bots, users })
    .filter((bot) => bot.is_active && bot.owner_id === ownId)
    .sort((a, b) => compare(a.full_name, b.full_name));
  return (
    <FormField label={tc('address.sender')}>
      <select
        className="input"
        data-autofocus
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">{tc('address.gateway')}</option>
        <option value={ownId}>{tc('address.me')}</option>
        {own.map(({ user_id, full_name }) => (
          <option key={user_id} value={user_id}>
            {full_name}
          </option>
        ))}
      </select>
    </FormField>
  );
}

interface OptionsProps {
  chosen: ReadonlySet<MailOption>;
  onChange: (options: ReadonlySet<MailOption>) => void;
}

function Options({ chosen, onChange }: OptionsProps) {
  const toggle = (option: MailOption, isWanted: boolean): void =>
    onChange(new Set(MAIL_OPTIONS.filter((known) => (known === option ? isWanted : chosen.has(known)))));
  return (
    <fieldset>
      <legend className="setting-hint">{tc('address.options')}</legend>
      {MAIL_OPTIONS.map((option) => (
        <label key={option} className="check-row">
          <input
            type="checkbox"
            className="check"
            checked={chosen.has(option)}
            onChange={({ target }) => toggle(option, target.checked)}
          />
          {tc(`address.option.${option}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The address by which mail comes to a channel, with what it says about the mails. */
export function ChannelAddressDialog({ channel, onClose }: AddressProps) {
  const { stream_id } = channel;
  const { isBusy, problem, submit } = useSubmit();
  const [senderId, setSenderId] = useState<number>();
  const [options, setOptions] = useState<ReadonlySet<MailOption>>(new Set(['show-sender']));
  const [given, setGiven] = useState<string>();
  useEffect(() => {
    let isLeft = false;
    void submit(async () => {
      const { email } = await call(getChannelEmailAddress, { stream_id, sender_id: senderId });
      if (!isLeft) setGiven(email);
    });
    return () => {
      isLeft = true;
    };
  }, [stream_id, senderId, submit]);
  const renew = (): void => {
    void submit(async () => {
      await call(endChannelEmailAddresses, { stream_id });
      setGiven((await call(getChannelEmailAddress, { stream_id, sender_id: senderId })).email);
    });
  };
  const address = given === undefined ? undefined : withMailOptions(given, options);
  return (
    <Dialog
      title={tc('address.title', { channel: channel.name })}
      description={tc('channel.emailAbout')}
      size="small"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="settings-form">
        <Sender value={senderId} onChange={setSenderId} />
        <Options chosen={options} onChange={setOptions} />
        <Problem text={problem} />
        {address === '' && <p role="status">{tc('channel.noEmail')}</p>}
        {address !== undefined && address !== '' && (
          <section className="settings-form" aria-label={tc('channel.email')}>
            <code className="key-shown">{address}</code>
            <Button kind="primary" onClick={() => void copyText(address, t('message.copied'))}>
              <Copy size="1em" aria-hidden="true" /> {tc('address.copy')}
            </Button>
            <Button disabled={isBusy} onClick={renew}>
              {tc('address.renew')}
            </Button>
            <p className="setting-hint">{tc('address.renewHint')}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}
