/** What a page asks for. */
interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
}

interface Form {
  action: string;
  hidden: Readonly<Record<string, string>>;
  fields: readonly Field[];
  button: string;
}

/** A plain page: a text, and a form to fill in. Clients have their own; this one is for whoever has none yet. */
function page(title: string, text: string, form?: Form): string {
  const body = form ? `<p>${escaped(text)}</p>${formHtml(form)}` : `<p>${escaped(text)}</p>`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${body}</body></html>`
  );
}

function formHtml({ action, hidden, fields, button }: Form): string {
  const kept = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const asked = fields.map(
    ({ name, label, type }) => `<p><label>${escaped(label)} <input name="${name}" type="${type}" required></label></p>`,
  );
  return `<form method="post" action="${escaped(action)}">${kept.join('')}${asked.join('')}<button>${escaped(button)}</button></form>`;
}

/** Asks for the address that is to join. */
export function addressPage(organization: string, action: string): string {
  return page(`Join ${organization}`, 'We will send you a link to finish your registration.', {
    action,
    hidden: {},
    fields: [{ name: 'email', label: 'Email', type: 'email' }],
    button: 'Continue',
  });
}

/** Asks for what an account needs besides its address. */
export function registrationPage(organization: string, email: string, key: string): string {
  return page(`Join ${organization}`, `Create the account of ${email}.`, {
    action: '/accounts/register/',
    hidden: { key },
    fields: [
      { name: 'full_name', label: 'Full name', type: 'text' },
      { name: 'password', label: 'Password', type: 'password' },
    ],
    button: 'Sign up',
  });
}

export function mailSentPage(email: string): string {
  return page('Check your mail', `We have sent a link to ${email}. Open it to finish your registration.`);
}

export function accountReadyPage(realmUrl: string): string {
  return page('Your account is ready', `Log in to ${realmUrl} with your email address and password.`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
