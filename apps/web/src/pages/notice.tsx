import type { ReactNode } from 'react';
import './pages.css';

interface NoticeProps {
  title: string;
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** A page that says why there is no client to show, and what to do. */
export function Notice({ title, children, action }: NoticeProps) {
  return (
    <main className="page">
      <div className="page-card">
        <h1>{title}</h1>
        <p>{children}</p>
        {action}
      </div>
    </main>
  );
}
