import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Declarations, contractBreaks } from './contract-breaks';
import { currentDeclarations } from './declarations';

/**
 * Two releases run side by side during a rollout (docs/operate/upgrade.md). What breaks one of them needs a new version
 * of its subject; the file changes only with a release, by `npm run contracts:release`.
 */
it('calls and events work together with those of the last release', () => {
  const file = path.resolve(__dirname, '../../release/contracts.json');
  const released: Declarations = JSON.parse(readFileSync(file, 'utf8'));
  expect(contractBreaks(released, currentDeclarations())).toEqual([]);
});
