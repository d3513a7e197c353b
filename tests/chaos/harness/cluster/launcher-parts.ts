import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** How to run a program, as the launcher's parts describe it. */
export interface ProgramCommand {
  file: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  prefix?: readonly string[];
  uid?: number;
  gid?: number;
}

interface PostgresParts {
  createPostgres(definition: {
    folder: string;
    port: number;
    password: string;
    logFile: string;
    env: NodeJS.ProcessEnv;
    onChange: () => void;
  }): Promise<{ url: string; supervised: { command(): ProgramCommand } }>;
  ensureDatabase(url: string): Promise<void>;
}

interface ServerProgramParts {
  locatePrograms(names: readonly string[]): Promise<Record<string, string>>;
}

/** The folder that has the sources; this file runs compiled, below dist. */
export const repositoryRoot = path.resolve(__dirname, '..', '..', '..', '..', '..');

function launcherPart(name: string): string {
  return pathToFileURL(path.join(repositoryRoot, 'tools', 'launcher', name)).href;
}

/** What the launcher knows of PostgreSQL: creating its data, its settings, its user. */
export async function postgresParts(): Promise<PostgresParts> {
  const parts: PostgresParts = await import(launcherPart('postgres.mjs'));
  return parts;
}

/** Where the servers' programs are. */
export async function serverProgramParts(): Promise<ServerProgramParts> {
  const parts: ServerProgramParts = await import(launcherPart('server-programs.mjs'));
  return parts;
}
