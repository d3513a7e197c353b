/** Whether an address is of this service: nothing else is loaded, so that no other host learns who reads. */
export function isOwnAddress(url: string): boolean {
  return URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
}
