/** A reason why the launcher cannot go on that its user can act on. The message is one line; no stack is shown. */
export class Failure extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'Failure';
  }
}

const SYSTEM_REASONS = {
  ENOSPC: (place) => `the disk that holds ${place} is full; free some space or choose another --data-dir`,
  EDQUOT: (place) => `the disk quota for ${place} is used up; free some space or choose another --data-dir`,
  EACCES: (place) => `${place} cannot be read or written: permission denied; choose another --data-dir`,
  EPERM: (place) => `${place} cannot be changed: permission denied; choose another --data-dir`,
  EROFS: (place) => `${place} is on a read-only file system; choose another --data-dir`,
  ENOTDIR: (place) => `${place} is not a directory; choose another --data-dir`,
  EISDIR: (place) => `${place} is a directory where a file is expected; choose another --data-dir`,
  EMFILE: () => 'too many open files; raise the limit with "ulimit -n"',
  EEXIST: (place) => `${place} is not a directory; choose another --data-dir`,
  EIO: (place) => `the disk that holds ${place} reports errors`,
};

/** The failure, in one line for the user. */
export function explain(error) {
  if (error instanceof Failure) return error.message;
  const reason = SYSTEM_REASONS[error?.code];
  if (reason) return reason(error.path ?? 'the data directory');
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').find((line) => line.trim() !== '') ?? 'unknown error';
}

/** Runs a tool's main function: a failure becomes one line on standard error and exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`stoa: ${explain(error)}\n`);
    if (process.env.STOA_LAUNCHER_TRACE) console.error(error);
    process.exit(1);
  }
}
