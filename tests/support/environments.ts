import { readdirSync } from 'node:fs';
import path from 'node:path';
import { VariableDescription, describeEnvironment } from '@stoa/config';

const apps = path.resolve(__dirname, '..', '..', 'apps');

/** The environment class of an app. */
export interface DescribedEnvironment {
  app: string;
  type: new () => object;
  variables: VariableDescription[];
}

function isEnvironmentClass(name: string, value: unknown): value is new () => object {
  return typeof value === 'function' && name.endsWith('Environment');
}

/** Each app with the environment class of its main process. */
export async function describedEnvironments(): Promise<DescribedEnvironment[]> {
  const found: DescribedEnvironment[] = [];
  for (const app of readdirSync(apps).sort()) {
    const folder = path.join(apps, app, 'src');
    const file = readdirSync(folder).find((name) => /[.-]environment\.ts$/.test(name));
    if (!file) continue;
    const exported: Record<string, unknown> = await import(path.join(folder, file));
    for (const [name, value] of Object.entries(exported)) {
      if (isEnvironmentClass(name, value)) found.push({ app, type: value, variables: describeEnvironment(value) });
    }
  }
  return found;
}
