import { t } from '../strings/strings';

/** Everything that a person sees: the sign-in page, or the client of who is signed in. */
export function App() {
  return (
    <main className="loading" aria-busy="true">
      {t('app.loading')}
    </main>
  );
}
