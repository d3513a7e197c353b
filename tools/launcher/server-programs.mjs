import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { runCommand } from './prepare.mjs';
import { progress, whileWaiting } from './progress.mjs';

/** Places besides PATH: Debian keeps servers in sbin, which a user's PATH may lack. */
const USUAL_PLACES = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/opt/homebrew/bin', '/snap/bin'];
const POLICY_FILE = '/usr/sbin/policy-rc.d';

/** Full path of a program, or undefined. */
export function findProgram(name) {
  for (const folder of [...(process.env.PATH ?? '').split(path.delimiter), ...USUAL_PLACES]) {
    const candidate = path.join(folder || '.', name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Installs Debian packages without letting them start services of their own. */
async function installWithApt(packages) {
  progress(`installing ${packages.join(' and ')} (apt-get)`);
  const apt = findProgram('apt-get');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const ownPolicy = !existsSync(POLICY_FILE);
  if (ownPolicy) writeFileSync(POLICY_FILE, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await whileWaiting('still installing', async () => {
      await runCommand(apt, ['update', '-qq'], { env, quiet: true });
      await runCommand(apt, ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true });
    });
  } finally {
    if (ownPolicy) rmSync(POLICY_FILE, { force: true });
  }
}

function missingMessage(missing) {
  const names = missing.map(({ program }) => program).join(' and ');
  const packages = missing.map((server) => server.debianPackage).join(' ');
  const brew = missing.map((server) => server.homebrewPackage).join(' ');
  const variables = missing.map((server) => server.variable).filter(Boolean);
  const ownServers = `, or set ${variables.join(' and ')} to ${variables.length > 1 ? 'servers' : 'a server'} of your own`;
  return (
    `${names} ${missing.length > 1 ? 'were' : 'was'} not found: install with "apt-get install ${packages}" (Debian, Ubuntu) ` +
    `or "brew install ${brew}" (macOS)${variables.length > 0 ? ownServers : ''}`
  );
}

const PROGRAMS = {
  redis: {
    program: 'redis-server',
    debianPackage: 'redis-server',
    homebrewPackage: 'redis',
    variable: 'STOA_REDIS_URL',
  },
  nats: {
    program: 'nats-server',
    debianPackage: 'nats-server',
    homebrewPackage: 'nats-server',
    variable: 'STOA_NATS_URL',
  },
  // What the tests of the web client drive.
  chromium: { program: 'chromium', debianPackage: 'chromium', homebrewPackage: 'chromium' },
  // What the tests of LDAP ask.
  slapd: { program: 'slapd', debianPackage: 'slapd', homebrewPackage: 'openldap' },
};

/**
 * Finds the named programs, installing missing ones where that needs no question (Debian, as root).
 * @returns an object from name to the path of the program
 * @throws Failure that names the choices
 */
export async function locatePrograms(names) {
  const missing = () => names.filter((name) => !findProgram(PROGRAMS[name].program)).map((name) => PROGRAMS[name]);
  const mayInstall = process.platform === 'linux' && process.getuid() === 0 && findProgram('apt-get');
  if (missing().length > 0 && mayInstall && !process.env.STOA_NO_APT) {
    await installWithApt(missing().map((server) => server.debianPackage)).catch((error) => {
      throw new Failure(`${missingMessage(missing())} (${error.message})`);
    });
  }
  if (missing().length > 0) throw new Failure(missingMessage(missing()));
  return Object.fromEntries(names.map((name) => [name, findProgram(PROGRAMS[name].program)]));
}
