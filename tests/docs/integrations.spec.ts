import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { INTEGRATIONS } from '@stoa/integrations';
import { indexPage, integrationPage } from '../support/integration-pages';

const folder = path.resolve(__dirname, '..', '..', 'docs', 'integrations');

/** `STOA_UPDATE_DOCS=1 npm test -- tests/docs/integrations` writes the pages anew: read what has changed before you commit it. */
function expectPage(name: string, text: string): void {
  const file = path.join(folder, `${name}.md`);
  if (process.env.STOA_UPDATE_DOCS) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  } else expect(squeezed(readFileSync(file, 'utf8'))).toBe(squeezed(text));
}

/** Without the line breaks and padding that the formatter adds. */
function squeezed(text: string): string {
  return text.replaceAll(/\|[ |:-]+\|\n/g, '').replaceAll(/\s+/g, ' ');
}

describe('docs/integrations', () => {
  it('lists the integrations', () => expectPage('README', indexPage()));

  it.each(INTEGRATIONS.map((integration) => [integration.name, integration] as const))(
    'shows what %s becomes',
    (name, integration) => expectPage(name, integrationPage(integration)),
  );
});
