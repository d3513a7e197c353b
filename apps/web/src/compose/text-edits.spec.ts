import { replaceTyped } from './text-edits';

/** As much of a box as typing needs. */
class FakeArea {
  isConnected = true;
  selectionStart = 0;
  selectionEnd = 0;
  constructor(public value: string) {
    this.setSelectionRange(value.length, value.length);
  }
  setSelectionRange(start: number, end: number): void {
    [this.selectionStart, this.selectionEnd] = [start, end];
  }
  focus(): void {
    page.activeElement = this;
  }
}

const page = {
  activeElement: undefined as FakeArea | undefined,
  execCommand: (_command: string, _showsUi: boolean, text: string): boolean => {
    const area = page.activeElement;
    if (!area) return false;
    const { value, selectionStart, selectionEnd } = area;
    area.value = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
    return true;
  },
};

const replace = (area: FakeArea): void => replaceTyped(area as unknown as HTMLTextAreaElement, 'plain', '**plain**');

describe('what becomes of a text that was pasted', () => {
  beforeEach(() => vi.stubGlobal('document', page));
  afterEach(() => vi.unstubAllGlobals());

  it('is typed over it', () => {
    const area = new FakeArea('so plain');
    area.focus();
    replace(area);
    expect(area.value).toBe('so **plain**');
  });

  it('is not typed where somebody has gone on to another box', () => {
    const area = new FakeArea('so plain');
    const other = new FakeArea('to somebody else');
    other.focus();
    replace(area);
    expect(page.activeElement).toBe(other);
    expect([area.value, other.value]).toEqual(['so plain', 'to somebody else']);
  });

  it('is not typed where the box has gone', () => {
    const area = new FakeArea('so plain');
    area.focus();
    area.isConnected = false;
    replace(area);
    expect(area.value).toBe('so plain');
  });
});
