import { memo, useMemo } from 'react';
import { useClientState } from '../../client/client';
import { useRenderFacts } from '../../client/render-facts';
import { MessageContent } from '../../render/message-content';
import type { MessageFacts } from '../../render/facts';
import type { Message } from '../../store/message';
import { userOf } from '../../store/users';
import { languageInUse, t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Reactions } from './reactions';

function timeText(seconds: number, usesTwentyFourHours: boolean): string {
  return new Intl.DateTimeFormat(languageInUse(), {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: usesTwentyFourHours ? 'h23' : 'h12',
  }).format(seconds * 1000);
}

function fullTimeText(seconds: number): string {
  return new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'full', timeStyle: 'long' }).format(seconds * 1000);
}

function changeText(message: Message): string | undefined {
  if (message.last_edit_timestamp !== undefined) return t('message.edited');
  return message.last_moved_timestamp === undefined ? undefined : t('message.moved');
}

function useFactsOf(message: Message): MessageFacts {
  const alertWords = useClientState((state) => state.alertWords);
  const { flags } = message;
  return useMemo(
    () => ({
      isMentioned: flags.has('mentioned'),
      isWildcardMentioned: ['wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'].some(
        (flag) => flags.has(flag),
      ),
      alertWords: flags.has('has_alert_word') ? alertWords : [],
    }),
    [flags, alertWords],
  );
}

interface MessageRowProps {
  message: Message;
  showsSender: boolean;
}

function Time({ message }: { message: Message }) {
  const usesTwentyFourHours = useClientState((state) => state.settings.twenty_four_hour_time);
  const time = new Date(message.timestamp * 1000).toISOString();
  return (
    <time className="message-time" dateTime={time} title={fullTimeText(message.timestamp)}>
      {timeText(message.timestamp, usesTwentyFourHours)}
    </time>
  );
}

/** One message: who, what, when, and what others made of it. */
export const MessageRow = memo(function MessageRow({ message, showsSender }: MessageRowProps) {
  const sender = useClientState((state) => userOf(state, message.sender_id));
  const facts = useRenderFacts();
  const messageFacts = useFactsOf(message);
  const isRead = message.flags.has('read');
  const change = changeText(message);
  const tint = messageFacts.isMentioned || messageFacts.isWildcardMentioned ? 'mention' : message.type;
  return (
    <article
      className="message"
      data-message-id={message.id}
      data-tint={tint}
      data-unread={isRead ? undefined : true}
      data-continued={showsSender ? undefined : true}
      aria-labelledby={`sender-${message.id}`}
    >
      <div className="message-side">
        {showsSender && <Avatar userId={sender.user_id} name={sender.full_name} url={sender.avatar_url} />}
      </div>
      <div className="message-body">
        <div className={showsSender ? 'message-head' : 'visually-hidden'}>
          <span id={`sender-${message.id}`} className="message-sender">
            <bdi>{sender.full_name}</bdi>
          </span>
          {sender.is_bot && <span className="message-mark">{t('user.bot')}</span>}
          {change && <span className="message-mark">{change}</span>}
        </div>
        <MessageContent html={message.content} facts={facts} message={messageFacts} />
        <Reactions message={message} />
      </div>
      <Time message={message} />
    </article>
  );
});
