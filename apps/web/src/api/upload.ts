import { RequestFailed, RequestRefused } from './failures';

/** Where a file is now, and what people see as its name. */
export interface Uploaded {
  readonly url: string;
  readonly filename: string;
}

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

/** The session's place of resumable uploads (messages.md 15). */
const ENDPOINT = '/json/tus';
const PIECE_BYTES = 5 * 1024 * 1024;
/** How long an upload waits for the connection each time before it goes on where it was. */
const RETRY_DELAYS_MS = [0, 500, 2000, 5000, 10_000, 20_000];

function isUploaded(value: unknown): value is Uploaded {
  if (typeof value !== 'object' || value === null || !('url' in value) || !('filename' in value)) return false;
  return typeof value.url === 'string' && typeof value.filename === 'string';
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** What the service said, in the words of its answer. */
function refusal(status: number, body: string): RequestRefused {
  const data = parsed(body);
  return new RequestRefused(status, { msg: data.message ?? data.msg, code: data.code });
}

const RETRYABLE = 500;
const BUSY: ReadonlySet<number> = new Set([408, 409, 423, 429]);

/**
 * Sends a file in pieces; after a lost connection it goes on where it was.
 * @throws RequestRefused when the service does not take the file
 * @throws RequestFailed when there was no connection for long
 */
export async function uploadFile(file: File, { signal, onProgress }: UploadOptions): Promise<Uploaded> {
  // Only who uploads needs it.
  const { Upload } = await import('tus-js-client');
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, filetype: file.type },
      headers: { 'X-CSRFToken': 'stoa-web' },
      onProgress,
      // The organization's own address may be another than the one that this page came by, through a tunnel for one: the
      // session belongs to the page's.
      onUploadUrlAvailable: () => {
        if (upload.url !== null) upload.url = new URL(upload.url, location.href).pathname;
      },
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0;
        return status === 0 || status >= RETRYABLE || BUSY.has(status);
      },
      onSuccess: ({ lastResponse }) => {
        const answer = parsed(lastResponse.getBody());
        if (isUploaded(answer)) resolve(answer);
        else reject(new RequestFailed('the service did not say where the file is'));
      },
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null;
        const status = response?.getStatus() ?? 0;
        if (status >= 400 && status < RETRYABLE) reject(refusal(status, response?.getBody() ?? ''));
        else reject(new RequestFailed('the upload was cut off', { cause: error }));
      },
    });
    signal.addEventListener('abort', () => {
      // What was sent is thrown away; where that fails it goes by its age.
      upload.abort(true).catch(() => undefined);
      reject(new RequestFailed('cancelled'));
    });
    if (!signal.aborted) upload.start();
  });
}
