import { useState } from 'react';
import { useAttempt } from '../attempt';

/**
 * An attempt to use a link. Where it is refused for a reason that has a page of its own, `closed` is that reason.
 * @param reasonOf why the link leads nowhere; undefined for other failures
 * @param onDone called with the answer of an attempt that succeeded
 */
export function useLinkAttempt<T, Reason>(
  reasonOf: (error: unknown) => Reason | undefined,
  onDone: (answer: T) => void,
) {
  const [closed, setClosed] = useState<Reason>();
  const attempt = useAttempt<T>(onDone);
  const follow = (request: () => Promise<T>): void => {
    void attempt.attempt(async () => {
      try {
        return await request();
      } catch (error) {
        setClosed(reasonOf(error));
        throw error;
      }
    });
  };
  return { attempt, closed, follow };
}
