import { DomainError } from '@stoa/errors';
import { LinkifierValues, checkLinkifier, linkifierValues } from './linkifier-rules';
import { templateVariables } from './url-template';

const PLAIN = { example_input: null, reverse_template: null, alternative_url_templates: [] };
const errorOf = (pattern: string, url_template: string, more: Partial<LinkifierValues> = {}): unknown => {
  try {
    checkLinkifier({ pattern, url_template, ...PLAIN, ...more });
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? { msg: error.message, ...error.data } : error;
  }
};

describe('linkifiers', () => {
  it.each([
    ['#(?P<id>[0-9]+)', 'https://example.com/{id}'],
    ['(?P<org>\\w+)/(?P<repo>\\w+)#(?P<id>\\d+)', 'https://example.com/{org}/{repo}{?id}'],
    ['plain', 'https://example.com/'],
    ['(?i)rfc(?P<number>\\d+)', 'https://example.com{/number:4}{#number*}'],
  ])('%s with %s is fine', (pattern, template) => {
    expect(errorOf(pattern, template)).toBeUndefined();
  });

  it.each([
    ['', 'x', 'pattern', 'This field cannot be blank.'],
    ['x', '', 'url_template', 'This field cannot be blank.'],
    ['(foo', 'x', '__all__', 'Bad regular expression: missing ): (foo'],
    ['(?=foo)', 'x', '__all__', 'Bad regular expression: invalid perl operator: (?='],
    ['a**', 'x', '__all__', 'Bad regular expression: bad repetition operator: **'],
    ['\\1', 'x', '__all__', 'Bad regular expression: invalid escape sequence: \\1'],
    ['x'.repeat(5000), 'x', '__all__', 'Bad regular expression: pattern too large - compile failed'],
    ['(?P<id>x)', 'https://e/{id', 'url_template', 'Invalid URL template.'],
    ['(?P<id>x)', 'https://e/{=id}', 'url_template', 'Invalid URL template.'],
    ['x', 'https://e/{b}{a}', '__all__', "Group 'a' in URL template is not present in linkifier pattern."],
    ['(?P<b>x)(?P<a>y)', 'https://e/', '__all__', "Group 'a' in linkifier pattern is not present in URL template."],
  ])('%s with %s is refused', (pattern, template, field, msg) => {
    expect(errorOf(pattern, template)).toEqual({ msg, errors: { [field]: [msg] } });
  });

  it('report every field, and the first message', () => {
    expect(errorOf('(', '{')).toEqual({
      msg: 'Invalid URL template.',
      errors: { url_template: ['Invalid URL template.'], __all__: ['Bad regular expression: missing ): ('] },
    });
    expect(errorOf('', 'https://e/{id}')).toEqual({
      msg: 'This field cannot be blank.',
      errors: {
        pattern: ['This field cannot be blank.'],
        __all__: ["Group 'id' in URL template is not present in linkifier pattern."],
      },
    });
  });
});

describe('levels 471 and 478: the way back from an address', () => {
  const PATTERN = '(?P<org>\\w+)/(?P<repo>\\w+)#(?P<id>\\d+)';
  const errorsOf = (more: Partial<LinkifierValues>) => errorOf(PATTERN, 'https://e/{org}/{repo}/{id}', more);

  it.each<Partial<LinkifierValues>>([
    { example_input: 'a/b#1' },
    { example_input: 'a/b#1', reverse_template: '{org}/{repo}#{id}' },
    { alternative_url_templates: ['https://old/{org}/{repo}/{id}', 'https://older/{id}', 'https://oldest/'] },
  ])('%j is fine', (more) => expect(errorsOf(more)).toBeUndefined());

  it('doubles braces that stand for themselves', () => {
    const braces = (reverse_template: string) =>
      errorOf('\\{(?P<id>\\d+)\\}', 'https://e/{id}', { example_input: '{12}', reverse_template });
    expect(braces('{{{id}}}')).toBeUndefined();
    expect(braces('{id}')).toMatchObject({ msg: 'The reverse template does not give the example input.' });
  });

  it.each<[Partial<LinkifierValues>, keyof LinkifierValues, string]>([
    [{ example_input: 'see a/b#1' }, 'example_input', 'Example input does not match the linkifier pattern.'],
    [{ reverse_template: '{org}' }, 'reverse_template', 'A reverse template needs an example input.'],
    [{ example_input: 'a/b#1', reverse_template: '{org' }, 'reverse_template', 'Invalid reverse template.'],
    [{ example_input: 'a/b#1', reverse_template: 'x}' }, 'reverse_template', 'Invalid reverse template.'],
    [{ example_input: 'a/b#1', reverse_template: '{}' }, 'reverse_template', 'Invalid reverse template.'],
    [
      { example_input: 'a/b#1', reverse_template: '{org}/{name}#{id}' },
      'reverse_template',
      "Group 'name' in reverse template is not present in linkifier pattern.",
    ],
    [
      { example_input: 'a/b#1', reverse_template: '{repo}/{org}#{id}' },
      'reverse_template',
      'The reverse template does not give the example input.',
    ],
    [{ alternative_url_templates: ['https://e/{id'] }, 'alternative_url_templates', 'Invalid URL template.'],
    [{ alternative_url_templates: ['https://e/', ''] }, 'alternative_url_templates', 'Invalid URL template.'],
    [
      { alternative_url_templates: ['https://e/{name}'] },
      'alternative_url_templates',
      "Group 'name' in URL template is not present in linkifier pattern.",
    ],
  ])('%j is refused', (more, field, msg) => expect(errorsOf(more)).toEqual({ msg, errors: { [field]: [msg] } }));

  it('is kept by a change that does not name it, and removed by an empty text', () => {
    const known = { id: 1, pattern: 'x', url_template: 'https://e/', ...PLAIN, example_input: 'x' };
    const sent = { pattern: 'y', url_template: 'https://e/' };
    expect(linkifierValues(sent, known)).toEqual({ ...sent, ...PLAIN, example_input: 'x' });
    expect(linkifierValues({ ...sent, example_input: '' }, known)).toEqual({ ...sent, ...PLAIN });
    expect(linkifierValues(sent)).toEqual({ ...sent, ...PLAIN });
    const alternative_url_templates = ['https://f/'];
    expect(linkifierValues({ ...sent, alternative_url_templates }, known)).toMatchObject({ alternative_url_templates });
  });
});

describe('variables of a template', () => {
  it.each<[string, string[] | null]>([
    ['', []],
    ['https://e/{a}{+b}{#c}{.d}{/e}{;f}{?g}{&h}', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['{?a,b*,c:3}', ['a', 'b', 'c']],
    ['{a.b}', ['a.b']],
    ['}', null],
    ['{}', null],
    ['{a b}', null],
    ['{a,}', null],
    ['{a:0}', null],
    ['{!a}', null],
  ])('%s', (template, names) => {
    const found = templateVariables(template);
    expect(found && [...found]).toEqual(names);
  });
});
