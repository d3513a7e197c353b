import { CHANNEL_COLORS } from '@stoa/policy';
import { useId } from 'react';
import { useClient, useClientState } from '../../client/client';
import { setChoices } from '../../parts/channel-actions';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { ChannelChoice, resetChoices } from '../settings/channel-notifications';
import { WAYS, differs } from '../settings/notification-table';
import { Block } from '../settings/parts';
import { RowShell } from '../settings/setting-row';

const SAVED = { kind: 'idle' } as const;

/** Colours of new subscriptions, and any other. */
function ColourPicker({ channel, colour }: { channel: Channel; colour: string }) {
  const client = useClient();
  const choose = (color: string): void => setChoices(client, channel, { color });
  return (
    <div role="group" aria-label={tc('personal.colour')} className="colour-picker">
      {CHANNEL_COLORS.map((swatch) => (
        <button
          key={swatch}
          type="button"
          style={{ background: swatch }}
          aria-label={tc('personal.colourIs', { colour: swatch })}
          aria-pressed={swatch === colour}
          onClick={() => choose(swatch)}
        />
      ))}
      <label>
        <input
          type="color"
          aria-label={tc('personal.otherColour')}
          value={colour}
          onChange={(event) => choose(event.target.value)}
        />
        {tc('personal.otherColour')}
      </label>
    </div>
  );
}

function SwitchRow({ channel, name }: { channel: Channel; name: 'is_muted' | 'pin_to_top' }) {
  const client = useClient();
  const id = useId();
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={tc(`personal.${name}`)}
      hint={tc(`personal.${name}.hint`)}
      saving={SAVED}
    >
      <input
        id={id}
        type="checkbox"
        className="switch"
        aria-describedby={`${id}-hint`}
        checked={channel.subscription?.[name] === true}
        onChange={(event) => setChoices(client, channel, { [name]: event.target.checked })}
      />
    </RowShell>
  );
}

/** What one sets up for oneself in a channel. */
export function PersonalTab({ channel }: { channel: Channel }) {
  const client = useClient();
  const settings = useClientState((state) => state.settings);
  const { subscription } = channel;
  if (!channel.isSubscribed || !subscription) return <p>{tc('personal.notSubscribed')}</p>;
  return (
    <>
      <Block title={tc('personal.colour')}>
        <ColourPicker channel={channel} colour={subscription.color} />
      </Block>
      <Block title={tc('personal.place')}>
        <SwitchRow channel={channel} name="is_muted" />
        <SwitchRow channel={channel} name="pin_to_top" />
      </Block>
      <Block
        title={ts('page.notifications')}
        action={
          differs(subscription, settings) && (
            <Button onClick={() => resetChoices(client, channel)}>{tc('personal.reset')}</Button>
          )
        }
      >
        {WAYS.map((way) => (
          <div className="setting-row" key={way}>
            <span className="setting-words">{ts(`notifications.way.${way}`)}</span>
            <ChannelChoice channel={channel} way={way} />
          </div>
        ))}
      </Block>
    </>
  );
}
