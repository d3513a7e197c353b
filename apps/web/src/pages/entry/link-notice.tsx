import { te } from '../../strings/entry-strings';
import { Notice } from '../notice';
import type { LinkReason } from './refusal-reason';

interface LinkNoticeProps {
  reason: LinkReason;
  /** What that means here; a text for links that nobody gave out is there. */
  texts: Readonly<Record<Exclude<LinkReason, 'unknown'>, string>>;
  /** The way on. */
  action: { href: string; text: string };
}

/** A page for a link that leads nowhere: why, and the way on. */
export function LinkNotice({ reason, texts, action }: LinkNoticeProps) {
  return (
    <Notice
      title={te(`link.${reason}Title`)}
      action={
        <a className="button" data-kind="primary" href={action.href}>
          {action.text}
        </a>
      }
    >
      {reason === 'unknown' ? te('link.unknownText') : texts[reason]}
    </Notice>
  );
}
