import {
  forgetOfAccount,
  isListOfNumbers,
  isListOfStrings,
  remembered,
  rememberedOfAccount,
  rememberedTogether,
} from './remembered';

describe('what several tabs remember', () => {
  let kept: Map<string, string>;
  let writes: number;
  let tab: EventTarget;

  beforeEach(() => {
    [kept, writes, tab] = [new Map(), 0, new EventTarget()];
    vi.stubGlobal('window', tab);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        writes += 1;
        kept.set(key, value);
      },
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  /** As browsers tell it to the tabs that have not written. */
  function otherTabWrites(key: string, value: string): void {
    kept.set(key, value);
    tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
  }

  it('is what all of them added, which each writes once', () => {
    const list = rememberedTogether('list', [], isListOfStrings);
    otherTabWrites('stoa.list', '["theirs"]');
    expect([list.get(), writes]).toEqual([['theirs'], 0]);
    list.update((all) => [...all, 'own']);
    expect([kept.get('stoa.list'), writes]).toEqual(['["theirs","own"]', 1]);
  });

  it('is not touched by what is no list, or another one', () => {
    const list = rememberedTogether('list', [], isListOfStrings);
    list.set(['own']);
    otherTabWrites('stoa.other', '["theirs"]');
    expect(list.get()).toEqual(['own']);
    otherTabWrites('stoa.list', '{"of":"another build"}');
    expect([list.get(), kept.get('stoa.list'), writes]).toEqual([[], '{"of":"another build"}', 1]);
    list.set(['again']);
    kept.clear();
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    expect(list.get()).toEqual([]);
  });

  it('ends with the sign-out where it is the account’s, also of parts that are not loaded', () => {
    const shown = remembered('shown', ['all'], isListOfStrings);
    shown.set(['some']);
    kept.set('stoa.visited', '["#narrow/dm/20"]');
    const written = rememberedOfAccount<readonly number[]>('writtenChannels', [], isListOfNumbers);
    written.set([5]);
    forgetOfAccount();
    expect([written.get(), [...kept.keys()]]).toEqual([[], ['stoa.shown']]);
  });

  it("leaves choices of the screen each tab's own", () => {
    const shown = remembered('shown', ['all'], isListOfStrings);
    otherTabWrites('stoa.shown', '["some"]');
    expect(shown.get()).toEqual(['all']);
  });
});
