import { useRenderFacts } from '../client/render-facts';
import { MessageContent } from '../render/message-content';
import { t } from '../strings/strings';
import { Problem } from '../ui/problem';
import { useRendered } from './use-rendered';

const NO_MARKS = { isMentioned: false, isWildcardMentioned: false, alertWords: [] };

/** How the text will look, as the service renders it. */
export default function Preview({ text }: { text: string }) {
  const facts = useRenderFacts();
  const shown = useRendered(text);
  return (
    <div className="compose-preview" role="region" aria-label={t('compose.preview')} tabIndex={0}>
      <Problem text={shown.failure} />
      {shown.html !== undefined && <MessageContent html={shown.html} facts={facts} message={NO_MARKS} />}
      {shown.html === undefined && shown.failure === undefined && <p className="compose-left">{t('app.loading')}</p>}
    </div>
  );
}
