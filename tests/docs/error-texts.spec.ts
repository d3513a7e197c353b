import path from 'node:path';
import { LANGUAGE_NAMES } from '@stoa/contracts/users';
import { TEXT_LANGUAGES } from '@stoa/texts';
import { productProgram } from '../../libs/database/src/test-support/statements/product-program';
import german from '../../libs/texts/src/catalogues/errors.de.json';
import { errorTexts } from '../support/error-texts/error-texts';

const ROOT = path.resolve(__dirname, '..', '..');

/** Where a text is passed on that is written, or answered by somebody else, elsewhere. */
const PASSED_ON = [
  'apps/gateway/src/access/answer-language.ts',
  'apps/gateway/src/files/resumable-routes.ts',
  'apps/gateway/src/http/error-page.ts',
  'apps/gateway/src/pages/organizations/finder-routes.ts',
  'apps/messages/src/later/delivery/due-items.service.ts',
  'apps/messages/src/later/webhooks/incoming/trial-deliveries.service.ts',
  'apps/push/src/devices/relay-errors.ts',
  'libs/errors/src/domain-error.ts',
  'libs/http-params/src/answers.ts',
];

describe('languages that may be chosen', () => {
  it('are those that there are texts in', () => {
    expect(Object.keys(LANGUAGE_NAMES).sort()).toEqual([...TEXT_LANGUAGES].sort());
  });
});

describe('the texts of errors', () => {
  const { texts, unknown } = errorTexts(productProgram(ROOT), ROOT);

  it('are all in the German catalogue, which has no others', () => {
    const missing = [...texts].filter(([text]) => !Object.hasOwn(german, text));
    expect(missing.map(([text, place]) => `${text} (${place})`)).toEqual([]);
    expect(Object.keys(german).filter((text) => !texts.has(text))).toEqual([]);
  });

  it('can be read from the source, but for those that are passed on', () => {
    expect(unknown).toEqual(PASSED_ON);
  });
});
