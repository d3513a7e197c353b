import { renderMessage } from '@stoa/contracts/messages';
import { useEffect, useState } from 'react';
import { call } from '../api/client';
import { RequestRefused } from '../api/failures';
import { useRenderFacts } from '../client/render-facts';
import { MessageContent } from '../render/message-content';
import { t } from '../strings/strings';

const PAUSE_MS = 250;
const NO_MARKS = { isMentioned: false, isWildcardMentioned: false, alertWords: [] };

/** How the text will look, as the service renders it. */
export default function Preview({ text }: { text: string }) {
  const facts = useRenderFacts();
  const [shown, setShown] = useState<{ html?: string; failure?: string }>({});
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call(renderMessage, { content: text }, { signal: leaving.signal }).then(
        ({ rendered }) => setShown({ html: rendered }),
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          setShown({ failure: error instanceof RequestRefused ? error.message : t('failure.connection') });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  return (
    <div className="compose-preview" role="region" aria-label={t('compose.preview')} tabIndex={0}>
      {shown.failure !== undefined && (
        <p role="alert" className="field-error">
          {shown.failure}
        </p>
      )}
      {shown.html !== undefined && <MessageContent html={shown.html} facts={facts} message={NO_MARKS} />}
      {shown.html === undefined && shown.failure === undefined && <p className="compose-left">{t('app.loading')}</p>}
    </div>
  );
}
