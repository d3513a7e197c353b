import type { NewPlayground } from '@stoa/contracts/organization';
import { badRequest } from '@stoa/errors';
import { BLANK, FieldErrors, NON_FIELD, fieldErrors } from '../linkifiers/field-errors';
import { templateVariables } from '../linkifiers/url-template';

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]*$/;
/** The unique index over names takes no longer keys. */
const MOST_NAME_BYTES = 2000;

/**
 * Checks a playground (organization.md 6).
 * @throws DomainError; with `errors` by field for what is missing and for the template
 */
export function checkPlayground({ name, pygments_language: language, url_template: template }: NewPlayground): void {
  if (!LANGUAGE.test(language)) throw badRequest('Invalid characters in pygments language');
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) {
    throw badRequest(`name is too long (limit: ${MOST_NAME_BYTES} characters)`);
  }
  const errors: FieldErrors = new Map();
  if (name === '') errors.set('name', [BLANK]);
  if (language === '') errors.set('pygments_language', [BLANK]);
  const variables = templateVariables(template);
  if (template === '') errors.set('url_template', [BLANK]);
  else if (variables === null) errors.set('url_template', ['Invalid URL template.']);
  if (errors.size === 0 && variables) {
    if (!variables.has('code')) errors.set(NON_FIELD, ['Missing the required variable "code" in the URL template']);
    else if (variables.size > 1) {
      errors.set(NON_FIELD, ['"code" should be the only variable present in the URL template']);
    }
  }
  if (errors.size > 0) throw fieldErrors(errors);
}
