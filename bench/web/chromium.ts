import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = path.resolve(__dirname, '..', '..', '..', 'tools', 'launcher', 'server-programs.mjs');
const SWITCHES = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

interface Locator {
  locatePrograms(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
}

function isLocator(module: unknown): module is Locator {
  return typeof module === 'object' && module !== null && 'locatePrograms' in module;
}

/** The system's Chromium, as the tests of the web client drive it: installed where that needs no question. */
export async function launchChromium(): Promise<Browser> {
  const programs: unknown = await import(pathToFileURL(PROGRAMS).href);
  if (!isLocator(programs)) throw new Error('the launcher does not say where programs are');
  const { chromium: executablePath } = await programs.locatePrograms(['chromium']);
  return chromium.launch({ executablePath, args: SWITCHES });
}
