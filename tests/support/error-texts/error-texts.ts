import path from 'node:path';
import * as ts from 'typescript';
import { CallSites } from './call-sites';
import { HOLE, TextShapes } from './text-shapes';

/** Where the texts of errors end up: which argument it is of what. */
const SINKS: readonly (readonly [name: string, argument: number])[] = [
  ['DomainError', 1],
  ['translate', 0],
  ['errorText', 1],
];

/** Not of what is empty, or a value that was shortened. */
const SAYS_SOMETHING = /\p{Letter}/u;

export interface ErrorTexts {
  /** English, with `{1}`, `{2}` … for values, and one of the places where the text is used. */
  texts: ReadonlyMap<string, string>;
  /** Places whose text is not known from the source. */
  unknown: readonly string[];
}

/** All texts that errors of a program can have. @param root of the files that count */
export function errorTexts(program: ts.Program, root: string): ErrorTexts {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => /^(apps|libs)\//.test(path.relative(root, fileName)));
  const sites = new CallSites(checker, files);
  const shapes = new TextShapes(checker, sites);
  const texts = new Map<string, string>();
  const unknown = new Set<string>();
  for (const [name, argument] of SINKS) {
    for (const call of sites.named(name)) {
      const text = call.arguments?.[argument];
      if (!text) continue;
      const place = placeOf(root, text);
      for (const shape of shapes.of(text)) {
        if (shape === HOLE) unknown.add(place);
        else if (SAYS_SOMETHING.test(shape)) texts.set(numbered(shape), place);
      }
    }
  }
  return { texts, unknown: [...unknown].sort() };
}

function placeOf(root: string, node: ts.Node): string {
  const file = node.getSourceFile();
  return path.relative(root, file.fileName);
}

function numbered(shape: string): string {
  let count = 0;
  return shape.replaceAll(HOLE, () => `{${++count}}`);
}
