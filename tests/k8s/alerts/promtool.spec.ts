import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promtoolFiles } from './promtool';

const folder = path.resolve(__dirname, '..', '..', '..', 'monitoring', 'alert-tests');

/** `STOA_UPDATE_DOCS=1 npm test -- tests/k8s/alerts` writes the files anew. */
it('the cases of alerts are those that operators can give promtool', () => {
  const files = promtoolFiles();
  if (process.env.STOA_UPDATE_DOCS) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
  }
  expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
  for (const [name, text] of files) expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text);
});
