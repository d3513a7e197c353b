import { useClientState } from '../../client/client';
import { closedReason } from '../../compose/checks';
import { targetOfNarrow } from '../../compose/target';
import { problemText } from '../../compose/warnings';
import type { Narrow } from '../../narrow/terms';
import { isSpectator } from '../../store/spectator';
import { t } from '../../strings/strings';

/** Asks for the first message of a conversation, or says why there can be none from here (web-details.md B). */
export default function WriteFirst({ narrow }: { narrow: Narrow }) {
  const text = useClientState((state) => {
    const target = isSpectator(state) ? undefined : targetOfNarrow(narrow);
    if (!target) return undefined;
    const reason = closedReason(state, target);
    return reason ? problemText(reason) : t('conversation.writeFirst');
  });
  return text !== undefined && <p>{text}</p>;
}
