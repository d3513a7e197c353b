import type { MultipartBody } from './multipart-body';
import { ArrivingFile } from './arriving-file';

/** Largest avatar, icon, logo and emoji. */
export const LARGEST_IMAGE_BYTES = 5 * 1024 * 1024;
/** Enough of a file to see that it is too large. */
export const HELD_FILE_BYTES = LARGEST_IMAGE_BYTES + 1;

/** The files of a multipart body whose endpoint reads them itself, as they arrive. */
export class StreamedUpload {
  constructor(private readonly body: MultipartBody) {}

  /** The next file, after the rest of the one before was let pass; undefined at the end of the body. */
  next(): Promise<ArrivingFile | undefined> {
    return this.body.nextFile();
  }

  /** Reads the body to its end. @returns the number of files that were still in it */
  async skipRest(): Promise<number> {
    let count = 0;
    while (await this.body.nextFile()) count++;
    return count;
  }
}
