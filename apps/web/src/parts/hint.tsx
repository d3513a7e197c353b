import { markOnboardingStep } from '@stoa/contracts/users';
import { Lightbulb } from 'lucide-react';
import { call } from '../api/client';
import { act } from '../client/act';
import { useClient, useClientState } from '../client/client';
import { changed } from '../store/apply';
import { type StringKey, t } from '../strings/strings';
import { Button } from '../ui/button';
import './hint.css';

interface HintProps {
  /** The service's name for it (users.md, onboarding steps). */
  step: string;
  text: StringKey;
}

/** Something that is said once to who is new, and never again on any computer after it was put away. */
export function Hint({ step, text }: HintProps) {
  const { store } = useClient();
  const isNew = useClientState((state) => state.onboardingSteps.some(({ name }) => name === step));
  if (!isNew) return null;
  const putAway = (): void => {
    store.update((state) =>
      changed(state, (draft) =>
        draft.set(
          'onboardingSteps',
          state.onboardingSteps.filter(({ name }) => name !== step),
        ),
      ),
    );
    void act(() => call(markOnboardingStep, { onboarding_step: step }));
  };
  return (
    <aside className="hint" aria-label={t('hint.label')}>
      <Lightbulb size="1.125rem" aria-hidden="true" />
      <p>{t(text)}</p>
      <Button onClick={putAway}>{t('hint.understood')}</Button>
    </aside>
  );
}
