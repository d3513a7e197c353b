import { changeDeliveryLog } from '@stoa/contracts/messages';
import { useState } from 'react';
import { call } from '../../api/client';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Confirm } from '../../ui/confirm';
import { Problem } from '../../ui/problem';

/** A text as it was sent; nothing where there is none. */
export function Body({ name, text }: { name: string; text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <>
      <h4>{name}</h4>
      <pre className="call-body" tabIndex={0} aria-label={name}>
        {text}
      </pre>
    </>
  );
}

/** One a line. */
export function Headers({ name, headers }: { name: string; headers: Readonly<Record<string, string>> | null }) {
  const lines = Object.entries(headers ?? {}).map(([header, value]) => `${header}: ${value}`);
  return <Body name={name} text={lines.join('\n')} />;
}

/** Whether headers and bodies of a bot are recorded. */
export function RecordsBodies({ botId, isOn, onChange }: { botId: number; isOn: boolean; onChange: () => void }) {
  const { isBusy, problem, submit } = useSubmit();
  const [isAsked, setIsAsked] = useState(false);
  const change = (records_bodies: boolean): void =>
    void submit(() => call(changeDeliveryLog, { bot_id: botId, records_bodies })).then((isDone) => {
      if (isDone) setIsAsked(false);
      onChange();
    });
  return (
    <>
      <label className="check-row">
        <input
          type="checkbox"
          className="check"
          checked={isOn}
          disabled={isBusy}
          onChange={(event) => (event.target.checked ? change(true) : setIsAsked(true))}
        />
        {ts('bots.recordsBodies')}
      </label>
      <p className="setting-hint">{ts('bots.recordsBodiesHint')}</p>
      {isAsked ? (
        <Confirm
          title={ts('bots.forgetBodiesTitle')}
          action={ts('bots.forgetBodies')}
          isDanger
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => change(false)}
          onClose={() => setIsAsked(false)}
        >
          <p>{ts('bots.forgetBodiesText')}</p>
        </Confirm>
      ) : (
        <Problem text={problem} />
      )}
    </>
  );
}
