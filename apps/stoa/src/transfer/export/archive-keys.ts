/** A key of the store as an archive names it: the organization's id, which another installation will not have, is `realm`. */
export function archivedKey(key: string): string {
  return key.replace(/^([a-z]+)\/\d+\//, '$1/realm/');
}
