import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Mail, Mailer } from './mailer';

/** Writes mail into a folder, a JSON file each: for development and tests. */
export class FolderMailer extends Mailer {
  constructor(private readonly folder: string) {
    super();
  }

  /** A mail appears whole, under a name that sorts by time. */
  protected async deliver(mail: Mail): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const name = `${Date.now()}-${randomUUID()}`;
    const unfinished = path.join(this.folder, `${name}.part`);
    await writeFile(unfinished, JSON.stringify(mail));
    await rename(unfinished, path.join(this.folder, `${name}.json`));
  }
}
