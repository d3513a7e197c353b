import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { anAnswer, aChannel, aGroup, aSubscription, aUser, ME } from '../test-support/answer';
import { type PolledEvent, applyEvents } from './apply';
import { snapshotState } from './snapshot';
import type { State } from './state';

/** What events of a reference server hold (tests/exchanges/README.md). */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Scenario {
  steps: { register?: string; events?: string; expect?: Json }[];
}

const FOLDER = path.resolve(import.meta.dirname, '../../../../tests/exchanges/scenarios');
const PEOPLE = ['alice', 'bob', 'carol', 'guest', 'admin', 'owner'];
const NOW = 1_700_000_000;

/** The values that stand for what a run chooses; the same name has the same id everywhere. */
class Values {
  private readonly ids = new Map<string, number>([['alice', ME]]);

  id(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const next = 100 + this.ids.size;
    this.ids.set(name, next);
    return next;
  }

  /** Places of ids first: those that are part of a text. */
  private text(text: string): string {
    return text
      .replaceAll(/\$\{id:([^}]+)\}/g, (_all, name: string) => String(this.id(name)))
      .replaceAll(/\$\{([^}]+)\}/g, (_all, name: string) => name);
  }

  of(value: Json): Json {
    if (Array.isArray(value)) return value.map((one) => this.of(one));
    if (typeof value === 'string') return this.ofText(value);
    if (value === null || typeof value !== 'object') return value;
    if (value.$set !== undefined) return this.of(value.$set);
    if (value.$json !== undefined) return JSON.stringify(this.of(value.$json));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.text(key), this.of(one)]));
  }

  private ofText(text: string): Json {
    if (text.startsWith('$id:')) return this.id(text.slice('$id:'.length));
    if (text === '$time' || text === '$time_float') return NOW;
    if (text === '$time_ms') return NOW * 1000;
    if (text === '$int' || text === '$number') return 7;
    if (text === '$boolean') return true;
    if (text === '$array') return [];
    if (text === '$object') return {};
    return this.text(text);
  }
}

function stateBefore(values: Values): State {
  const people = PEOPLE.map((name) => aUser(values.id(name)));
  const channels = ['c1', 'c2'].map((name) => aSubscription(values.id(name)));
  const groups = ['g', 'g1', 'g2', 'role:everyone', 'role:members'].map((name) => aGroup(values.id(name)));
  return snapshotState(
    anAnswer({
      realm_users: people,
      subscriptions: channels,
      never_subscribed: [aChannel(values.id('c3'))],
      realm_user_groups: groups,
    }),
  );
}

function eventsOf({ steps }: Scenario, values: Values): PolledEvent[] {
  const recorded = steps.flatMap(({ events, expect }) => (events && Array.isArray(expect) ? expect : []));
  return recorded.map((event, id) => ({ ...(values.of(event) as unknown as PolledEvent), id }));
}

const scenarios = readdirSync(FOLDER)
  .map((file): [string, Scenario] => [file, JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))])
  .map(([file, scenario]) => {
    const values = new Values();
    return { file, events: eventsOf(scenario, values), before: stateBefore(values) };
  })
  .filter(({ events }) => events.length > 0);

describe('events that were recorded', () => {
  it('are many, of many types, and change the state in almost every scenario', () => {
    const events = scenarios.flatMap((scenario) => scenario.events);
    expect(events.length).toBeGreaterThan(600);
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThanOrEqual(25);
    // Edits of messages that nobody has change nothing.
    const unchanged = scenarios.filter(
      ({ events: some, before }) => applyEvents(before, some, { now: NOW }) === before,
    );
    expect(unchanged.map(({ file }) => file)).toEqual(['edit-content.json']);
  });

  it.each(scenarios)('fold to one state, however they are batched: $file', ({ events, before }) => {
    const untouched = structuredClone(before);
    const atOnce = applyEvents(before, events, { now: NOW });
    const oneByOne = events.reduce((state, event) => applyEvents(state, [event], { now: NOW }), before);
    expect(oneByOne).toEqual(atOnce);
    expect(before).toEqual(untouched);
  });
});
