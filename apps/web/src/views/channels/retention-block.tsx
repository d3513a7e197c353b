import { updateChannel } from '@stoa/contracts/channels';
import { useState } from 'react';
import { call } from '../../api/client';
import { useSaving } from '../../client/saving';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { Block } from '../settings/parts';
import { SavingMark } from '../settings/setting-row';
import { RETENTIONS, type Retention, retentionOf, retentionValue } from './retention';

interface Chosen {
  retention: Retention;
  days: string;
}

function chosenOf({ message_retention_days: days }: Channel): Chosen {
  return { retention: retentionOf(days), days: days !== null && days > 0 ? String(days) : '' };
}

function Fields({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  return (
    <div className="inline-form">
      <select
        className="input select"
        aria-label={tc('retention.title')}
        value={chosen.retention}
        onChange={({ target }) => {
          const retention = RETENTIONS.find((known) => known === target.value);
          if (retention) onChange({ ...chosen, retention });
        }}
      >
        {RETENTIONS.map((retention) => (
          <option key={retention} value={retention}>
            {tc(`retention.${retention}`)}
          </option>
        ))}
      </select>
      {chosen.retention === 'days' && (
        <input
          className="input"
          type="number"
          min={1}
          aria-label={tc('retention.count')}
          value={chosen.days}
          onChange={(event) => onChange({ ...chosen, days: event.target.value })}
        />
      )}
    </div>
  );
}

/** How long messages are kept, for owners: what is chosen counts when it is saved, because messages may be deleted. */
export function RetentionBlock({ channel }: { channel: Channel }) {
  const [saving, save] = useSaving();
  const [changed, setChanged] = useState<Chosen>();
  const now = retentionValue(chosenOf(channel).retention, chosenOf(channel).days);
  const chosen = changed ?? chosenOf(channel);
  const value = retentionValue(chosen.retention, chosen.days);
  const commit = async (message_retention_days: string): Promise<void> => {
    const { stream_id } = channel;
    if (await save(() => call(updateChannel, { stream_id, message_retention_days }))) setChanged(undefined);
  };
  return (
    <Block title={tc('retention.title')} action={<SavingMark saving={saving} />}>
      <p className="setting-hint">{tc('retention.text')}</p>
      <Fields chosen={chosen} onChange={setChanged} />
      <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
      {changed && (
        <div className="item-actions">
          <Button onClick={() => setChanged(undefined)}>{tc('change.discard')}</Button>
          <Button
            kind="primary"
            disabled={value === undefined || value === now}
            onClick={() => value !== undefined && void commit(value)}
          >
            {tc('retention.save')}
          </Button>
        </div>
      )}
    </Block>
  );
}
