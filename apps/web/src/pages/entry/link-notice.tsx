import { RequestRefused } from '../../api/failures';
import { te } from '../../strings/entry-strings';
import { Notice } from '../notice';

/** Why a link leads nowhere. */
export type LinkReason = 'unknown' | 'expired' | 'used' | 'revoked';

const REASONS: readonly string[] = ['unknown', 'expired', 'used', 'revoked'] satisfies LinkReason[];

function isReason(value: unknown): value is LinkReason {
  return typeof value === 'string' && REASONS.includes(value);
}

/** The reason that a refusal gives; undefined for refusals that are not about the link. */
export function linkReasonOf(error: unknown): LinkReason | undefined {
  if (!(error instanceof RequestRefused)) return undefined;
  return isReason(error.data.reason) ? error.data.reason : undefined;
}

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
