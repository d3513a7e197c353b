import * as ts from 'typescript';
import { errorTexts } from './error-texts';

const ROOT = '/product';
const FILE = `${ROOT}/libs/sample/src/sample.ts`;

const DECLARATIONS = `
  class DomainError { constructor(code: string, message: string) {} }
  function badRequest(message: string) { return new DomainError('BAD_REQUEST', message); }
`;

/** What errors of a source of its own can say. */
function textsOf(source: string) {
  const text = DECLARATIONS + source;
  const options: ts.CompilerOptions = { noLib: true, target: ts.ScriptTarget.ES2022, strict: true };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name, target) => (name === FILE ? ts.createSourceFile(name, text, target, true) : undefined),
    fileExists: (name) => name === FILE,
    readFile: (name) => (name === FILE ? text : undefined),
  };
  const { texts, unknown } = errorTexts(ts.createProgram([FILE], options, host), ROOT);
  return { texts: [...texts.keys()].sort(), isKnown: unknown.length === 0 };
}

describe('texts of errors are read from', () => {
  it.each([
    ['literals', `badRequest('Not this');`, ['Not this']],
    ['constants', `const TEXT = 'Not this'; badRequest(TEXT);`, ['Not this']],
    [
      'templates, without their values',
      'function f(a: string, b: number) { badRequest(`No ${a} at ${b}`); }',
      ['No {1} at {2}'],
    ],
    ['sums', `function f(a: string) { badRequest('No ' + a + ' here'); }`, ['No {1} here']],
    ['values side by side', 'function f(a: string, b: string) { badRequest(`No ${a}${b}`); }', ['No {1}']],
    ['choices', `function f(a: boolean) { badRequest(a ? 'Not this' : 'Not that'); }`, ['Not that', 'Not this']],
    ['words within', "function f(a: boolean) { badRequest(`Not ${a ? 'this' : 'that'}`); }", ['Not that', 'Not this']],
    [
      'phrases of parameters',
      "function f(what: string) { badRequest(`It is not ${what}`); } f('a list'); f('a text');",
      ['It is not a list', 'It is not a text'],
    ],
    [
      'phrases of types',
      "function f(what: 'a list' | 'a text') { badRequest(`It is not ${what}`); }",
      ['It is not a list', 'It is not a text'],
    ],
    [
      'names of parameters, which are values',
      "function f(name: string) { badRequest(`No ${name}`); } f('topic'); f('user_id');",
      ['No {1}'],
    ],
    [
      'functions',
      `function f(a: boolean) { if (a) return 'Not this'; return null; } const text = f(true); if (text) badRequest(text);`,
      ['Not this'],
    ],
    [
      'tables',
      `const TEXTS = { a: 'Not this', b: 'Not that' }; function f(k: 'a' | 'b') { badRequest(TEXTS[k]); }`,
      ['Not that', 'Not this'],
    ],
    [
      'results',
      `interface Refusal { msg: string } function f(): Refusal { return { msg: 'Not this' }; } badRequest(f().msg);`,
      ['Not this'],
    ],
    [
      'results taken apart',
      `interface Refusal { msg: string } const g: Refusal = { msg: 'Not this' }; function f({ msg }: Refusal) { badRequest(msg); }`,
      ['Not this'],
    ],
    [
      'short forms',
      `interface Refusal { msg: string } function g(msg: string): Refusal { return { msg }; } badRequest(g('Not this').msg);`,
      ['Not this'],
    ],
    ['a call through others', `function f(text: string) { badRequest(text); } f('Not this');`, ['Not this']],
  ])('%s', (_what, source, texts) => expect(textsOf(source)).toEqual({ texts, isKnown: true }));

  it.each([
    [
      'the properties of another type',
      `interface A { msg: string } interface B { msg: string } const b: B = { msg: 'Of another' }; function f(a: A) { badRequest(a.msg); }`,
    ],
    ['what comes from outside', `declare function read(): string; badRequest(read());`],
  ])('but not %s', (_what, source) => expect(textsOf(source)).toEqual({ texts: [], isKnown: false }));
});
