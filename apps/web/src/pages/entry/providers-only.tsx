import type { ComponentProps } from 'react';
import { te } from '../../strings/entry-strings';
import { Notice } from '../notice';
import { ProviderLinks } from '../providers';

interface ProvidersOnlyProps extends Omit<ComponentProps<typeof ProviderLinks>, 'purpose'> {
  title: string;
  text: string;
}

/** Makes an account where there are no passwords: a provider vouches for everybody. */
export function ProvidersOnly({ title, text, ...providers }: ProvidersOnlyProps) {
  const ways = (
    <>
      <ProviderLinks {...providers} purpose="signup" />
      <a href="/login/">{te('toSignIn')}</a>
    </>
  );
  return (
    <Notice title={title} action={ways}>
      {text}
    </Notice>
  );
}
