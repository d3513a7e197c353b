import { SEARCH_STOP_WORDS } from '@stoa/narrow';
import { namesOf, useClient, useClientState } from '../../client/client';
import { narrowAddress } from '../../narrow/address';
import { contradictionIn, tokensOf } from '../../narrow/search-text';
import { type Narrow, operandOf } from '../../narrow/terms';
import { isSpectator } from '../../store/spectator';
import { t } from '../../strings/strings';

const COMMON: ReadonlySet<string> = new Set(SEARCH_STOP_WORDS);

/** Words of a search that the service passes over: they are in nearly every message. */
export function ignoredWords(narrow: Narrow): readonly string[] {
  const text = operandOf(narrow, 'search');
  if (typeof text !== 'string') return [];
  const words = tokensOf(text).filter((token) => !token.startsWith('"'));
  return [...new Set(words)].filter((word) => COMMON.has(word.toLowerCase()));
}

/** Whether only messages that the user received were searched: public channels hold more. */
export function isOnlyOwn(narrow: Narrow): boolean {
  const isPersonal = ({ operator }: Narrow[number]): boolean =>
    ['channel', 'channels', 'dm', 'dm-including', 'is', 'id', 'near', 'with'].includes(operator);
  return narrow.length > 0 && !narrow.some(isPersonal);
}

/** Why nothing was found, and what else could be tried (web-details.md B). */
export function NothingFound({ narrow }: { narrow: Narrow }) {
  const { store } = useClient();
  const isReadOnly = useClientState(isSpectator);
  const ignored = ignoredWords(narrow);
  const wider: Narrow = [{ operator: 'channels', operand: 'public' }, ...narrow];
  return (
    <>
      {contradictionIn(narrow) && <p>{t('search.contradiction')}</p>}
      {ignored.length > 0 && <p>{t('search.stopWords', { words: ignored.join(', ') })}</p>}
      {!isReadOnly && isOnlyOwn(narrow) && (
        <p>
          {t('search.received')} <a href={narrowAddress(wider, namesOf(store.get()))}>{t('search.onlyOwn')}</a>
        </p>
      )}
    </>
  );
}
