/** Versions of one life of the database; the next life begins at another multiple (function first_version_of_life). */
const VERSIONS_OF_A_LIFE = 2 ** 12;

/**
 * Whether a copy of a set at version `known` becomes the one at `version` by what has changed after `known`. It does not
 * if the database was restarted or promoted in between, because `known` may have been lost then; nor backwards.
 */
export function isContinued(known: number, version: number): boolean {
  return known <= version && lifeOf(known) === lifeOf(version);
}

function lifeOf(version: number): number {
  return Math.floor(version / VERSIONS_OF_A_LIFE);
}
