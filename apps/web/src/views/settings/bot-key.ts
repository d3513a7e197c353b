import { getBotApiKey } from '@stoa/contracts/users';
import { useCallback } from 'react';
import { call } from '../../api/client';
import { type Fetched, useFetched } from '../../client/fetched';

/** The key of a bot, which is asked for where it is shown, and how to ask again. */
export function useBotKey(botId: number): [Fetched<{ api_key: string }>, () => void] {
  return useFetched(useCallback((signal: AbortSignal) => call(getBotApiKey, { bot_id: botId }, { signal }), [botId]));
}
