import { DomainError } from '@stoa/errors';
import { checkLinkifier } from './linkifier-rules';
import { templateVariables } from './url-template';

const errorOf = (pattern: string, url_template: string): unknown => {
  try {
    checkLinkifier({ pattern, url_template });
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
