import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
/** Ways to open a connection, or to have a library open one. */
const CALLS_OUT =
  /from '(?:node:)?(?:http|https|net|tls|dns|dgram|http2|undici|nodemailer|@aws-sdk\/client-s3|ws|axios)'|(?:await|return|=) fetch\(|\brequire\('(?:node:)?(?:https?|net|tls|undici)'\)/;

/** What opens none. */
const HARMLESS =
  /^import (?:type [^;]*|\{ (?:isIP|isIPv4|isIPv6|STATUS_CODES|METHODS)(?:, (?:isIPv4|isIPv6))* \} from [^;]*);$/gm;

/** Who may, and to where: nobody but the first goes where a user says. */
const MAY: Readonly<Record<string, string>> = {
  'libs/outgoing-http/src':
    'addresses that users write: public ones only, judged by number when connecting (its tests)',
  'apps/push/src/relay/relay-transport.ts': 'the relay that the operator configures',
  'apps/stoa/src/operations/push-relay-registration.ts': 'the relay that the operator configures',
  'apps/web/src/api/client.ts': 'the host that the page came from, in the browser',
  'apps/web/src/api/parts.ts': 'files of the client, from the host that the page came from',
  'libs/mail/src/smtp-mailer.ts': 'the mail server that the operator configures',
  'libs/storage/src/s3-file-store.ts': 'the store that the operator configures',
};
/** Listeners, types, and test servers. */
const LISTENS = /^(apps\/push-relay-dev\/|libs\/testing\/|libs\/lifecycle\/src\/internal-server)/;

function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/spec\.ts$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(bench|generated|test-support|testing)\//.test(file) && !LISTENS.test(file));
}

it('nobody opens connections but those who are known to', () => {
  const found = [...sources('apps'), ...sources('libs')].filter((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8').replace(HARMLESS, '');
    return CALLS_OUT.test(text);
  });
  const unknown = found.filter((file) => !Object.keys(MAY).some((known) => file.startsWith(known)));
  expect(unknown).toEqual([]);
});
