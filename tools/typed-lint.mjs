// `node tools/typed-lint.mjs [--types] [FILES]`: ESLint over the tree with one program of the compiler for the services and one for
// the web client. With
// --types those programs' own complaints too, so that the types are worked out once for both.
import path from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from './launcher/services.mjs';

const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function createProgram(config) {
  const file = path.join(repositoryRoot, config);
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(
    file,
    { incremental: false },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
      },
    },
  );
  return ts.createProgram(fileNames, { ...options, incremental: false, tsBuildInfoFile: undefined });
}

/** @returns whether there are none */
function reportTypes(program) {
  const diagnostics = ts.getPreEmitDiagnostics(program);
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => repositoryRoot,
    getNewLine: () => '\n',
  };
  if (diagnostics.length > 0) process.stdout.write(ts.formatDiagnostics(diagnostics, host));
  return diagnostics.length === 0;
}

/** @returns whether there are no errors */
async function reportLint() {
  const { ESLint } = await import('eslint');
  const eslint = new ESLint({ cwd: repositoryRoot });
  const errors = ESLint.getErrorResults(await eslint.lintFiles(given.length > 0 ? given : ['.']));
  const formatter = await eslint.loadFormatter('stylish');
  process.stdout.write(await formatter.format(errors));
  return errors.length === 0;
}

const programs = ['tsconfig.json', 'apps/web/tsconfig.json'].map(createProgram);
// Read by eslint.config.mjs, which is loaded in this process.
globalThis.stoaPrograms = programs;
const areTypesRight = process.argv.includes('--types') ? programs.map(reportTypes).every(Boolean) : true;
if (!areTypesRight) process.stdout.write('types fail\n');
process.exitCode = (await reportLint()) && areTypesRight ? 0 : 1;
