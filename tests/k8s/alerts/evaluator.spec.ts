import { rules } from '../../support/monitoring';
import { Expression } from './expression';
import { MINUTE, SCRAPE_SECONDS, Series, counter, gauge, histogram } from './samples';

function ask(text: string, ...series: Series[]) {
  return new Expression(text, { series, recorded: () => undefined }).at(0);
}

/** A counter with the given samples, the last of them now. */
function samples(...values: (number | undefined)[]): Series {
  return { name: 'c', labels: {}, at: (seconds) => values[values.length - 1 + seconds / SCRAPE_SECONDS] };
}

describe('rates as Prometheus tells them', () => {
  it('stretch the growth to the ends of the window', () => {
    // Ten samples in (-5m, 0]: 270 s are sampled, and the window reaches one distance before them.
    expect(ask('rate(c[5m])', counter('c', {}, [-10 * MINUTE, 2]))).toEqual([{ labels: {}, value: 2 }]);
    expect(ask('increase(c[5m])', counter('c', {}, [-10 * MINUTE, 2]))).toEqual([{ labels: {}, value: 600 }]);
  });

  it('do not stretch it to before the counter was zero, nor far beyond its last sample', () => {
    expect(ask('increase(c[5m])', samples(0, 10, 20))).toEqual([{ labels: {}, value: 20 }]);
    // 0 to 20 in 60 s, then two minutes without a sample: half a distance is added.
    expect(ask('increase(c[5m])', samples(0, 10, 20, undefined, undefined, undefined, undefined))).toEqual([
      { labels: {}, value: 25 },
    ]);
  });

  it('see resets, and nothing in a counter that is born with its value', () => {
    expect(ask('increase(c[1m])', samples(100, 110, 0, 10))).toEqual([{ labels: {}, value: 10 }]);
    expect(ask('increase(c[2m])', samples(100, 110, 5, 10))).toEqual([{ labels: {}, value: expect.closeTo(80 / 3) }]);
    expect(ask('increase(c[5m])', samples(7, 7, 7))).toEqual([{ labels: {}, value: 0 }]);
    expect(ask('increase(c[5m])', samples(7))).toEqual([]);
  });
});

describe('other functions', () => {
  const requests = histogram('h', { path: '/a' }, { from: -MINUTE * 10, upTo: { 0.1: 50, 1: 90, '+Inf': 100 } });

  it('interpolate quantiles within buckets', () => {
    const quantile = (q: number) => ask(`histogram_quantile(${q}, sum by (le) (rate(h_bucket[5m])))`, ...requests);
    expect(quantile(0.25)).toEqual([{ labels: {}, value: expect.closeTo(0.05) }]);
    expect(quantile(0.7)).toEqual([{ labels: {}, value: expect.closeTo(0.55) }]);
    expect(quantile(0.99)).toEqual([{ labels: {}, value: 1 }]);
  });

  it('label what is absent, and see at once that a series has ended', () => {
    const gone = gauge('g', { a: 'x' }, [-20 * MINUTE, 1], [0, undefined]);
    const here = gauge('g', { a: 'x' }, [-20 * MINUTE, 1]);
    expect(ask('absent(g{a="x", b=~"y"})', gone)).toEqual([{ labels: { a: 'x' }, value: 1 }]);
    expect(ask('absent(g{a="x"})', here)).toEqual([]);
  });
});

describe('operators', () => {
  const one = gauge('a', { k: '1' }, [-600, 3]);
  const two = gauge('a', { k: '2' }, [-600, 5]);
  const other = gauge('b', { k: '2' }, [-600, 2]);

  it('match elements by their labels', () => {
    expect(ask('a / b', one, two, other)).toEqual([{ labels: { k: '2' }, value: 2.5 }]);
    expect(ask('a and b', one, two, other)).toEqual([{ labels: { k: '2' }, value: 5 }]);
    expect(ask('a unless b', one, two, other)).toEqual([{ labels: { k: '1' }, value: 3 }]);
    expect(ask('b or a', one, two, other)).toEqual([
      { labels: { k: '2' }, value: 2 },
      { labels: { k: '1' }, value: 3 },
    ]);
    expect(ask('max(a) - min(a)', one, two)).toEqual([{ labels: {}, value: 2 }]);
    expect(ask('count(a)', one, two)).toEqual([{ labels: {}, value: 2 }]);
    expect(ask('sum by (k) (a) > 4', one, two)).toEqual([{ labels: { k: '2' }, value: 5 }]);
    expect(ask('time() - a < 0 and a > 14.4 * 0.25', one, two)).toEqual([{ labels: { k: '2' }, value: -5 }]);
    expect(ask('1 - sum(a) / 4', one, two)).toEqual([{ labels: {}, value: -1 }]);
  });
});

describe('what is not known here', () => {
  it.each([
    'topk(3, a)',
    'sum without (k) (a)',
    'avg(a)',
    'a * on (k) b',
    'a * ignoring (k) b',
    'a > bool 1',
    'a == 1',
    'a offset 5m',
    'a @ 5',
    '-a',
    'rate(a[5m:1m])',
    'rate(a[1w])',
    'irate(a[5m])',
    'vector(0)',
    'absent(sum(a))',
    '1 > 2',
    '{__name__="a"}',
    'a[5m]',
    'sum(a',
  ])('%s is refused', (text) => {
    expect(() => ask(text, gauge('a', { k: '1' }, [-600, 1]), gauge('b', { k: '1' }, [-600, 1]))).toThrow(
      /not supported here|not PromQL/,
    );
  });

  it('is in none of our rules', () => {
    for (const { expr } of rules()) expect(typeof ask(expr)).toBe('object');
  });
});
