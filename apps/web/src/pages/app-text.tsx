import { useState } from 'react';
import { te } from '../strings/entry-strings';
import { Button } from '../ui/button';
import { Notice } from './notice';

/** What somebody who signed in here carries to the desktop app (identity.md 1.7). */
export function AppText({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  const action = (
    <>
      <input className="input" readOnly value={text} aria-label={te('app.textLabel')} />
      <Button kind="primary" onClick={copy}>
        {te('app.copy')}
      </Button>
      <span role="status">{isCopied && te('app.copied')}</span>
    </>
  );
  return (
    <Notice title={te('app.textTitle')} action={action}>
      {te('app.text')}
    </Notice>
  );
}
