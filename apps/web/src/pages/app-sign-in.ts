import { signInApp } from '@stoa/contracts/users';
import { call } from '../api/client';

/** The pad of an app that opened this page to be signed in (identity.md 1.6, 1.7), under the name of its parameter. */
export type AppPad = { mobile_flow_otp: string } | { desktop_flow_otp: string };

/** @returns undefined where the browser itself is to be signed in */
export function appPadIn(search: string): AppPad | undefined {
  const query = new URLSearchParams(search);
  const [phone, desktop] = [query.get('mobile_flow_otp'), query.get('desktop_flow_otp')];
  if (phone !== null) return { mobile_flow_otp: phone };
  return desktop === null ? undefined : { desktop_flow_otp: desktop };
}

/**
 * Signs the app in with the session that has just begun, which ends.
 * @returns a text that the person carries to the desktop app; undefined for phones, whose app opens
 */
export async function signAppIn(pad: AppPad): Promise<string | undefined> {
  const { location: app, text } = await call(signInApp, pad);
  if (app !== undefined) location.assign(app);
  return text;
}

/**
 * The address that begins a sign-in or sign-up with a provider, for whoever asked for this page.
 * @param linkKey of the reusable invitation that the way to an account began with
 */
export function providerAddress(
  startUrl: string,
  { search, hash }: Pick<Location, 'search' | 'hash'>,
  linkKey?: string,
): string {
  const asked = new URLSearchParams(search);
  const query = new URLSearchParams({ next: asked.get('next') ?? `/${hash}`, ...appPadIn(search) });
  if (linkKey !== undefined) query.set('multiuse_object_key', linkKey);
  return `${startUrl}?${query.toString()}`;
}
