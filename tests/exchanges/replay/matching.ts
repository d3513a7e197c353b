import { normalHtml } from './html';
import { VALUE_KINDS } from './kinds';
import { Rules } from './rules';
import { Scope } from './scope';
import { Difference, Json, JsonObject, isObject } from './scenario';

const FORMS: Record<string, string> = {
  any: '[\\s\\S]*?',
  hash: '[0-9a-zA-Z_-]+',
  number: '\\d+',
  date: '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|\\+00:00)?',
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Compares answers of one step with what is expected; what it learns about ids goes into the scope. */
export class Matcher {
  constructor(
    private readonly scope: Scope,
    private readonly rules: Rules,
    /** Who asked for what, for the rules. */
    private readonly context: string,
  ) {}

  match(expected: Json, got: Json, at = ''): Difference[] {
    if (typeof expected === 'string') return this.matchText(expected, got, at);
    if (Array.isArray(expected)) return this.matchList(expected, got, at);
    if (!isObject(expected)) return expected === got ? [] : [differ(expected, got, at)];
    if (Array.isArray(expected.$set)) return this.matchSet(expected.$set, got, at);
    if (expected.$json !== undefined) return this.matchJson(expected.$json, got, at);
    return isObject(got) ? this.matchObject(expected, got, at) : [differ(expected, got, at)];
  }

  private matchText(expected: string, got: Json, at: string): Difference[] {
    if (expected.startsWith('$id:')) return this.matchId(expected, got, at);
    const kind = VALUE_KINDS.get(expected);
    if (kind) return kind(got) ? [] : [differ(expected, got, at)];
    if (typeof got !== 'string') return [differ(expected, got, at)];
    const areHtml = [expected, got].every((text) => /^\s*</.test(text));
    const [wanted, given] = areHtml ? [normalHtml(expected), normalHtml(got)] : [expected, got];
    return this.matchPattern(wanted, given) ? [] : [differ(wanted.replaceAll('${run}', this.scope.run), given, at)];
  }

  private matchId(expected: string, got: Json, at: string): Difference[] {
    const name = expected.slice('$id:'.length);
    if (typeof got !== 'number' || !Number.isInteger(got)) return [differ(expected, got, at)];
    const known = this.scope.idOf(name);
    if (known === undefined) this.scope.bind(name, got);
    return known === undefined || known === got ? [] : [differ(`${expected} (${known})`, got, at)];
  }

  /** Placeholders whose value is known stand for it, the others for any text, which is remembered. */
  private matchPattern(text: string, got: string): boolean {
    if (!text.includes('${')) return text === got;
    const names: string[] = [];
    const source = text.replace(/\$\{([^}]+)\}|[^$]+|\$/g, (part, name: string | undefined) => {
      if (name === undefined) return escaped(part);
      const known = FORMS[name] ? undefined : this.scope.lookup(name);
      if (known !== undefined) return escaped(String(known));
      if (FORMS[name]) return FORMS[name];
      names.push(name);
      return name.startsWith('id:') ? '(\\d+)' : '([\\s\\S]*?)';
    });
    const found = new RegExp(`^${source}$`).exec(got);
    if (!found) return false;
    for (const [index, name] of names.entries()) {
      const value = found[index + 1] ?? '';
      if (name.startsWith('id:')) this.scope.bind(name.slice(3), Number(value));
      else this.scope.values.set(name, value);
    }
    return true;
  }

  private matchList(expected: Json[], got: Json, at: string): Difference[] {
    if (!Array.isArray(got)) return [differ(expected, got, at)];
    const length = expected.length === got.length ? [] : [differ(expected, got, `${at}/length`)];
    const common = Math.min(expected.length, got.length);
    const items = expected
      .slice(0, common)
      .flatMap((item, index) => this.match(item, got[index] ?? null, `${at}/${index}`));
    return [...length, ...items];
  }

  private matchJson(expected: Json, got: Json, at: string): Difference[] {
    let content: Json;
    try {
      content = JSON.parse(String(got));
    } catch {
      return [differ(expected, got, at)];
    }
    return this.match(expected, content, `${at}(json)`);
  }

  private matchObject(expected: JsonObject, got: JsonObject, at: string): Difference[] {
    const left = new Set(Object.keys(got));
    const differences: Difference[] = [];
    for (const [written, value] of Object.entries(expected)) {
      const key = written.includes('${')
        ? ([...left].find((one) => this.matchPattern(written, one)) ?? written)
        : written;
      const here = `${at}/${key}`;
      if (left.delete(key)) differences.push(...this.match(value, got[key] ?? null, here));
      else if (!this.rules.isLater(key, `${this.context} ${here}`)) differences.push(differ(value, '(missing)', here));
    }
    for (const key of left) {
      const place = `${this.context} ${at}/${key}`;
      if (this.rules.isExtra(key, place) || this.rules.isLater(key, place)) continue;
      differences.push(differ('(absent)', got[key] ?? null, `${at}/${key}`));
    }
    return differences;
  }

  private matchSet(expected: Json[], got: Json, at: string): Difference[] {
    if (!Array.isArray(got)) return [differ(expected, got, at)];
    const left = [...got];
    const open = expected.filter((item) => {
      const index = left.findIndex((candidate) => this.isSurelyEqual(item, candidate));
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    const differences = open.flatMap((item) => this.matchClosest(item, left, `${at}/*`));
    return [...differences, ...left.map((item) => differ('(absent)', item, `${at}/*`))];
  }

  /** An id that was not seen before is equal to anything, so items that are known are looked for first. */
  private isSurelyEqual(expected: Json, got: Json): boolean {
    if (typeof expected === 'string' && expected.startsWith('$id:') && this.scope.idOf(expected.slice(4)) === undefined)
      return false;
    const before = this.scope.snapshot();
    const isEqual = this.match(expected, got).length === 0;
    if (!isEqual) this.scope.restore(before);
    return isEqual;
  }

  /** Takes the candidate with the fewest differences for the one that was meant. */
  private matchClosest(expected: Json, left: Json[], at: string): Difference[] {
    const before = this.scope.snapshot();
    const counts = left.map((candidate) => {
      const count = this.match(expected, candidate, at).length;
      this.scope.restore(before);
      return count;
    });
    const [closest] = left.splice(counts.indexOf(Math.min(...counts)), 1);
    return closest === undefined ? [differ(expected, '(missing)', at)] : this.match(expected, closest, at);
  }
}

const differ = (expected: Json, got: Json, at: string): Difference => ({ path: at || '/', expected, got });
