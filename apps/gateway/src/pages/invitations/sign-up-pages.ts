import type { AnswerTexts } from '../../access/answer-language';

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
function page(tag: string, title: string, text: string, form?: Form): string {
  const body = form ? `<p>${escaped(text)}</p>${formHtml(form)}` : `<p>${escaped(text)}</p>`;
  return (
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
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
export function addressPage({ tag, write }: AnswerTexts, organization: string, action: string): string {
  return page(tag, write('page.join', { organization }), write('page.linkFollows'), {
    action,
    hidden: {},
    fields: [{ name: 'email', label: write('page.email'), type: 'email' }],
    button: write('page.continue'),
  });
}

/** Asks for what an account needs besides its address. */
export function registrationPage(
  { tag, write }: AnswerTexts,
  { organization, email }: { organization: string; email: string },
  key: string,
): string {
  return page(tag, write('page.join', { organization }), write('page.accountOf', { email }), {
    action: '/accounts/register/',
    hidden: { key },
    fields: [
      { name: 'full_name', label: write('page.fullName'), type: 'text' },
      { name: 'password', label: write('page.password'), type: 'password' },
    ],
    button: write('page.signUp'),
  });
}

export function mailSentPage({ tag, write }: AnswerTexts, email: string): string {
  return page(tag, write('page.mailSent'), write('page.linkSent', { email }));
}

export function accountReadyPage({ tag, write }: AnswerTexts, url: string): string {
  return page(tag, write('page.accountReady'), write('page.logIn', { url }));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
