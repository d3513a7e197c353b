import { Matcher } from './matching';
import { Rules } from './rules';
import { Scope } from './scope';
import { Difference, Json, isObject } from './scenario';

/** What kind of event it is. */
function labelOf(event: Json): string {
  if (!isObject(event)) return '';
  const { person, data } = event;
  const changed = isObject(person) ? person : isObject(data) ? data : {};
  const fields = event.op === 'update' ? Object.keys(changed).sort().join(',') : '';
  return [event.type, event.op, event.property, event.flag, event.emoji_name, fields].filter(Boolean).join(' ');
}

/** For all ends of two lists, how many items they have in common in the same order. */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const common = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      table[i]?.splice(j, 1, common);
    }
  }
  return at;
}

/** Two lists of events, aligned by the kind of each, so that one missing event is one difference. */
export function matchEvents(expected: Json[], got: Json[], scope: Scope, rules: Rules, context: string): Difference[] {
  const [a, b] = [expected.map(labelOf), got.map(labelOf)];
  const common = commonLengths(a, b);
  const differences: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const at = `/${i}`;
    const [wanted = null, given = null] = [expected[i], got[j]];
    if (i < a.length && j < b.length && a[i] === b[j]) {
      differences.push(...new Matcher(scope, rules, `${context} ${a[i]}`).match(wanted, given, at));
      [i, j] = [i + 1, j + 1];
    } else if (j >= b.length || (i < a.length && common(i + 1, j) >= common(i, j + 1))) {
      differences.push({ path: at, expected: wanted, got: '(no such event here)' });
      i++;
    } else {
      differences.push({ path: at, expected: '(no event)', got: given });
      j++;
    }
  }
  return differences;
}
