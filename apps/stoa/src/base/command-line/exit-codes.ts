/** What the tool's exit code means for a script (docs/operate/operator-tool.md). */
export const ExitCode = {
  Done: 0,
  /** A fault of the tool or of a service. */
  Failed: 1,
  /** Unknown command, option or value. */
  Usage: 2,
  /** The service refused what was asked: no such user, name taken and the like. */
  Refused: 3,
  /** An environment variable is missing or wrong. */
  Configuration: 4,
  /** A server or service cannot be reached now; the same command may work later. */
  Unavailable: 5,
  /** An archive or a foreign export has records that cannot be used. */
  BadData: 6,
  /** `stoa status` found something that is not well. */
  Unhealthy: 7,
  Interrupted: 130,
} as const;
