import { Difference, asText, readJson } from './scenario';

interface KeyRule {
  key: string;
  where?: string;
  level?: number;
  reason: string;
}

interface Judgement {
  scenario?: string;
  /** Numbers of steps of the scenario; all unless given. */
  steps?: number[];
  where?: string;
  path?: string;
  expected?: string;
  got?: string;
  class: 'later' | 'decision' | 'setting';
  reason: string;
  level?: number;
}

const whole = (pattern = '.*') => new RegExp(`^(?:${pattern})$`);

function keyTest(rules: readonly KeyRule[]): (key: string, place: string) => boolean {
  const compiled = rules.map(({ key, where = '' }) => ({ key: whole(key), where: new RegExp(where) }));
  return (key, place) => compiled.some((rule) => rule.key.test(key) && rule.where.test(place));
}

/** Differences that are no failures: keys by design, keys and answers of later levels, and what was judged to be better. */
export class Rules {
  /** May be present or absent. */
  readonly isLater: (key: string, place: string) => boolean;
  /** May be present. */
  readonly isExtra: (key: string, place: string) => boolean;
  private readonly judged: Judgement[];

  /** @param level the feature level that the server advertises: what is later is not expected of it */
  constructor(level: number) {
    const isAhead = (rule: { level?: number }) => rule.level === undefined || rule.level > level;
    this.isLater = keyTest(readJson<KeyRule[]>('after-421.json').filter(isAhead));
    this.isExtra = keyTest(readJson<KeyRule[]>('allowed-extras.json'));
    this.judged = readJson<Judgement[]>('judged.json').filter(isAhead);
  }

  isJudged(scenario: string, difference: Difference & { step: number; context: string }): boolean {
    const { step, context, path, expected, got } = difference;
    return this.judged.some(
      (one) =>
        whole(one.scenario).test(scenario) &&
        (one.steps?.includes(step) ?? true) &&
        new RegExp(one.where ?? '').test(context) &&
        new RegExp(one.path ?? '').test(path) &&
        asText(expected).includes(one.expected ?? '') &&
        asText(got).includes(one.got ?? ''),
    );
  }
}
