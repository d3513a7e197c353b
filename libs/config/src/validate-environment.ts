import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { VariableDescription, describeEnvironment } from './variables';

/** Configuration that a process cannot start with. The message is one line that names the variable. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

type Source = Record<string, string | undefined>;

/** An environment class whose variables depend on each other. */
interface CheckedEnvironment {
  /** @throws ConfigurationError */
  assertComplete(): void;
}

/** Ends the name of the variable that names the file with a secret. */
const FILE_SUFFIX = '_FILE';

/**
 * Reads an environment class from `process.env`. Every property is named after its variable; empty texts count as absent.
 * A secret `X` may be in a file, whose path is `X_FILE`.
 * @throws ConfigurationError naming the first variable that is missing or wrong, never its value
 */
export function loadEnvironment<T extends object>(type: new () => T, source: Source = process.env): T {
  const variables = describeEnvironment(type);
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const defaults = Object.fromEntries(
    variables.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
  const environment = plainToInstance(type, { ...defaults, ...given, ...secretsFromFiles(variables, given) });
  const [error] = validateSync(environment, { skipMissingProperties: false, forbidUnknownValues: false });
  if (error) {
    const [reason = 'is not valid'] = Object.values(error.constraints ?? {});
    const isMissing = error.value === undefined && reason !== 'must be set';
    throw new ConfigurationError(`${error.property}: ${isMissing ? 'is not set; it ' : ''}${reason}`);
  }
  if (isChecked(environment)) environment.assertComplete();
  return environment;
}

function secretsFromFiles(variables: readonly VariableDescription[], given: Source): Source {
  const secrets: Source = {};
  for (const { name, secret } of variables) {
    const file = secret ? given[name + FILE_SUFFIX] : undefined;
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigurationError(`${name}: is set, and ${name}${FILE_SUFFIX} too`);
    secrets[name] = readSecret(name + FILE_SUFFIX, file);
  }
  return secrets;
}

/** Line ends after a secret are its editor's. */
function readSecret(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError(`${variable}: the file cannot be read`);
  }
  const secret = text.replace(/[\r\n]+$/, '');
  if (secret === '') throw new ConfigurationError(`${variable}: the file is empty`);
  return secret;
}

function isChecked(environment: object): environment is CheckedEnvironment {
  return 'assertComplete' in environment && typeof environment.assertComplete === 'function';
}
