import { renderMessage } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { useRenderFacts } from '../../client/render-facts';
import { MessageContent } from '../../render/message-content';
import { ts } from '../../strings/settings-strings';
import { Dialog } from '../../ui/dialog';
import { WhenFetched } from '../settings/parts';
import { ALL_EXAMPLES, EXAMPLES, renderedExamples } from './examples';
import './help-pages.css';

const NO_MARKS = { isMentioned: false, isWildcardMentioned: false, alertWords: [] };

const load = (signal: AbortSignal) => call(renderMessage, { content: ALL_EXAMPLES }, { signal });

/** How messages are formatted: what is typed beside what becomes of it, as the service renders it. */
export function FormattingHelp({ onClose }: { onClose: () => void }) {
  const facts = useRenderFacts();
  const [fetched, again] = useFetched(load);
  return (
    <Dialog title={ts('help.formatting')} description={ts('help.formattingHint')} size="large" onClose={onClose}>
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ rendered }) => {
          const results = renderedExamples(rendered);
          return (
            <table className="formatting-help">
              <thead>
                <tr>
                  <th scope="col">{ts('help.typed')}</th>
                  <th scope="col">{ts('help.result')}</th>
                </tr>
              </thead>
              <tbody>
                {EXAMPLES.map((text, index) => (
                  <tr key={text}>
                    <td>
                      <pre dir="ltr">{text}</pre>
                    </td>
                    <td>
                      <MessageContent html={results[index] ?? ''} facts={facts} message={NO_MARKS} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </WhenFetched>
    </Dialog>
  );
}
