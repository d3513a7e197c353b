import { type Uploaded, uploadFile } from '../api/upload';
import { RequestRefused } from '../api/failures';
import { Store } from '../store/store';
import { t } from '../strings/strings';

/** A file on its way into a text. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'running' | 'failed';
  /** Why it failed, for people. */
  readonly failure?: string;
  /** Another try may go well. */
  readonly canRetry?: boolean;
}

type Send = typeof uploadFile;

interface UploadsOptions {
  /** Changes the text wherever it is kept now. */
  change: (change: (text: string) => string) => void;
  /** MiB that a file may have; 0 where nobody uploads. */
  limitMib: () => number;
  send?: Send;
}

/** Files of one box that are sent at a time. */
const MOST_RUNNING = 5;
const MIB = 1024 * 1024;

/** A name inside of a link's brackets. */
function linkName(name: string): string {
  return name.replaceAll(/[[\]]/g, '');
}

/** Sends files and puts links to them where the files were dropped (web-details.md D.5). */
export class Uploads {
  readonly items = new Store<readonly Upload[]>([]);
  private readonly files = new Map<number, File>();
  private readonly stops = new Map<number, AbortController>();
  /** Links of files that were sent already, by what a file is known by. */
  private readonly known = new Map<string, Uploaded>();
  private lastId = 0;
  private box: ((text: string) => void) | undefined;

  constructor(private readonly options: UploadsOptions) {}

  /** The box is on the screen: text goes to its caret. @returns what to do when it leaves */
  attach(insert: (text: string) => void): () => void {
    this.box = insert;
    return () => {
      if (this.box === insert) this.box = undefined;
    };
  }

  /** Whether anybody may upload here. */
  get isAllowed(): boolean {
    return this.options.limitMib() > 0;
  }

  get isBusy(): boolean {
    return this.items.get().some(({ state }) => state !== 'failed');
  }

  add(files: Iterable<File>): void {
    for (const file of files) this.addOne(file);
    this.runNext();
  }

  /** Stops an upload, or takes a failed one off the list. */
  cancel(id: number): void {
    this.stops.get(id)?.abort();
    this.finish(id, '');
    this.runNext();
  }

  retry(id: number): void {
    const file = this.files.get(id);
    if (!file) return;
    this.insert(this.placeholder(id, file.name));
    this.put(id, { state: 'waiting', failure: undefined, sentBytes: 0 });
    this.runNext();
  }

  private addOne(file: File): void {
    const known = this.known.get(identity(file));
    if (known) return this.insert(linkTo(known));
    const id = ++this.lastId;
    this.files.set(id, file);
    const failure = this.refusalOf(file);
    const { name, size: bytes } = file;
    this.items.update((items) => [
      ...items,
      { id, name, bytes, sentBytes: 0, state: failure === undefined ? 'waiting' : 'failed', failure },
    ]);
    if (failure === undefined) this.insert(this.placeholder(id, name));
  }

  private refusalOf(file: File): string | undefined {
    const limit = this.options.limitMib();
    if (limit === 0) return t('upload.disabled');
    if (file.size > limit * MIB) return t('upload.tooLarge', { limit });
    return file.size === 0 ? t('upload.empty') : undefined;
  }

  private placeholder(id: number, name: string): string {
    return `[${t('upload.placeholder', { name: linkName(name) })}](#upload-${id})`;
  }

  private runNext(): void {
    const items = this.items.get();
    const free = MOST_RUNNING - items.filter(({ state }) => state === 'running').length;
    for (const { id } of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void this.run(id);
  }

  private async run(id: number): Promise<void> {
    const file = this.files.get(id);
    if (!file) return;
    const stop = new AbortController();
    this.stops.set(id, stop);
    this.put(id, { state: 'running' });
    const send = this.options.send ?? uploadFile;
    try {
      const onProgress = (sentBytes: number): void => this.put(id, { sentBytes });
      const uploaded = await send(file, { signal: stop.signal, onProgress });
      if (stop.signal.aborted) return;
      this.known.set(identity(file), uploaded);
      this.finish(id, linkTo(uploaded));
    } catch (error) {
      if (stop.signal.aborted) return;
      const failure = error instanceof RequestRefused ? error.message : t('upload.failed');
      this.replacePlaceholder(id, '');
      this.put(id, { state: 'failed', failure, canRetry: true });
    }
    this.runNext();
  }

  private insert(link: string): void {
    // Several files stand below each other.
    const text = `${link}\n`;
    if (this.box) this.box(text);
    else this.options.change((whole) => whole + text);
  }

  private put(id: number, change: Partial<Upload>): void {
    this.items.update((items) => items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  private finish(id: number, link: string): void {
    this.replacePlaceholder(id, link);
    this.files.delete(id);
    this.stops.delete(id);
    this.items.update((items) => items.filter((item) => item.id !== id));
  }

  private replacePlaceholder(id: number, link: string): void {
    const file = this.files.get(id);
    if (!file) return;
    const placeholder = this.placeholder(id, file.name);
    this.options.change((text) => text.replace(placeholder, () => link));
  }
}

function identity({ name, size, lastModified, type }: File): string {
  return JSON.stringify([name, size, lastModified, type]);
}

function linkTo({ filename, url }: Uploaded): string {
  return `[${linkName(filename)}](${url})`;
}

/** Files on their way, by the box that they go to: they outlive it, because the view may change meanwhile. */
const running = new Map<string, Uploads>();

/** @param name distinguishes boxes */
export function uploadsOf(name: string, options: UploadsOptions): Uploads {
  const uploads = running.get(name) ?? new Uploads(options);
  running.set(name, uploads);
  return uploads;
}

/** Whether files are on their way, from whichever box. */
export function isUploading(): boolean {
  return [...running.values()].some((uploads) => uploads.isBusy);
}
