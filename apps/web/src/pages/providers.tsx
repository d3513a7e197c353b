import type { getServerSettings } from '@stoa/contracts/server';
import type { AnswerOf } from '../api/client';
import { te } from '../strings/entry-strings';
import { isOwnAddress } from '../ui/own-address';
import { providerAddress } from './app-sign-in';
import './pages.css';

type ServerSettings = AnswerOf<typeof getServerSettings>;

/** The identity providers of an organization. The way through the browser is for apps, which it leads here. */
export function providersOf({ external_authentication_methods: methods = [] }: ServerSettings) {
  return methods.filter(({ name }) => name !== 'browser');
}

interface ProviderLinksProps {
  settings: ServerSettings;
  /** With an account that there is, or to make one. */
  purpose: 'login' | 'signup';
  /** Of the reusable invitation by which somebody comes. */
  linkKey?: string;
}

/** A button for each provider; those without an icon of this host show their name only. */
export function ProviderLinks({ settings, purpose, linkKey }: ProviderLinksProps) {
  return providersOf(settings).map(({ name, display_name, display_icon, login_url, signup_url }) => (
    <a
      key={name}
      className="button"
      href={providerAddress(purpose === 'login' ? login_url : signup_url, location, linkKey)}
    >
      {display_icon && isOwnAddress(display_icon) && <img className="provider-icon" src={display_icon} alt="" />}
      {te('signIn.with', { method: display_name })}
    </a>
  ));
}

/** The same below a form that makes an account without one of them. */
export function OtherProviders(props: ProviderLinksProps) {
  if (providersOf(props.settings).length === 0) return null;
  return (
    <>
      <p className="sign-in-or">{te('signIn.or')}</p>
      <ProviderLinks {...props} />
    </>
  );
}
