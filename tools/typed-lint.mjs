// `node tools/typed-lint.mjs [--types] [FILES]`: ESLint over the tree with one program of the compiler for the services, then
// with one for the web client, each in a process of its own: together they would need four gigabytes. With --types those
// programs' own complaints too, so that the types are worked out once for both.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './launcher/failure.mjs';
import { runCommand } from './launcher/prepare.mjs';
import { repositoryRoot } from './launcher/services.mjs';

const WEB = 'apps/web';

/** What is linted with the types of a program. Files of other kinds go with the first. */
const PARTS = {
  services: { config: 'tsconfig.json', all: ['.'], ignored: [`${WEB}/**`], isOwn: (file) => !isOfWeb(file) },
  web: { config: `${WEB}/tsconfig.json`, all: [WEB], ignored: [], isOwn: isOfWeb },
};

/** The compiler makes much that is soon forgotten: with more room for that it takes a ninth less time. */
const MEMORY = ['--max-semi-space-size=128'];

const areTypesWanted = process.argv.includes('--types');
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function isOfWeb(file) {
  const place = path.relative(repositoryRoot, path.resolve(file));
  return place === WEB || place.startsWith(`${WEB}${path.sep}`);
}

function createProgram(ts, config) {
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
function reportTypes(ts, program) {
  const diagnostics = ts.getPreEmitDiagnostics(program);
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => repositoryRoot,
    getNewLine: () => '\n',
  };
  if (diagnostics.length > 0) process.stdout.write(`${ts.formatDiagnostics(diagnostics, host)}types fail\n`);
  return diagnostics.length === 0;
}

/** @returns whether there are no errors */
async function reportLint(files, ignored) {
  const { ESLint } = await import('eslint');
  // Nx's rule keeps the project graph in processes of ESLint's own command only; elsewhere it reads it anew for each file.
  process.argv[1] = path.join(repositoryRoot, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const eslint = new ESLint({ cwd: repositoryRoot, ignorePatterns: ignored });
  const errors = ESLint.getErrorResults(await eslint.lintFiles(files));
  const formatter = await eslint.loadFormatter('stylish');
  process.stdout.write(await formatter.format(errors));
  return errors.length === 0;
}

/** @returns whether a part has no errors */
async function check({ config, all, ignored, isOwn }) {
  const files = given.length > 0 ? given.filter(isOwn) : all;
  if (files.length === 0) return true;
  const { default: ts } = await import('typescript');
  const program = createProgram(ts, config);
  // Read by eslint.config.mjs, which is loaded in this process.
  globalThis.stoaPrograms = [program];
  const areTypesRight = !areTypesWanted || reportTypes(ts, program);
  return (await reportLint(files, ignored)) && areTypesRight;
}

/** @returns whether a process for a part ended well */
async function runPart(name) {
  const script = fileURLToPath(import.meta.url);
  try {
    await runCommand(process.execPath, [...MEMORY, script, `--part=${name}`, ...process.argv.slice(2)]);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

const part = process.argv.find((argument) => argument.startsWith('--part='))?.slice('--part='.length);
let isRight = true;
if (part) isRight = await check(PARTS[part]);
else for (const name of Object.keys(PARTS)) isRight = (await runPart(name)) && isRight;
process.exitCode = isRight ? 0 : 1;
