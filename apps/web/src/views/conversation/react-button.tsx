import { SmilePlus } from 'lucide-react';
import { useClient } from '../../client/client';
import { EmojiButton } from '../../parts/emoji-button';
import type { Message } from '../../store/message';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { toggleReaction } from './actions/message-actions';

interface ReactButtonProps {
  message: Message;
  className: string;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Reacts with one of all emoji. */
export function ReactButton({ message, className, onOpenChange }: ReactButtonProps) {
  const client = useClient();
  return (
    <EmojiButton
      button={(open) => (
        <IconButton className={className} label={t('message.react')} aria-haspopup="dialog" onClick={open}>
          <SmilePlus size="1.0625rem" aria-hidden="true" />
        </IconButton>
      )}
      label={t('message.react')}
      onOpenChange={onOpenChange}
      onChoose={(choice) => toggleReaction(client, message, choice)}
    />
  );
}
