import path from 'node:path';
import * as ts from 'typescript';

const PRODUCT = /^(apps|libs)\/(?!testing\/).*\.ts$/;
const NOT_PRODUCT = /\.(int-)?spec\.ts$|\/(test-support|testing|generated)\//;

/** Whether a file of the repository belongs to the product. */
export function isProductFile(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return PRODUCT.test(relative) && !NOT_PRODUCT.test(relative);
}

/**
 * The product's files with their types, as the type check reads them.
 * @param others files that do not exist, by their paths, to be read as if they did
 */
export function productProgram(root: string, others: ReadonlyMap<string, string> = new Map()): ts.Program {
  const config = path.join(root, 'tsconfig.json');
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (file) => ts.sys.readFile(file)).config,
    ts.sys,
    root,
  );
  const checked = { ...options, noEmit: true, incremental: false };
  const host = ts.createCompilerHost(checked);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => others.has(file) || fileExists(file);
  host.readFile = (file) => others.get(file) ?? readFile(file);
  return ts.createProgram([...fileNames.filter((file) => isProductFile(root, file)), ...others.keys()], checked, host);
}
