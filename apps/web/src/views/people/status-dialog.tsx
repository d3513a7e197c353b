import { SmilePlus, X } from 'lucide-react';
import { useState } from 'react';
import { useClientState } from '../../client/client';
import { EmojiButton } from '../../parts/emoji-button';
import { EmojiSign } from '../../parts/emoji-sign';
import type { UserStatus } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { IconButton } from '../../ui/button';
import { FormDialog } from '../settings/form-dialog';
import { saveStatus } from '../../parts/people-actions';
import { statusPresets } from './status-presets';
import '../settings/settings.css';
import './people.css';

const LONGEST = 60;
const FEW_LEFT = 20;

type Emoji = Required<Pick<UserStatus, 'emoji_name' | 'emoji_code' | 'reaction_type'>>;

function emojiOf({ emoji_name, emoji_code, reaction_type }: UserStatus): Emoji | undefined {
  return emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : undefined;
}

function StatusEmojiButton({ emoji, onChoose }: { emoji: Emoji | undefined; onChoose: (emoji: Emoji) => void }) {
  const label = emoji ? tp('status.emojiChosen', { name: emoji.emoji_name.replaceAll('_', ' ') }) : tp('status.emoji');
  return (
    <EmojiButton
      button={(open) => (
        <IconButton label={label} aria-haspopup="dialog" onClick={open}>
          {emoji ? <EmojiSign emoji={emoji} /> : <SmilePlus size="1.125rem" aria-hidden="true" />}
        </IconButton>
      )}
      label={tp('status.emoji')}
      align="start"
      onChoose={({ emoji_name, emoji_code, reaction_type }) => onChoose({ emoji_name, emoji_code, reaction_type })}
    />
  );
}

function Presets({ onChoose }: { onChoose: (status: UserStatus) => void }) {
  return (
    <fieldset className="status-presets">
      <legend>{tp('status.presets')}</legend>
      {statusPresets().map((preset) => (
        <button key={preset.emoji_code} type="button" className="card-item" onClick={() => onChoose(preset)}>
          <EmojiSign emoji={preset} /> {preset.status_text}
        </button>
      ))}
    </fieldset>
  );
}

/** Sets what others see beside the user's name. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const before = useClientState((state) => state.statuses.get(state.userId)) ?? {};
  const [text, setText] = useState(before.status_text ?? '');
  const [emoji, setEmoji] = useState(emojiOf(before));
  const left = LONGEST - [...text.trim()].length;
  return (
    <FormDialog
      title={tp('status.title')}
      action={tp('status.save')}
      isReady={left >= 0}
      onSubmit={() => saveStatus({ ...emoji, status_text: text })}
      onClose={onClose}
    >
      <div className="status-fields">
        <StatusEmojiButton emoji={emoji} onChoose={setEmoji} />
        <input
          className="input"
          aria-label={tp('status.text')}
          placeholder={tp('status.text')}
          dir="auto"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {emoji && (
          <IconButton label={tp('status.noEmoji')} onClick={() => setEmoji(undefined)}>
            <X size="1.125rem" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {left <= FEW_LEFT && (
        <p className={left < 0 ? 'field-error' : undefined} role="status">
          {tp('status.left', { count: left })}
        </p>
      )}
      <Presets
        onChoose={(preset) => {
          setText(preset.status_text ?? '');
          setEmoji(emojiOf(preset));
        }}
      />
    </FormDialog>
  );
}
