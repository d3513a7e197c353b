import { useCallback, useState } from 'react';
import { failureText } from './act';

interface Submit {
  readonly isBusy: boolean;
  /** Why it did not work last time. */
  readonly problem: string | undefined;
  /** Tries once: what makes something new must not be repeated by itself. Resolves to whether it worked. */
  readonly submit: (request: () => Promise<unknown>) => Promise<boolean>;
}

/** What a form does when it is sent: one at a time, and what was typed stays when it is refused. */
export function useSubmit(): Submit {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = useCallback(async (request: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await request();
      return true;
    } catch (error) {
      setProblem(failureText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, problem, submit };
}
