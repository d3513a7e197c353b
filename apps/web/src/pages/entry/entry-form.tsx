import type { FormEvent, ReactNode } from 'react';
import { te } from '../../strings/entry-strings';
import { Button } from '../../ui/button';
import '../pages.css';

interface EntryFormProps {
  title: string;
  text: string;
  submitText: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  failure: string | undefined;
  isBusy: boolean;
  /** Another try would not help. */
  isClosed: boolean;
  children: ReactNode;
  /** Other ways to the same end. */
  others?: ReactNode;
}

/** A page with one form, and the way back to the sign-in page. */
export function EntryForm(props: EntryFormProps) {
  const { title, text, submitText, onSubmit, failure, isBusy, isClosed, children, others } = props;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(event);
  };
  return (
    <main className="page">
      <div className="page-card">
        <h1>{title}</h1>
        <p>{text}</p>
        <div role="alert" className="field-error">
          {failure}
        </div>
        {!isClosed && (
          <form className="sign-in-form" onSubmit={submit}>
            {children}
            <Button type="submit" kind="primary" disabled={isBusy}>
              {submitText}
            </Button>
          </form>
        )}
        {others}
        <a href="/login/">{te('toSignIn')}</a>
      </div>
    </main>
  );
}
