import { spawnSync } from 'node:child_process';
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

/** The problems that the check finds in a text, with a page of three sections and an invariant. */
function problemsIn(text: string): string[] {
  const script = `
    import { citationProblems, sectionsOf } from './tools/citations.mjs';
    const pages = new Map([['messages.md', sectionsOf(${JSON.stringify(PAGE)})]]);
    console.log(JSON.stringify(citationProblems(${JSON.stringify(text)}, pages).map(({ problem }) => problem)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('the check of citations', () => {
  it('knows sections, lists of them, ranges, invariants and words of a section', () => {
    const cited = ['messages.md 3', 'messages.md 3, 3.1 and 4', 'messages.md 3 to 4; I9', 'messages.md I7'];
    expect(problemsIn(`${cited.join(') (')} (messages.md 3.1, "What it says") (messages.md)`)).toEqual([]);
  });

  it('names sections that do not exist, on the next line of a comment too', () => {
    const text = ' * (messages.md 3, 9), (messages.md\n * 3.2), (messages.md 5), (messages.md 4 to I8)';
    expect(problemsIn(text)).toEqual([
      'messages.md has no section 9',
      'messages.md has no section 3.2',
      'messages.md has no section 5',
      'messages.md has no section I8',
    ]);
  });

  it('names words that the section does not have', () => {
    expect(problemsIn('(messages.md 4, "What it says")')).toEqual(['messages.md 4 does not say "What it says"']);
  });

  it('refuses other forms', () => {
    expect(problemsIn('(design section 4) (design I4)')).toEqual([
      expect.stringMatching(/"design section 4" is no citation/),
      expect.stringMatching(/"design I4" is no citation/),
    ]);
  });

  it('finds nothing in the project', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(root, 'tools', 'citations.mjs')], {
      encoding: 'utf8',
    });
    expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
  });
});
