import { VALUES } from '../../narrow/search-text';
import type { Narrow, Term } from '../../narrow/terms';
import { useClientState } from '../../client/client';
import { termMeaning } from '../../parts/term-text';
import { ts } from '../../strings/settings-strings';
import { Dialog } from '../../ui/dialog';
import './help-pages.css';

type Row = readonly [typed: string, meaning: string];

/** Conditions whose values are few. */
const LISTED: Narrow = (['is', 'has', 'channels'] as const).flatMap((operator) =>
  VALUES[operator].map((operand): Term => ({ operator, operand })),
);

/** Every condition that a search may have. */
export function SearchHelp({ onClose }: { onClose: () => void }) {
  const listed = useClientState(
    (state) => LISTED.map((term): Row => [`${term.operator}:${String(term.operand)}`, termMeaning(state, term)]),
    (a, b) => String(a) === String(b),
  );
  const rows: readonly Row[] = [
    ['channel:design', ts('help.search.channel')],
    ['topic:"next week"', ts('help.search.topic')],
    ['sender:me', ts('help.search.sender')],
    ['dm:Ann', ts('help.search.dm')],
    ['dm-including:Ann', ts('help.search.dmIncluding')],
    ...listed,
    ['near:12345', ts('help.search.near')],
    ['logo draft', ts('help.search.words')],
    ['"final draft"', ts('help.search.phrase')],
    ['-is:resolved', ts('help.search.not')],
  ];
  return (
    <Dialog title={ts('help.search')} description={ts('help.searchHint')} size="large" isOnlyRead onClose={onClose}>
      <table className="formatting-help">
        <thead>
          <tr>
            <th scope="col">{ts('help.typed')}</th>
            <th scope="col">{ts('help.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([typed, meaning]) => (
            <tr key={typed}>
              <td>
                <code dir="ltr">{typed}</code>
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
