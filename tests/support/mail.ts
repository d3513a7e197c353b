import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { TestCluster, eventually } from '@stoa/testing';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
}

/** The newest mail to an address; waits for it. */
export async function mailTo(cluster: TestCluster, address: string): Promise<ReceivedMail> {
  const { mail_folder: folder } = cluster.description;
  return eventually(async () => {
    const names = (await readdir(folder))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
    for (const name of names) {
      const mail: ReceivedMail = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
      if (mail.to === address) return mail;
    }
    throw new Error(`no mail to ${address}`);
  });
}
