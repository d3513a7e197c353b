import { FocusPlace } from './focus-return';

/** As much of an element as the focus needs. */
class FakeElement {
  isConnected = true;
  parentElement: FakeElement | null = null;
  constructor(
    private readonly page: { activeElement: unknown },
    readonly takesFocus: boolean,
  ) {}
  closest(): FakeElement {
    return this;
  }
  focus(): void {
    if (this.takesFocus && this.isConnected) this.page.activeElement = this;
  }
}

interface Case {
  button: boolean;
  row: boolean;
  main: boolean;
}

describe('the focus after a dialog', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each<[string, Case, string]>([
    ['where it was', { button: true, row: true, main: true }, 'button'],
    ['around a button that is off or hidden', { button: false, row: true, main: true }, 'row'],
    ['at the view', { button: false, row: false, main: true }, 'main'],
    ['at the button of the pane that hides the view', { button: false, row: false, main: false }, 'toggle'],
  ])('is %s', (_where, takes, expected) => {
    const body = {};
    const page: { activeElement: unknown; body: unknown; querySelector: (selector: string) => unknown } = {
      activeElement: body,
      body,
      querySelector: (selector) => ({ main: elements.main, '.sidebar-toggle': elements.toggle })[selector] ?? null,
    };
    const elements = {
      button: new FakeElement(page, takes.button),
      row: new FakeElement(page, takes.row),
      main: new FakeElement(page, takes.main),
      toggle: new FakeElement(page, true),
    };
    elements.button.parentElement = elements.row;
    vi.stubGlobal('document', page);
    vi.stubGlobal('HTMLElement', FakeElement);
    page.activeElement = elements.button;
    const place = new FocusPlace();
    page.activeElement = body;
    place.giveBack();
    expect(Object.entries(elements).find(([, element]) => element === page.activeElement)?.[0]).toBe(expected);
  });
});
