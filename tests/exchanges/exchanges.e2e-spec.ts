import { sharedCluster } from '@stoa/testing';
import { Found, play } from './replay/play';
import { Scenario, asText, readJson, scenarioNames } from './replay/scenario';
import { Stage } from './replay/stage';

/** Differences that are still to be mended, by their cause: scenario to places. */
interface KnownCause {
  cause: string;
  places: Record<string, string[]>;
}

/** A difference is known by its step and its place in the answer. */
const placeOf = ({ step, context, path }: Found) => `#${step} ${context} ${path}`;

function shown(difference: Found): string {
  const short = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text);
  const { expected, got } = difference;
  return `${placeOf(difference)}\n    expected ${short(asText(expected))}\n    got      ${short(asText(got))}`;
}

describe('the recorded exchanges', () => {
  const causes = readJson<KnownCause[]>('known-differences.json');
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open(await sharedCluster());
  });

  it.each(scenarioNames())('%s', async (name) => {
    const found = await play(stage, readJson<Scenario>('scenarios', `${name}.json`));
    const known = causes.flatMap(({ places }) => places[name] ?? []);
    const unexpected: string[] = [];
    for (const difference of found) {
      if (stage.rules.isJudged(name, difference)) continue;
      const index = known.indexOf(placeOf(difference));
      if (index >= 0) known.splice(index, 1);
      else unexpected.push(shown(difference));
    }
    expect(unexpected.join('\n')).toBe('');
    // What is left was not found any more: remove it from known-differences.json.
    expect(known).toEqual([]);
  });
});
