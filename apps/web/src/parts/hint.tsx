import { markOnboardingStep } from '@stoa/contracts/users';
import { Lightbulb } from 'lucide-react';
import { call } from '../api/client';
import { act } from '../client/act';
import { useClient, useClientState } from '../client/client';
import { hintsPutAway } from '../client/device-choices';
import { changed } from '../store/apply';
import { useSlice } from '../store/store';
import { type StringKey, t } from '../strings/strings';
import { Button } from '../ui/button';
import './hint.css';

/** What hints look like, and how they are put away. */
function Note({ text, onPutAway }: { text: StringKey; onPutAway: () => void }) {
  return (
    <aside className="hint" aria-label={t('hint.label')}>
      <Lightbulb size="1.125rem" aria-hidden="true" />
      <p>{t(text)}</p>
      <Button onClick={onPutAway}>{t('hint.understood')}</Button>
    </aside>
  );
}

/** Something that is said once on this device, where the service has no name for it. */
export function DeviceHint({ name, text }: { name: string; text: StringKey }) {
  const isNew = useSlice(hintsPutAway, (names) => !names.includes(name));
  return isNew && <Note text={text} onPutAway={() => hintsPutAway.update((names) => [...names, name])} />;
}

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
  return <Note text={text} onPutAway={putAway} />;
}
