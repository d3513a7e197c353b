import type { Readable } from 'node:stream';

/** A file of a multipart body, still arriving. */
export interface ArrivingFile {
  fileName: string;
  contentType: string;
  content: Readable;
}
