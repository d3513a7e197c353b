import { addAlertWords, removeAlertWords } from '@stoa/contracts/users';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { changed } from '../../store/apply';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { FilteredList } from './parts';

const LONGEST = 100;

function AddWord() {
  const [word, setWord] = useState('');
  const { isBusy, problem, submit } = useSubmit();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = word.trim();
    if (wanted === '') return;
    void submit(() => call(addAlertWords, { alert_words: [wanted] })).then((isDone) => isDone && setWord(''));
  };
  return (
    <form className="inline-form" onSubmit={onSubmit}>
      <input
        className="input"
        aria-label={ts('alertWords.new')}
        placeholder={ts('alertWords.new')}
        maxLength={LONGEST}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={isBusy || word.trim() === ''}>
        {ts('list.add')}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

/** Words that make a message count as one that mentions the user. */
export function AlertWordsPage() {
  const { store } = useClient();
  const words = useClientState((state) => state.alertWords);
  const remove = (word: string): void => {
    const without = words.filter((known) => known !== word);
    store.update((state) => changed(state, (draft) => draft.set('alertWords', without)));
    void act(() => call(removeAlertWords, { alert_words: [word] }), {
      undo: () => store.update((state) => changed(state, (draft) => draft.set('alertWords', words))),
    });
  };
  const sorted = [...words].sort(new Intl.Collator(languageInUse()).compare);
  return (
    <>
      <p>{ts('alertWords.about')}</p>
      <AddWord />
      <FilteredList
        items={sorted}
        textOf={(word) => word}
        keyOf={(word) => word}
        label={ts('page.alertWords')}
        empty={ts('alertWords.empty')}
      >
        {(word) => (
          <>
            <bdi className="item-text">{word}</bdi>
            <IconButton label={ts('alertWords.remove', { word })} onClick={() => remove(word)}>
              <Trash2 size="1rem" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </FilteredList>
    </>
  );
}
