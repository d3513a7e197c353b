import { escaped } from './escaped';

/** What the HTML part of a mail is made of. */
interface MailPage {
  /** Missing: nobody says which. */
  language?: string;
  title: string;
  /** HTML. */
  body: string;
}

const PAGE = 'margin:0;padding:0;background-color:#f2f3f5';
const CARD =
  'max-width:600px;margin:0 auto;padding:24px;background-color:#ffffff;color:#1f2328;' +
  "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5";

/** A mail as a whole document; styles stand in the elements, as programs leave sheets out. */
export function mailPage({ language, title, body }: MailPage): string {
  const tag = language === undefined ? '' : ` lang="${escaped(language)}"`;
  return (
    `<!doctype html><html${tag}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>` +
    `<body style="${PAGE}"><div dir="auto" style="${CARD}">${body}</div></body></html>`
  );
}
