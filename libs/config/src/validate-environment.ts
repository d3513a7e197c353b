import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { describeEnvironment } from './variables';

/** Configuration that a process cannot start with. The message is one line that names the variable. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads an environment class from `process.env`. Every property is named after its variable; empty texts count as absent.
 * @throws ConfigurationError naming the first variable that is missing or wrong, never its value
 */
export function loadEnvironment<T extends object>(
  type: new () => T,
  source: Record<string, string | undefined> = process.env,
): T {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const defaults = Object.fromEntries(
    describeEnvironment(type).flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
  const environment = plainToInstance(type, { ...defaults, ...given });
  const [error] = validateSync(environment, { skipMissingProperties: false, forbidUnknownValues: false });
  if (error) {
    const [reason] = Object.values(error.constraints ?? {});
    throw new ConfigurationError(`${error.property}: ${reason ?? 'is not valid'}`);
  }
  return environment;
}
