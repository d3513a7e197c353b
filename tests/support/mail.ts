import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { TestCluster, eventually } from '@stoa/testing';
import type { Organization } from './organizations';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Where mail servers report about it. */
  envelopeFrom?: string;
  messageId?: string;
  headers: Record<string, string>;
}

/** `List-Id` of the mails about an organization. */
export function listIdOf({ subdomain, host }: Pick<Organization, 'subdomain' | 'host'>): string {
  return `${subdomain} <${host.replace(/:\d+$/, '')}>`;
}

/**
 * The newest mail to an address that somebody waits for: no notification, welcome or notice of a login, which are rows of
 * the push service and have ids of those. Waits for it.
 */
export async function mailTo(cluster: TestCluster, address: string): Promise<ReceivedMail> {
  return eventually(async () => {
    const mail = (await mailsTo(cluster, address)).find(({ messageId }) => messageId === undefined);
    if (!mail) throw new Error(`no mail to ${address}`);
    return mail;
  });
}

/** What is in the files of mails, which appear whole and never change: whoever waits for one looks at all of them often. */
const readMails = new Map<string, ReceivedMail>();

async function readMail(file: string): Promise<ReceivedMail> {
  const known = readMails.get(file);
  if (known) return known;
  const mail: ReceivedMail = JSON.parse(await readFile(file, 'utf8'));
  readMails.set(file, mail);
  return mail;
}

/** The mails to an address that there are, the newest first. */
export async function mailsTo(cluster: TestCluster, address: string): Promise<ReceivedMail[]> {
  const { mail_folder: folder } = cluster.description;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const mails: ReceivedMail[] = [];
  for (const name of names.sort().reverse()) {
    const mail = await readMail(path.join(folder, name));
    if (mail.to === address) mails.push(mail);
  }
  return mails;
}
