import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');

const PAGE = `# Messages

## 3. POST /messages

### 3.1 Event

It says **What it says**.

## 4. Reads

\`\`\`
## 5. Not a heading
\`\`\`

### I7 A send writes few rows
`;

function check(folder: string): { status: number | null; lines: string[] } {
  const { stderr, status } = spawnSync(process.execPath, [path.join(root, 'tools', 'citations.mjs'), folder], {
    encoding: 'utf8',
  });
  return { status, lines: stderr.split('\n').filter((line) => line !== '') };
}

describe('the check of citations', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-citations-'));
    mkdirSync(path.join(folder, 'docs', 'reference'), { recursive: true });
    writeFileSync(path.join(folder, 'docs', 'reference', 'messages.md'), PAGE);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** What is wrong in a source file that says this. */
  function problemsIn(text: string): string[] {
    writeFileSync(path.join(folder, 'source.ts'), text);
    const { status, lines } = check(folder);
    expect(status).toBe(lines.length > 0 ? 1 : 0);
    return lines;
  }

  it('knows sections, lists of them, ranges, invariants and words of a section', () => {
    const cited = ['messages.md 3', 'messages.md 3, 3.1 and 4', 'messages.md 3 to 4; I9', 'messages.md I7'];
    expect(problemsIn(`${cited.join(') (')} (messages.md 3.1, "What it says") (messages.md)`)).toEqual([]);
  });

  it('names sections that do not exist, on the next line of a comment too', () => {
    const text = ' * (messages.md 3, 9), (messages.md\n * 3.2), (messages.md 5), (messages.md 4 to I8)';
    expect(problemsIn(text)).toEqual([
      'source.ts:1: messages.md has no section 9',
      'source.ts:1: messages.md has no section 3.2',
      'source.ts:2: messages.md has no section 5',
      'source.ts:2: messages.md has no section I8',
    ]);
  });

  it('names words that the section does not have', () => {
    expect(problemsIn('(messages.md 4, "What it says")')).toEqual([
      'source.ts:1: messages.md 4 does not say "What it says"',
    ]);
  });

  it('refuses other forms', () => {
    expect(problemsIn('(design section 4) (design I4)')).toEqual([
      expect.stringMatching(/"design section 4" is no citation/),
      expect.stringMatching(/"design I4" is no citation/),
    ]);
  });

  it('names documents that do not exist', () => {
    expect(problemsIn('see docs/reference/messages.md and docs/nowhere.md')).toEqual([
      'source.ts:1: docs/nowhere.md does not exist',
    ]);
  });

  it('finds nothing in the project', () => {
    expect(check(root)).toEqual({ status: 0, lines: [] });
  });
});
