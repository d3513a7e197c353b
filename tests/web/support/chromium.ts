import { askBroker } from '@stoa/testing';
import { type Browser, chromium } from 'playwright-core';

const SWITCHES = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
];

let browser: Promise<Browser> | undefined;

/** The one browser of a test run, which ends with the process: to start it costs more than most journeys. */
export function theBrowser(): Promise<Browser> {
  browser ??= askBroker('/chromium').then((executablePath) => chromium.launch({ executablePath, args: SWITCHES }));
  return browser;
}
