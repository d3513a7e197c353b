import { SmilePlus } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useClient } from '../../client/client';
import type { Message } from '../../store/message';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { toggleReaction } from './actions/message-actions';

const EmojiPopover = lazy(() => import('../../parts/emoji-popover'));

interface ReactButtonProps {
  message: Message;
  className: string;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Opens all emoji, which are loaded then. */
export function ReactButton({ message, className, onOpenChange }: ReactButtonProps) {
  const client = useClient();
  const [isAsked, setAsked] = useState(false);
  const button = (
    <IconButton className={className} label={t('message.react')} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      <SmilePlus size="1.0625rem" aria-hidden="true" />
    </IconButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <EmojiPopover
        trigger={button}
        label={t('message.react')}
        onOpenChange={onOpenChange}
        onChoose={(choice) => toggleReaction(client, message, choice)}
      />
    </Suspense>
  );
}
