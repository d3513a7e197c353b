import type { ReactNode } from 'react';
import { FailedLink } from './failed-link';
import { useOpenedLink } from './use-opened-link';

interface LinkedEntryProps<T, Reason> {
  /** Asks what the link is for; the same function as long as the link is the same. */
  open: (signal: AbortSignal) => Promise<T>;
  /** Why the link leads nowhere; undefined for other failures. */
  reasonOf: (error: unknown) => Reason | undefined;
  closed: (reason: Reason) => ReactNode;
  children: (answer: T) => ReactNode;
}

/** What a link leads to, once the service has said it. */
export function LinkedEntry<T, Reason>({ open, reasonOf, closed, children }: LinkedEntryProps<T, Reason>) {
  const opened = useOpenedLink(open, reasonOf);
  switch (opened.kind) {
    case 'opening':
      return <main className="page" aria-busy="true" />;
    case 'closed':
      return closed(opened.reason);
    case 'failed':
      return <FailedLink error={opened.error} />;
    case 'open':
      return children(opened.answer);
  }
}
